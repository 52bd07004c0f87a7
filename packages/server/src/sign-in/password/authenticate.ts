// Proof of a password, as often as the throttle allows: at sign-in, and before another one may be set.

import type { SignInRequest } from '@brama/contract/sign-in/schemas';
import type { FastifyRequest } from 'fastify';
import { networkOf, widerNetworkOf } from '../../http/limits/client-network.ts';
import type { Requester } from '../../jobs/fair-queue.ts';
import type { Credentials } from '../../users/store.ts';
import { searchKey } from '../../users/user.ts';
import type { TrustedDevice } from '../trusted-devices.ts';
import type { AdmitAttempt } from './attempt-limits.ts';
import { createDelayedRefusal } from './delayed-refusal.ts';
import type { HashQueue } from './hashing/hash-queue.ts';
import {
  createVerifyPassword,
  type PasswordRejected,
  type PasswordVerified,
  type VerifyDeps,
} from './hashing/verify.ts';

export type AuthenticateDeps = VerifyDeps & {
  admit: AdmitAttempt;
  /** Returns the user whom a typed username or email address means. */
  findCredentials(typed: string): Promise<Credentials | undefined>;
  /** Returns the user who is meant, and what this browser is counted under, where it is known of this user. */
  deviceOf(
    request: FastifyRequest,
    userIdOf: () => Promise<string | undefined>,
  ): Promise<TrustedDevice | undefined>;
  hashQueue: Pick<HashQueue, 'run'>;
  /** Waits so many milliseconds. */
  pause(ms: number): Promise<unknown>;
};

/** Tells a wrong password from a right one. @throws `sign-in.throttled`, `busy` */
export type Authenticate = (
  request: FastifyRequest,
  credentials: SignInRequest,
) => Promise<PasswordVerified | PasswordRejected>;

/** Somebody may have any number of devices known by their own password: one user has one place in turn. */
function turnOf(known: TrustedDevice | undefined, address: string): Requester {
  if (!known)
    return { group: widerNetworkOf(address), source: networkOf(address), isTrusted: false };
  return { group: known.userId, source: known.device, isTrusted: true };
}

export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const verify = createVerifyPassword(deps);

  const delayRefusal = createDelayedRefusal(deps.pause);

  /** Counts the attempt under the user who is meant, then verifies: parallel guesses must find each other. */
  async function countAndVerify(
    { username, password }: SignInRequest,
    { network, known }: { network: string; known: TrustedDevice | undefined },
  ) {
    const credentials = await deps.findCredentials(username);
    const name = credentials?.usernameKey ?? searchKey(username);
    // while the attempt waited, the address may have become that of another user
    const device = known?.userId === credentials?.userId ? known?.device : undefined;
    const admission = await deps.admit({ username: name, network, device });
    const proven = await verify(name, credentials, password).catch(async (error) => {
      await admission.withdraw();
      throw error;
    });
    if (!('refused' in proven)) await admission.succeed();
    return proven;
  }

  async function queueAttempt(request: FastifyRequest, given: SignInRequest) {
    const userIdOf = async () => (await deps.findCredentials(given.username))?.userId;
    const known = await deps.deviceOf(request, userIdOf);
    const from = { network: networkOf(request.ip), known };
    return deps.hashQueue.run(turnOf(known, request.ip), () => countAndVerify(given, from));
  }

  return (request, credentials) => delayRefusal(() => queueAttempt(request, credentials));
}
