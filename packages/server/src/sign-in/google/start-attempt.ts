// The beginning of every way through Google: an attempt is stored, this browser gets its cookie, and the address
// to go to is made.

import type { Language } from '@brama/contract/paths';
import type { GooglePurpose } from '@brama/contract/sign-in/google/state';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../errors.ts';
import type { AttemptCookies } from './attempt-cookies.ts';
import { type GoogleAttempts, newAttemptId, newAttemptSecrets } from './attempt-store.ts';
import type { Client } from './provider/client.ts';
import type { States } from './state.ts';

/** Servers on the way, Google's too, take no address that is much longer than this. */
const maxStateLength = 4096;

type Deps = {
  states: States;
  attempts: GoogleAttempts;
  cookies: AttemptCookies;
  client: Client;
  /** Counts what is begun. @throws `request.too-many` */
  begin(request: FastifyRequest): Promise<void>;
  now: () => number;
};

type AttemptOptions = {
  purpose: GooglePurpose;
  /** A query of carried parameters. */
  carried: string;
  language: Language;
  sessionUid?: string;
};

export function createAttemptStarter(deps: Deps) {
  const { states, attempts, cookies, client, now } = deps;

  /** The address at Google. @throws {IssuerUnavailable}; `request.too-large` for too much that is carried. */
  return async function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    { purpose, carried, language, sessionUid }: AttemptOptions,
  ): Promise<string> {
    const id = newAttemptId();
    const state = states.write(id, purpose, carried);
    if (state.length > maxStateLength) fail('request.too-large');
    await deps.begin(request);
    const secrets = newAttemptSecrets();
    // first: where Google does not answer nothing is left behind
    const address = await client.address(state, secrets, language);
    const browser = cookies.admit(request, reply, id, now());
    await attempts.add({ id, browser, purpose, sessionUid, secrets });
    return address;
  };
}

export type StartAttempt = ReturnType<typeof createAttemptStarter>;
