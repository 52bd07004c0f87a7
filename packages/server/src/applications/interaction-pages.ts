// Pages between an application and a person, filled for one request.

import { referenceOf } from '@brama/contract/errors';
import type { AnswerPage, consentMarks } from '@brama/contract/pages/built-pages';
import { type Language, paths } from '@brama/contract/paths';
import { z } from 'zod';
import type { Notices } from '../pages/notices.ts';
import type { Filling, Site } from '../pages/web-build.ts';

export type AnswerParts = Partial<Record<keyof typeof consentMarks, string>> & {
  /** Below a language this path leads back to the page, in that language. */
  path?: string;
  /** Its query, where the other language needs it too. */
  query?: string;
  /** Title of the application, in the language of the page. */
  application?: string | undefined;
  /** The sentence under the heading, on a page that has none of its own. */
  lead?: string;
  /** Where the way on leads. */
  wayOn?: string;
  /** Titles of the applications that could not be told of a sign-out. */
  untold?: string;
  /** For a form: shows that it came from this page. */
  proof?: string;
  /** What a person typed from a device, or is to compare with what it shows. */
  userCode?: string;
  /** Where an application lives. */
  site?: string;
  /** When a device asked, in words. */
  asked?: string;
  /** Who is signed in, as a sentence. */
  person?: string;
  /** An e-mail or https address to ask about the application; the university's unless given. */
  contact?: string | null;
  /** For the owner of the application: what was wrong with its request. */
  whyUk?: string;
  whyEn?: string;
  /** What was refused: the parameter, what was sent and what is most like it of what is registered. */
  factName?: string;
  receivedBefore?: string;
  receivedDiffers?: string;
  receivedAfter?: string;
  nearestBefore?: string;
  nearestDiffers?: string;
  nearestAfter?: string;
  /** One a line. */
  otherRegistered?: string;
  /** The id of the request; the page shows its beginning. */
  reference?: string;
};

/** Makes a page that has an address of its own; the switch of languages leads there. */
export type AnswerPages = (
  language: Language,
  page: AnswerPage,
  parts: AnswerParts & { path: string },
) => string;

/** Makes a page that no address leads to again; the switch of languages leads to a copy of it. */
export type AnswerNotices = (
  language: Language,
  page: AnswerPage,
  partsIn: (language: Language) => AnswerParts,
) => string;

/** Returns the page of a suspended authorization request that is over: its button starts again at the application. */
export function requestOverPage(notices: AnswerNotices, language: Language, appId: string) {
  const wayOn = `${paths.appRedirect}?${new URLSearchParams({ appId })}`;
  return notices(language, 'request-over', () => ({ wayOn }));
}

/** The words needed here, of the namespace `answers`. */
const answerWords = z.object({
  'sign-out': z.object({ text: z.string(), 'text-anybody': z.string() }),
});

/** Who asks to sign out, in a sentence: where it is no application, without one. */
function signOutLead(site: Site, language: Language, application: string): string {
  const { 'sign-out': say } = answerWords.parse(site.words(language, 'answers'));
  return application ? say.text.replace('{{app}}', () => application) : say['text-anybody'];
}

function contactOf(contact: string | null | undefined, site: Site, language: Language) {
  if (!contact) return site.instance[language].contact;
  const isAddress = URL.parse(contact)?.protocol === 'https:';
  return { href: isAddress ? contact : `mailto:${contact}`, text: contact };
}

function fillingOf(
  site: Site,
  language: Language,
  page: AnswerPage,
  { application = '', lead, contact, reference = '', ...parts }: AnswerParts,
): Filling {
  const own = page === 'sign-out' ? signOutLead(site, language, application) : application;
  const ask = contactOf(contact, site, language);
  return {
    message: lead ?? own,
    askHref: ask.href,
    askText: ask.text,
    reference: referenceOf(reference),
    ...parts,
  };
}

export function createAnswerPages(site: Site): AnswerPages {
  return (language, page, parts) =>
    site.screenPage(language, page, fillingOf(site, language, page, parts));
}

export function createAnswerNotices(site: Site, notices: Notices): AnswerNotices {
  return (language, page, partsIn) =>
    notices.page(language, page, (one) => fillingOf(site, one, page, partsIn(one)));
}
