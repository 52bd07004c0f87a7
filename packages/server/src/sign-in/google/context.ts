// The dependencies that the files of sign-in with Google share.

import type { KeyObject } from 'node:crypto';
import { deriveKey } from '../../crypto/keys.ts';
import type { LinkedIdentities } from '../../users/linked-identities.ts';
import type { SignInContext } from '../method.ts';
import type { AttemptCookies } from './attempt-cookies.ts';
import type { GoogleAttempts } from './attempt-store.ts';
import type { Client } from './provider/client.ts';
import { createStates, type States } from './state.ts';

export type Google = Pick<
  SignInContext,
  'db' | 'users' | 'events' | 'changes' | 'ownChanges' | 'removals' | 'now'
> & {
  sessionCookie: SignInContext['http']['sessionCookie'];
  client: Client;
  attempts: GoogleAttempts;
  cookies: AttemptCookies;
  states: States;
  links: LinkedIdentities;
  /** Key of the hash that stands for an account in the log. */
  logKey: KeyObject;
  requestLimits: SignInContext['limits']['requestLimits'];
};

export function createGoogle(
  context: SignInContext,
  { attempts, cookies, client }: Pick<Google, 'attempts' | 'cookies' | 'client'>,
): Google {
  const { keys, users, http, limits, now } = context;
  return {
    db: context.db,
    users,
    events: context.events,
    changes: context.changes,
    ownChanges: context.ownChanges,
    removals: context.removals,
    now,
    sessionCookie: http.sessionCookie,
    client,
    attempts,
    cookies,
    states: createStates(deriveKey(keys.data, 'Google state')),
    links: context.links,
    logKey: deriveKey(keys.data, 'Google accounts in the log'),
    requestLimits: limits.requestLimits,
  };
}
