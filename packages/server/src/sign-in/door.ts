// From verified identity to session: identify, issue a ticket, exchange it. The same for every method.

import type { Database } from '../database/connect.ts';
import type { Visitors } from '../http/visitor.ts';
import type { SessionStore } from '../sessions/store.ts';
import { identify, type VerifiedIdentity } from '../users/identify.ts';
import type { User } from '../users/user.ts';
import type { Door } from './method.ts';
import type { SignInTickets } from './store.ts';

export type DoorNeeds = {
  db: Database;
  tickets: SignInTickets;
  sessions: SessionStore;
  visitors: Visitors;
  userById(id: string): Promise<User | undefined>;
};

export function createDoor({ db, tickets, sessions, visitors, userById }: DoorNeeds): Door {
  function findUser(identity: VerifiedIdentity) {
    // the subject of a password is our own user record; other methods look up their link
    return userById(identity.subject);
  }
  return {
    async issueTicket(identity) {
      const result = identify(await findUser(identity));
      return 'user' in result ? tickets.issue(result.user.id, identity.method) : undefined;
    },
    async enter(request, reply, ticket) {
      const previous = visitors.secretOf(request);
      const started = await db.transaction().execute(async (transaction) => {
        const owner = await tickets.consume(transaction, ticket);
        if (!owner) return undefined;
        // signing in anew replaces the session of this browser
        if (previous) await sessions.end(transaction, previous);
        return sessions.start(transaction, owner.userId, owner.method);
      });
      if (!started) return false;
      visitors.admit(reply, started.secretId);
      return true;
    },
  };
}
