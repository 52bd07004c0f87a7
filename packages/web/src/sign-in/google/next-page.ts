// Decides where the Google callback page leads. Pure.

import type { ErrorCode } from '@brama/contract/errors';
import { type Language, paths } from '@brama/contract/paths';
import { type GoogleState, readGoogleState } from '@brama/contract/sign-in/google/state';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import { appsHref } from '../../browser/address.ts';
import { RequestFailed } from '../../browser/api.ts';
import type { MyDataNote } from '../../browser/storage/my-data-note.ts';

export type Attempt = Pick<GoogleState, 'purpose'> & {
  /** The return parameters as a query with its `?`, or an empty string. */
  carried: string;
};

export function attemptOf(state: string | null | undefined): Attempt {
  const { purpose, carried } = readGoogleState(state);
  return { purpose, carried: returnQuery(`${new URLSearchParams(carried)}`) };
}

type NextPage = { href: string; note?: MyDataNote };

export function afterSuccess({ purpose, carried }: Attempt, language: Language): NextPage {
  if (purpose === 'link') return { href: appsHref(language, ''), note: 'google-linked' };
  return { href: appsHref(language, carried) };
}

const notes: Partial<Record<ErrorCode, MyDataNote>> = {
  'google.linked-elsewhere': 'google-linked-elsewhere',
  'session.not-recent': 'session-not-recent',
};

/**
 * `error`: why the call to our server failed. A user who was linking an account stays signed in and returns to “My
 * data”.
 */
export function afterFailure(
  { purpose, carried }: Attempt,
  language: Language,
  error: unknown,
): NextPage {
  if (purpose === 'link') {
    const code = error instanceof RequestFailed ? error.code : undefined;
    return { href: appsHref(language, ''), note: (code && notes[code]) ?? 'google-failed' };
  }
  return { href: `/${language}/${returnQuery(carried, { google_auth_error: 'true' })}` };
}

/** Returns the start of a new attempt, because a code is never sent twice. */
export function afresh({ purpose, carried }: Attempt, language: Language): NextPage {
  if (purpose === 'link') return { href: appsHref(language, ''), note: 'open' };
  return { href: paths.googleRedirect + carried };
}
