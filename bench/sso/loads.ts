// What is done to every provider alike.

import type { Connection } from '../load/connection.ts';
import { hop, logIn, readDocument, refresh } from '../load/openid-steps.ts';
import { hopClient, refreshClient } from '../system/clients.ts';
import type { SsoTarget } from './targets.ts';

type Operation = (connection: Connection) => Promise<unknown>;

/** Every token in its turn, and in its place the one it was refreshed to: as many chains as connections. */
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
