// Authenticates a user by password, within the rate limits: at sign-in, and before the user changes the password.

import type { LoginName } from '@brama/contract/sign-in/login-name';
import type { FastifyRequest } from 'fastify';
import type { Statement } from '../../database/direct.ts';
import { RequestError } from '../../errors.ts';
import { networkOf, strangerAt } from '../../http/limits/client-network.ts';
import type { Requester } from '../../jobs/fair-queue.ts';
import type { UserStore } from '../../users/store.ts';
import type { TrustedDevice, TrustedDevices } from '../trusted-devices.ts';
import type { AdmitAttempt } from './attempt-limits.ts';
import { createDelayedRefusal } from './delayed-refusal.ts';
import type { HashQueue } from './hashing/hash-queue.ts';
import type { PasswordRejected, PasswordVerified, VerifyPassword } from './verify-password.ts';

export type AuthenticateDeps = {
  findCredentials: UserStore['findCredentials'];
  devices: Pick<TrustedDevices, 'findForUser'>;
  admit: AdmitAttempt;
  hashQueue: Pick<HashQueue, 'run'>;
  verifyPassword: VerifyPassword;
  /** Counts an attempt that a limit refused, for the user whom it is about. */
  countThrottled(userId: string, network: string): void;
  /** Waits for so many milliseconds. */
  pause(ms: number): Promise<unknown>;
};

/** The statements refund the attempt. They are stored with what follows a correct password. */
export type AuthenticatedUser = PasswordVerified & { refunds: readonly Statement[] };

/** Verifies the password. @throws `sign-in.throttled`, `busy` */
export type Authenticate = (
  request: FastifyRequest,
  credentials: { username: LoginName; password: string },
) => Promise<AuthenticatedUser | PasswordRejected>;

/** A user may have many trusted devices: they share the user's place in the queue. */
function requesterOf(device: TrustedDevice | undefined, address: string): Requester {
  if (!device) return strangerAt(address);
  return { group: device.userId, source: device.device, isTrusted: true };
}

type Attempt = {
  name: LoginName;
  password: string;
  network: string;
  trusted: TrustedDevice | undefined;
};

/** Counts the attempt before it verifies the password, so that parallel guesses are all counted. */
async function countAndVerify(
  { findCredentials, admit, verifyPassword, countThrottled }: AuthenticateDeps,
  { name, password, network, trusted }: Attempt,
) {
  // after the wait in the queue, so that a flood costs no queries and the credentials are current
  const credentials = await findCredentials(name);
  const usernameKey = credentials?.usernameKey ?? name.usernameKey;
  // during the wait another user may have received this email address
  const device = trusted?.userId === credentials?.userId ? trusted?.device : undefined;
  const attempt = await admit({ usernameKey, network, device }).catch((error) => {
    if (credentials && error instanceof RequestError && error.code === 'sign-in.throttled')
      countThrottled(credentials.userId, network);
    throw error;
  });
  const result = await verifyPassword(usernameKey, credentials, password).catch(async (error) => {
    await attempt.withdraw();
    throw error;
  });
  return 'refused' in result ? result : { ...result, refunds: attempt.refunds() };
}

export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const { findCredentials, devices, hashQueue } = deps;
  const delayRefusal = createDelayedRefusal(deps.pause);

  async function authenticate(request: FastifyRequest, name: LoginName, password: string) {
    const findUserId = async () => (await findCredentials(name))?.userId;
    const trusted = await devices.findForUser(request, findUserId);
    const attempt = { name, password, network: networkOf(request.ip), trusted };
    return hashQueue.run(requesterOf(trusted, request.ip), () => countAndVerify(deps, attempt));
  }

  return (request, { username, password }) =>
    delayRefusal(() => authenticate(request, username, password));
}
