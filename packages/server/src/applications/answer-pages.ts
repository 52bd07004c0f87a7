// Pages between an application and a person, filled for one request.

import type { AnswerPage } from '@brama/contract/built-pages';
import type { Language } from '@brama/contract/paths';
import { z } from 'zod';
import type { Site } from '../http/site.ts';

export type AnswerParts = {
  /** Title of the application, in the language of the page. */
  application?: string | undefined;
  /** Where the way on leads. */
  wayOn: string;
  /** Titles of the applications that could not be told of a sign-out. */
  untold?: string;
  /** For a form: shows that it came from this page. */
  proof?: string;
};

export type AnswerPages = (language: Language, page: AnswerPage, parts: AnswerParts) => string;

/** The words needed here, of the namespace `answers`. */
const answerWords = z.object({
  'sign-out': z.object({ text: z.string(), 'text-anybody': z.string() }),
});

/** Who asks to sign out, in a sentence: where it is no application, without one. */
function signOutLead(site: Site, language: Language, application: string): string {
  const { 'sign-out': say } = answerWords.parse(site.words(language, 'answers'));
  return application ? say.text.replace('{{app}}', () => application) : say['text-anybody'];
}

export function createAnswerPages(site: Site): AnswerPages {
  return (language, page, { application = '', untold = '', wayOn, proof = '' }) => {
    const message = page === 'sign-out' ? signOutLead(site, language, application) : application;
    return site.screenPage(language, page, { path: '', message, untold, wayOn, proof });
  };
}
