// Calls for the sessions of the user, and their names.

import type { OpenSession, SessionsResponse } from '@brama/contract/api/sessions';
import { numbered } from '@brama/contract/pages/numbered';
import { paths } from '@brama/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { call } from '../../../browser/api.ts';

const timeoutMs = 15_000;

/** Fetched each time the section is shown, because sessions change elsewhere. */
export const sessionsQuery = queryOptions({
  retry: false,
  refetchOnWindowFocus: false,
  networkMode: 'always',
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => {
    const failure = 'Failed to load sessions';
    return (await call(paths.sessions, { failure, signal })) as SessionsResponse;
  },
  gcTime: 0,
});

export async function endSession(session: string): Promise<void> {
  await call(paths.endSession, {
    method: 'POST',
    body: { session },
    failure: 'Failed to end a session',
    signal: AbortSignal.timeout(timeoutMs),
  });
}

export async function endOtherSessions(): Promise<void> {
  await call(paths.endOtherSessions, {
    method: 'POST',
    failure: 'Failed to end sessions',
    signal: AbortSignal.timeout(timeoutMs),
  });
}

function placeOf({ browser, system }: OpenSession, t: TFunction<'profile'>): string {
  if (browser === null || system === null) return browser ?? system ?? t('sessions.unknown');
  return t('sessions.on', { browser, system });
}

/** Returns the names of the sessions in order. Equal names get a number, so that each name is unique. */
export function sessionNames(sessions: readonly OpenSession[], t: TFunction<'profile'>): string[] {
  return numbered(sessions.map((session) => placeOf(session, t)));
}
