// Verified identity + what we know → user or refusal. Pure. Knows no method: methods prove who somebody
// is, this says which user that is here.

import type { MethodId } from '@brama/contract/login-page';
import type { User } from './user.ts';

/** What a sign-in method has proved. The key is (method, subject); facts are never a key. */
export type VerifiedIdentity = {
  method: MethodId;
  /** Stable within the method. For `password` the id of our own user record. */
  subject: string;
  /** When it was proved, epoch milliseconds. */
  verifiedAt: number;
  /** Told by the method; never a key by itself, kept encrypted while the session lasts. */
  taxId?: string;
};

export type Refusal = 'unknown' | 'disabled';
export type Identified = { user: User } | { refused: Refusal };

/** `known` is the user record found under the identity's key, if any. */
export function identify(known: User | undefined): Identified {
  if (!known) return { refused: 'unknown' };
  if (known.disabled) return { refused: 'disabled' };
  return { user: known };
}
