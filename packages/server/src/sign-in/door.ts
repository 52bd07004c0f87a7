// From verified identity to session: identify, issue a ticket, exchange it. The same for every method.

import type { Database } from '../database/connect.ts';
import type { Visitors } from '../http/visitor.ts';
import { labelOf } from '../sessions/browser-label.ts';
import type { SessionStore } from '../sessions/store.ts';
import { identify } from '../users/identify.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Door, SignInMethod } from './method.ts';
import type { SignInTickets } from './store.ts';

export type DoorNeeds = {
  db: Database;
  tickets: SignInTickets;
  sessions: SessionStore;
  visitors: Visitors;
  devices: Pick<KnownDevices, 'remember'>;
  methods: readonly SignInMethod[];
};

export function createDoor({ db, tickets, sessions, visitors, devices, methods }: DoorNeeds): Door {
  return {
    async issueTicket(identity, known, attempt) {
      const result = identify(known);
      if ('refused' in result) return result;
      const ticket = await tickets.issue(result.user.id, identity, attempt);
      return ticket === undefined ? { refused: 'used' } : { ticket };
    },
    async enter(request, reply, ticket) {
      const previous = visitors.secretOf(request);
      const started = await db.transaction().execute(async (transaction) => {
        const used = await tickets.consume(transaction, ticket);
        if (!used) return undefined;
        const { signIn, attempt } = used;
        const method = methods.find(({ id }) => id === signIn.method);
        if (attempt !== undefined) await method?.entered?.(transaction, attempt);
        const label = labelOf(request.headers['user-agent']);
        const { secretId } = await sessions.start(transaction, { ...signIn, label }, previous);
        const mark = await devices.remember(transaction, request, signIn.userId);
        return { secretId, mark };
      });
      if (!started) return false;
      visitors.admit(reply, started.secretId);
      started.mark(reply);
      return true;
    },
  };
}
