// The possible reactions to a sign-in request in the simulator: what a user or an attacker sends to Brama.

import { randomBytes } from 'node:crypto';
import { makeAuthority, makeTelephone } from './authority.ts';
import type { Holder } from './cast.ts';
import type { Issuer } from './certificate.ts';
import { signDigest } from './cms.ts';

export const actions = [
  'confirm',
  'decline',
  'slow',
  'late',
  'twice',
  'tampered-signature',
  'foreign-authority',
  'expired-certificate',
  'wrong-digest',
  'empty-digest',
  'other-request',
] as const;
export type Action = (typeof actions)[number];

/** What the simulator sends to Brama: a signature, how often, and after which delay. Undefined if the user declines. */
export type Deed = { signature: Buffer; times: number; waitSeconds: number };

export type Waits = { slowSeconds: number; lateSeconds: number };

/** Returns the signature with one bit of its last byte changed. */
function tampered(signature: Buffer): Buffer {
  const copy = Buffer.from(signature);
  copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1;
  return copy;
}

export function createActions(authority: Issuer, { slowSeconds, lateSeconds }: Waits) {
  let stranger: Issuer | undefined;
  const foreign = () => {
    stranger ??= makeAuthority();
    return stranger;
  };

  function signatureFor(action: Action, holder: Holder, digest: Buffer, other: Buffer): Buffer {
    const telephone = () => makeTelephone(authority, holder);
    switch (action) {
      case 'tampered-signature':
        return tampered(signDigest(telephone(), digest));
      case 'foreign-authority':
        return signDigest(makeTelephone(foreign(), holder), digest);
      case 'expired-certificate':
        return signDigest(makeTelephone(authority, holder, { expired: true }), digest);
      case 'empty-digest':
        return signDigest(telephone(), Buffer.alloc(0));
      case 'wrong-digest':
        return signDigest(telephone(), randomBytes(32));
      case 'other-request':
        return signDigest(telephone(), other);
      case 'confirm':
      case 'decline':
      case 'slow':
      case 'late':
      case 'twice':
        return signDigest(telephone(), digest);
    }
  }

  const waits: Partial<Record<Action, number>> = { slow: slowSeconds, late: lateSeconds };

  /** `requestId`: base64 of the digest to sign. `otherId`: that of another request, if there is one. */
  return function deedOf(
    action: Action,
    holder: Holder,
    requestId: string,
    otherId: string | undefined,
  ): Deed | undefined {
    if (action === 'decline') return undefined;
    const digest = Buffer.from(requestId, 'base64');
    const other = otherId === undefined ? randomBytes(32) : Buffer.from(otherId, 'base64');
    return {
      signature: signatureFor(action, holder, digest, other),
      times: action === 'twice' ? 2 : 1,
      waitSeconds: waits[action] ?? 0,
    };
  };
}
