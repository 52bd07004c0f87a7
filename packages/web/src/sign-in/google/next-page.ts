// Decides where the Google callback page leads. Pure.

import type { ErrorCode } from '@brama/contract/errors';
import { accountSectionPath } from '@brama/contract/pages/account/sections';
import { type Language, paths } from '@brama/contract/paths';
import { type GoogleState, readGoogleState } from '@brama/contract/sign-in/google/state';
import { signInQuery } from '@brama/contract/sign-in/return-params';
import { appsHref } from '../../browser/address.ts';
import { RequestFailed } from '../../browser/api.ts';
import type { LinkResult } from '../../browser/storage/page-notes.ts';

export type Attempt = Pick<GoogleState, 'purpose'> & {
  /** The parameters of `signInQuery` as a query with its `?`, or an empty string. */
  carried: string;
};

export function attemptOf(state: string | null | undefined): Attempt {
  const { purpose, carried } = readGoogleState(state);
  return { purpose, carried: signInQuery(`${new URLSearchParams(carried)}`) };
}

type NextPage = { href: string; note?: LinkResult };

const accountHref = (language: Language) => `/${language}/${accountSectionPath('sign-in-methods')}`;

/** `next`: the page of a sign-in that lacks a step. */
export function afterSuccess(
  { purpose, carried }: Attempt,
  language: Language,
  next?: string,
): NextPage {
  if (purpose === 'link') return { href: accountHref(language), note: 'linked' };
  return { href: appsHref(language, carried, next) };
}

const notes: Partial<Record<ErrorCode, LinkResult>> = {
  'google.linked-elsewhere': 'linked-elsewhere',
  'session.not-recent': 'not-recent',
  'session.second-factor-missing': 'second-factor-missing',
};

/**
 * `error`: why the call to our server failed. A user who was linking an account stays signed in and returns to the
 * account page.
 */
export function afterFailure(
  { purpose, carried }: Attempt,
  language: Language,
  error: unknown,
): NextPage {
  if (purpose === 'link') {
    const code = error instanceof RequestFailed ? error.code : undefined;
    return { href: accountHref(language), note: (code && notes[code]) ?? 'failed' };
  }
  return { href: `/${language}/${signInQuery(carried, { google_auth_error: 'true' })}` };
}

/** Returns the start of a new attempt, because a code is never sent twice. */
export function afresh({ purpose, carried }: Attempt, language: Language): NextPage {
  if (purpose === 'link') return { href: accountHref(language) };
  return { href: paths.googleRedirect + carried };
}
