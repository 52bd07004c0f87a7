// Finds the user of a Google account: by its link, or at the first sign-in by its verified email address. Shows users their link.

import type { GoogleLinkResponse } from '@brama/contract/sign-in/google/schemas';
import type { Queries } from '../../database/connect.ts';
import type { Session } from '../../sessions/session.ts';
import type { ExternalIdentity } from '../../users/linked-identities.ts';
import { identify, type LinkRefusal, matchByEmail } from '../../users/match-identity.ts';
import type { User } from '../../users/user.ts';
import type { Google } from './context.ts';
import type { GoogleIdentity } from './provider/id-token.ts';

type Deps = Pick<Google, 'links' | 'users'> & {
  /** Stores, within the transaction, that the account is linked. */
  recordLink(queries: Queries, userId: string): Promise<void>;
};

/** `userId` of a refusal: the user to whom the account is linked. */
type Found = { user: User; isNew: boolean } | { refused: LinkRefusal; userId?: string };

export function externalIdentity({ issuer, subject }: GoogleIdentity): ExternalIdentity {
  return { method: 'google', issuer, subject };
}

/** Addresses with other characters can look like those of other people. Their users link the account themselves. */
const asciiEmail = /^[\x21-\x7e]+$/;

/**
 * Returns whether an account with the address of the user would be linked at its first sign-in, if the domain of the address manages
 * it. A disabled user counts as enabled.
 */
export async function linksByAddress(
  users: Pick<Google['users'], 'findByEmail'>,
  hostedDomains: readonly string[],
  { id, email }: User,
): Promise<boolean> {
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase() ?? '';
  if (email === null || !asciiEmail.test(email) || !hostedDomains.includes(domain)) return false;
  const matches = await users.findByEmail(email, 'google');
  const result = matchByEmail(
    matches.map(({ user, hasOther }) => ({
      user: user.id === id ? { ...user, disabled: false } : user,
      hasOther,
    })),
  );
  return 'mayLink' in result && result.mayLink.id === id;
}

/** Links the account at its first sign-in, if the issuer confirms that the address belongs to the organisation. */
async function linkByEmail(deps: Deps, identity: GoogleIdentity): Promise<Found> {
  const mayMatch = identity.vouched && asciiEmail.test(identity.email);
  const result = matchByEmail(
    mayMatch ? await deps.users.findByEmail(identity.email, 'google') : [],
  );
  if ('refused' in result) return result;
  const user = result.mayLink;
  // false if another account with this address was linked at the same time
  const isLinked = await deps.links.add(
    externalIdentity(identity),
    user.id,
    identity.email,
    (queries) => deps.recordLink(queries, user.id),
  );
  return isLinked ? { user, isNew: true } : { refused: 'other-identity' };
}

async function findLinkedUser({ users }: Pick<Deps, 'users'>, userId: string): Promise<Found> {
  const result = identify(await users.byId(userId));
  if ('refused' in result) return { ...result, userId };
  return { user: result.user, isNew: false };
}

/** Returns the user of the account, or why it is refused. */
export async function findOrLinkUser(deps: Deps, identity: GoogleIdentity): Promise<Found> {
  const external = externalIdentity(identity);
  const userId = await deps.links.findUserId(external);
  if (userId !== undefined) return findLinkedUser(deps, userId);
  const found = await linkByEmail(deps, identity);
  if ('user' in found) return found;
  // the refusal may be due to a simultaneous sign-in that has linked this account
  const linkedId = await deps.links.findUserId(external);
  return linkedId === undefined ? found : findLinkedUser(deps, linkedId);
}

/** Returns what a signed-in user sees about the linked account. */
export async function findGoogleLink(
  deps: Pick<Google, 'db' | 'links' | 'changes' | 'removals'>,
  session: Session,
): Promise<GoogleLinkResponse> {
  const { db, links, removals } = deps;
  const { userId } = session;
  const link = await links.findForUser('google', userId);
  const missing = await deps.changes.missing(session);
  return {
    linked: link ? { email: link.email, since: new Date(link.linkedAt).toISOString() } : null,
    lastWayIn: (await removals.refusalOf(db, userId, { method: 'google' })) === 'last-way-in',
    fresh: missing === null,
    missing,
  };
}
