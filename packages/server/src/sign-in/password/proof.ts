// Proof of a password, as often as the throttle allows: at sign-in, and before another one may be set.

import type { SignInRequest } from '@brama/contract/sign-in';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../http/client-network.ts';
import type { Turn } from './fair-queue.ts';
import { createPatience } from './patience.ts';
import { type PasswordThrottle, turnOf } from './throttle.ts';
import { createVerify, type Proven, type VerifyNeeds } from './verify.ts';

export type ProofNeeds = VerifyNeeds & {
  admit: PasswordThrottle;
  /** What this browser is counted under where the user of this name is known from it. */
  deviceOf(request: FastifyRequest, username: string): Promise<string | undefined>;
  /** Would a hash find a place now? @throws `busy` */
  mustHaveRoom(turn: Turn): void;
  /** Waits so many milliseconds. */
  pause(ms: number): Promise<unknown>;
};

/** Nothing for a wrong password. @throws `sign-in.throttled`, `busy` */
export type Prove = (
  request: FastifyRequest,
  credentials: SignInRequest,
) => Promise<Proven | undefined>;

export function createProof(needs: ProofNeeds): Prove {
  const verify = createVerify(needs);

  const patiently = createPatience(needs.pause);

  async function proofOf(request: FastifyRequest, { username, password }: SignInRequest) {
    const device = await needs.deviceOf(request, username);
    const network = networkOf(request.ip);
    // a flood that finds no room costs no more than this
    needs.mustHaveRoom(turnOf({ network, device }));
    const admission = await needs.admit({ username, network, device });
    const proven = await verify(username, password, admission.turn).catch(async (error) => {
      await admission.withdraw();
      throw error;
    });
    if (proven) await admission.succeed();
    return proven;
  }

  return (request, credentials) => patiently(() => proofOf(request, credentials));
}
