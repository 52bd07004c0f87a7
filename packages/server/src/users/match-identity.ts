// Verified identity + what we know → user, may be linked, or refusal. Pure. Knows no method: methods prove who
// somebody is, this says which user that is here.

import type { MethodId } from '@brama/contract/pages/login-page';
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

/** A user with the address of an identity that nobody is linked to. */
export type EmailMatch = {
  user: User;
  /** Another identity of the same method is linked to this user. */
  hasOther: boolean;
};

export type Refusal = 'unknown' | 'disabled';
/** `ambiguous`: several have the address. `other-identity`: its owner came as somebody else before. */
export type LinkRefusal = Refusal | 'ambiguous' | 'other-identity';

/** `known` is the user record found under the identity's key, if any. */
export function identify(known: User | undefined): { user: User } | { refused: Refusal } {
  if (!known) return { refused: 'unknown' };
  if (known.disabled) return { refused: 'disabled' };
  return { user: known };
}

/**
 * Whom an unknown identity may be linked to. `holders` are the users with an address whose issuer vouches that
 * it is one of ours and verified; an address that nobody vouches for has none.
 */
export function matchByEmail(
  holders: readonly EmailMatch[],
): { mayLink: User } | { refused: LinkRefusal } {
  const [holder, another] = holders.filter(({ user }) => !user.disabled);
  if (!holder) return { refused: holders.length > 0 ? 'disabled' : 'unknown' };
  if (another) return { refused: 'ambiguous' };
  return holder.hasOther ? { refused: 'other-identity' } : { mayLink: holder.user };
}
