// The loads that every provider receives.

import { casHop } from '../load/cas-steps.ts';
import type { Connection } from '../load/connection.ts';
import { hop, logIn, readDocument, refresh } from '../load/openid-steps.ts';
import { askUser, openApplication, resolveByGet, resolveByPost } from '../load/steps.ts';
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

/** Launches from the portal. Old and new applications resolve their tickets in turn. Only our server has it. */
function launching({ nextCookie }: SsoTarget): Operation {
  let turn = 0;
  return async (connection) => {
    const ticketId = await openApplication(connection, nextCookie());
    turn += 1;
    await (turn % 2 === 0 ? resolveByGet : resolveByPost)(connection, ticketId);
  };
}

/** Reads discovery and JWKS in turn. */
function readingDocuments({ paths }: SsoTarget): Operation {
  let turn = 0;
  return (connection) => {
    turn += 1;
    return readDocument(connection, turn % 2 === 0 ? paths.jwks : paths.discovery);
  };
}

export const operations = {
  hop:
    ({ paths, nextCookie }: SsoTarget): Operation =>
    (connection) =>
      hop(connection, paths, hopClient, nextCookie()),
  /** Only our server has it. */
  cas:
    ({ nextCookie }: SsoTarget): Operation =>
    (connection) =>
      casHop(connection, nextCookie()),
  refresh: refreshing,
  documents: readingDocuments,
  /** Only our server has it. */
  user:
    ({ nextCookie }: SsoTarget): Operation =>
    (connection) =>
      askUser(connection, nextCookie()),
  ticket: launching,
  signIn:
    (target: SsoTarget): Operation =>
    (connection) =>
      target.signIn(connection),
} satisfies Record<string, (target: SsoTarget) => Operation>;

export type SsoOperation = keyof typeof operations;
