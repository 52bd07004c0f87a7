// From a Google account to a user of ours: who is linked, whom a first sign-in links, who links by hand.

import type { ExternalIdentity, LinkedIdentities } from '../../users/linked-identities.ts';
import type { EmailMatch, LinkRefusal } from '../../users/match-identity.ts';
import { identify, matchByEmail } from '../../users/match-identity.ts';
import type { User } from '../../users/user.ts';
import type { GoogleIdentity } from './provider/id-token.ts';

export type AccountLinkingDeps = {
  links: LinkedIdentities;
  userById(id: string): Promise<User | undefined>;
  findByEmail(email: string, method: 'google'): Promise<EmailMatch[]>;
};

/** `refused` with the user who has linked the account, where anybody has. */
type Found = { user: User; isNew: boolean } | { refused: LinkRefusal; userId?: string };

export function externalIdentity({ issuer, subject }: GoogleIdentity): ExternalIdentity {
  return { method: 'google', issuer, subject };
}

/** Addresses with other characters can look like those of other people, so they are linked by hand alone. */
const asciiEmail = /^[\x21-\x7e]+$/;

export function createAccountLinking({ links, userById, findByEmail }: AccountLinkingDeps) {
  /** The first sign-in of an account: by its address, where its issuer vouches for it. */
  async function linkByEmail(identity: GoogleIdentity): Promise<Found> {
    const mayFind = identity.vouched && asciiEmail.test(identity.email);
    const holders = mayFind ? await findByEmail(identity.email, 'google') : [];
    const result = matchByEmail(holders);
    if ('refused' in result) return result;
    const user = result.mayLink;
    // somebody else with this address was faster
    if (!(await links.add(externalIdentity(identity), user.id, identity.email)))
      return { refused: 'other-identity' };
    return { user, isNew: true };
  }

  async function known(outside: ExternalIdentity, userId: string): Promise<Found> {
    const result = identify(await userById(userId));
    if ('refused' in result) return { ...result, userId };
    await links.noteUse(outside);
    return { user: result.user, isNew: false };
  }

  return {
    async find(identity: GoogleIdentity): Promise<Found> {
      const outside = externalIdentity(identity);
      const userId = await links.userIdOf(outside);
      if (userId !== undefined) return known(outside, userId);
      const found = await linkByEmail(identity);
      if ('user' in found) return found;
      // refused, it may be, since this very account has been linked meanwhile
      const linkedId = await links.userIdOf(outside);
      return linkedId === undefined ? found : known(outside, linkedId);
    },
  };
}
