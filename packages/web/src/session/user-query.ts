// Asks for the user of a page again. The document has brought the first data, and shows new data when it is loaded again.
import type { UserResponse } from '@brama/contract/api/user';
import { paths } from '@brama/contract/paths';
import type { TFunction } from 'i18next';
import { call, isSignedOut, RequestFailed } from '../browser/api.ts';
import { errorWordsKey } from '../i18n/error-words.ts';
import { showToast } from '../ui/toast/toast.ts';

const timeoutMs = 15_000;

/** The user of a page, and how many applications the user has on a page that shows them. */
export type ShownUser = {
  user: Omit<UserResponse, 'applications'> & Partial<Pick<UserResponse, 'applications'>>;
  portal?: { count: number };
};

const textOf = (value: unknown) => JSON.stringify(value);

/** Returns whether the page shows something else than the answer. The page may show only some of the applications. */
export function isOutdated({ user, portal }: ShownUser, answer: UserResponse): boolean {
  const { applications: shown = [], ...facts } = user;
  const { applications, ...now } = answer;
  const names = Object.keys(facts) as (keyof typeof now)[];
  if (names.some((name) => textOf(facts[name]) !== textOf(now[name]))) return true;
  const own = applications.filter(({ sandbox }) => !sandbox);
  const known = new Set(own.map(({ id, title, description }) => textOf([id, title, description])));
  const isKnown = ({ id, title, description }: (typeof shown)[number]) =>
    known.has(textOf([id, title, description]));
  return !shown.every(isKnown) || (portal !== undefined && portal.count !== own.length);
}

/** Asks once. Loads the page again if it is outdated. Shows a failure. */
export async function queryUser(
  shown: ShownUser,
  onSignedOut: () => void,
  t: TFunction<'errors'>,
): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  const request = { failure: 'Failed to authenticate', redirect: 'error', signal } as const;
  try {
    const answer = (await call(paths.user, request)) as UserResponse;
    if (isOutdated(shown, answer)) location.reload();
  } catch (error) {
    if (isSignedOut(error)) return onSignedOut();
    const code = error instanceof RequestFailed ? error.code : undefined;
    // the whole page shows that
    if (code === 'session.user-changed') return;
    showToast({ kind: 'error', title: t(errorWordsKey(code ?? 'unavailable')) }, 'user');
  }
}
