// Pages between an application and a person, filled for one request.

import type { AnswerPage } from '@brama/contract/built-pages';
import type { Language } from '@brama/contract/paths';
import type { Site } from '../http/site.ts';

export type AnswerParts = {
  /** Title of the application, in the language of the page. */
  application?: string | undefined;
  /** Where the way on leads. */
  wayOn: string;
  /** For a form: shows that it came from this page. */
  proof?: string;
};

export type AnswerPages = (language: Language, page: AnswerPage, parts: AnswerParts) => string;

export function createAnswerPages(site: Site): AnswerPages {
  return (language, page, { application = '', wayOn, proof = '' }) =>
    site.screenPage(language, page, { path: '', message: application, wayOn, proof });
}
