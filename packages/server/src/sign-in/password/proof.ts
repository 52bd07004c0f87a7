// Proof of a password, as often as the throttle allows: at sign-in, and before another one may be set.

import type { SignInRequest } from '@brama/contract/sign-in';
import type { FastifyRequest } from 'fastify';
import type { Turn } from '../../fair-queue.ts';
import { networkOf, siteOf } from '../../http/client-network.ts';
import { searchKey } from '../../users/user.ts';
import { createPatience } from './patience.ts';
import type { PasswordThrottle, Tried } from './throttle.ts';
import type { Turnstile } from './turnstile.ts';
import { createVerify, type Proven, type Unproven, type VerifyNeeds } from './verify.ts';

export type ProofNeeds = VerifyNeeds & {
  admit: PasswordThrottle;
  /** What this browser is counted under where the user of this name is known from it. */
  deviceOf(request: FastifyRequest, username: string): Promise<string | undefined>;
  turnstile: Pick<Turnstile, 'pass'>;
  /** Waits so many milliseconds. */
  pause(ms: number): Promise<unknown>;
};

/** Tells a wrong password from a right one. @throws `sign-in.throttled`, `busy` */
export type Prove = (
  request: FastifyRequest,
  credentials: SignInRequest,
) => Promise<Proven | Unproven>;

/** Somebody may have any number of devices known by their own password: one user has one place in turn. */
function turnOf({ username, network, device }: Tried, address: string): Turn {
  if (device === undefined) return { site: siteOf(address), holder: network, known: false };
  return { site: searchKey(username), holder: device, known: true };
}

export function createProof(needs: ProofNeeds): Prove {
  const verify = createVerify(needs);

  const patiently = createPatience(needs.pause);

  /** Counted first: parallel guesses must find each other. */
  async function countedProof(tried: Tried, password: string) {
    const admission = await needs.admit(tried);
    const proven = await verify(tried.username, password).catch(async (error) => {
      await admission.withdraw();
      throw error;
    });
    if (!('refused' in proven)) await admission.succeed();
    return proven;
  }

  async function proofOf(request: FastifyRequest, { username, password }: SignInRequest) {
    const device = await needs.deviceOf(request, username);
    const tried = { username, network: networkOf(request.ip), device };
    return needs.turnstile.pass(turnOf(tried, request.ip), () => countedProof(tried, password));
  }

  return (request, credentials) => patiently(() => proofOf(request, credentials));
}
