// The used tickets of a session, which name the services to notify of its end. Their rows are the queue of the notifications.

import type { Database } from '../../../database/connect.ts';
import { prepare } from '../../../database/prepared.ts';
import { LeaseQueue } from '../../sign-out/lease-queue.ts';

/** A used ticket. */
export type UsedTicket = {
  idHash: string;
  kind: string;
  applicationId: string;
  /** The ticket and the receiver; null if the application does not receive notifications. */
  encryptedLogout: string | null;
};

const columns = [
  'id_hash as idHash',
  'kind',
  'application_id as applicationId',
  'encrypted_logout as encryptedLogout',
] as const;

const usedTickets = (db: Database) => db.selectFrom('cas_tickets').select([...columns]);

export const createLogoutQueue = (db: Database, now: () => number) =>
  new LeaseQueue(db, now, {
    table: 'cas_tickets',
    id: 'id_hash',
    receiver: 'application_id',
    items: usedTickets(db),
  });

export function createUsedTickets(db: Database) {
  const bySession = prepare(db, ({ sessionUid }: { sessionUid: string }) =>
    usedTickets(db).where('session_uid', '=', sessionUid).where('logout_due_at', 'is not', null),
  );
  return { listBySession: (sessionUid: string) => bySession.all({ sessionUid }) };
}
