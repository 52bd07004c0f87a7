// WebAuthn challenges. The server stores none until it is used. A challenge contains its end, and a MAC over its purpose and
// the browser or session that received it. `used-challenges.ts` prevents that one works twice.

import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

/** Users search for a phone or a security key. The page asks for new options before this time is over. */
export const challengeMs = 10 * 60_000;

export type ChallengePurpose = 'sign-in' | 'add' | 'second-factor';

/** Whom a challenge is for. */
export type ChallengeOwner = {
  purpose: ChallengePurpose;
  /** A secret of the browser, or the session or pending sign-in and its user. */
  boundTo: string;
};

const endBytes = 8;
const headBytes = endBytes + 16;
const macBytes = 32;

export type CheckedChallenge = { challenge: string; expiresAt: number };

export function createChallenges(key: KeyObject, now: () => number) {
  function macOf(head: Buffer, { purpose, boundTo }: ChallengeOwner): Buffer {
    return createHmac('sha256', key).update(head).update(`${purpose} ${boundTo}`).digest();
  }

  return {
    issue(owner: ChallengeOwner): string {
      const end = Buffer.alloc(endBytes);
      end.writeBigUInt64BE(BigInt(now() + challengeMs));
      const head = Buffer.concat([end, randomBytes(headBytes - endBytes)]);
      return Buffer.concat([head, macOf(head, owner)]).toString('base64url');
    },

    /** Returns why the challenge is refused. `foreign`: it is not from this server, or it was issued to another owner. */
    check(
      challenge: string,
      owner: ChallengeOwner,
    ): CheckedChallenge | { refused: 'foreign' | 'expired' } {
      const bytes = Buffer.from(challenge, 'base64url');
      // one spelling only: used challenges are found by their text
      const isWhole = bytes.length === headBytes + macBytes;
      if (!isWhole || bytes.toString('base64url') !== challenge) return { refused: 'foreign' };
      const head = bytes.subarray(0, headBytes);
      if (!timingSafeEqual(bytes.subarray(headBytes), macOf(head, owner)))
        return { refused: 'foreign' };
      const expiresAt = Number(head.readBigUInt64BE());
      return now() < expiresAt ? { challenge, expiresAt } : { refused: 'expired' };
    },
  };
}

export type Challenges = ReturnType<typeof createChallenges>;
