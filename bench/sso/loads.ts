// The loads that every provider receives.

import type { Connection } from '../load/connection.ts';
import { hop, logIn, readDocument, refresh } from '../load/openid-steps.ts';
import { hopClient, refreshClient } from '../system/clients.ts';
import type { SsoTarget } from './targets.ts';

type Operation = (connection: Connection) => Promise<unknown>;

/** Refreshes every token in turn and replaces it with the new one. There are as many chains as connections. */
function refreshing({ paths, nextCookie }: SsoTarget): Operation {
  const spare: string[] = [];
  return async (connection) => {
    const token =
      spare.pop() ??
      (await logIn(connection, paths, refreshClient, nextCookie())).refresh_token ??
      '';
    spare.push(await refresh(connection, paths, refreshClient, token));
  };
}

export const operations = {
  hop: (target: SsoTarget): Operation => {
    const { paths, nextCookie } = target;
    return (connection) => hop(connection, paths, hopClient, nextCookie());
  },
  refresh: refreshing,
  discovery:
    ({ paths }: SsoTarget): Operation =>
    (connection) =>
      readDocument(connection, paths.discovery),
  jwks:
    ({ paths }: SsoTarget): Operation =>
    (connection) =>
      readDocument(connection, paths.jwks),
} satisfies Record<string, (target: SsoTarget) => Operation>;

export type SsoOperation = keyof typeof operations;
