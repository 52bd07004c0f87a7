// Starts an attempt to sign in with Google or to link an account. Stores the attempt, sets the cookie of the browser,
// and builds the URL at Google.

import type { Language } from '@brama/contract/paths';
import type { GooglePurpose } from '@brama/contract/sign-in/google/state';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../errors.ts';
import type { AttemptCookies } from './attempt-cookies.ts';
import { type GoogleAttempts, newAttemptId, newAttemptSecrets } from './attempt-store.ts';
import type { Client } from './provider/client.ts';
import type { States } from './state.ts';

/** Proxies and Google itself reject much longer URLs. */
const maxStateLength = 4096;

export type StartAttemptDeps = {
  states: States;
  attempts: GoogleAttempts;
  cookies: AttemptCookies;
  client: Client;
  /** Counts the attempt. @throws `request.too-many` */
  countStart(request: FastifyRequest): Promise<void>;
  now: () => number;
};

type AttemptOptions = {
  purpose: GooglePurpose;
  /** A query of return parameters. */
  carried: string;
  language: Language;
  sessionUid?: string;
};

/** Returns the URL at Google. @throws {IssuerUnavailable}; `request.too-large` for too long return parameters. */
export async function startAttempt(
  { states, attempts, cookies, client, countStart, now }: StartAttemptDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { purpose, carried, language, sessionUid }: AttemptOptions,
): Promise<string> {
  const id = newAttemptId();
  const state = states.write(id, purpose, carried);
  if (state.length > maxStateLength) fail('request.too-large');
  await countStart(request);
  const secrets = newAttemptSecrets();
  // first, so that nothing is stored when Google is unavailable
  const url = await client.authorizationUrl(state, secrets, language);
  const browserSecret = cookies.set(request, reply, id, now());
  await attempts.add({ id, browserSecret, purpose, sessionUid, secrets });
  return url;
}
