// Decides which user a verified identity belongs to, or why it is refused. Pure, and the same for every sign-in method.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Assurance } from '../sessions/assurance.ts';
import type { User } from './user.ts';

/** What a sign-in method has verified. The key is (method, subject). Other facts are never a key. */
export type VerifiedIdentity = {
  method: MethodId;
  /** Stable within the method. For `password` it is the id of the user record. */
  subject: string;
  /** Epoch milliseconds. */
  verifiedAt: number;
  /** Provided by the method. Stored encrypted while the session lasts. */
  taxId?: string;
} & Assurance;

/** A user with the email address of an identity that is not linked yet. */
export type EmailMatch = {
  user: User;
  /** Another identity of the same method is linked to this user. */
  hasOther: boolean;
};

export type IdentifiedUser = Pick<User, 'id' | 'disabled'>;

export type Refusal = 'unknown' | 'disabled';
/** `ambiguous`: several users have the address. `other-identity`: another account is linked to its user. */
export type LinkRefusal = Refusal | 'ambiguous' | 'other-identity';

/** `found` is the user record found under the key of the identity. */
export function identify<T extends IdentifiedUser>(
  found: T | undefined,
): { user: T } | { refused: Refusal } {
  if (!found) return { refused: 'unknown' };
  if (found.disabled) return { refused: 'disabled' };
  return { user: found };
}

/**
 * Returns the user to whom an unlinked identity may be linked. `matches` are the users with its email address. The caller
 * passes none unless the issuer confirms that the address is verified and belongs to the organisation.
 */
export function matchByEmail(
  matches: readonly EmailMatch[],
): { mayLink: User } | { refused: LinkRefusal } {
  const [match, another] = matches.filter(({ user }) => !user.disabled);
  if (!match) return { refused: matches.length > 0 ? 'disabled' : 'unknown' };
  if (another) return { refused: 'ambiguous' };
  return match.hasOther ? { refused: 'other-identity' } : { mayLink: match.user };
}
