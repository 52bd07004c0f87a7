// Stores the tickets of applications. A launch issues a ticket, and the server of the application resolves it. Only
// hashes are stored.

import { hashSecret, newSecret } from '../../crypto/secrets.ts';
import type { Database } from '../../database/connect.ts';
import { deleteExpired } from '../../database/delete-expired.ts';
import type { Launch } from '../protocol.ts';

export type FoundTicket = {
  userId: string;
  sessionUid: string;
  method: string;
  traceId: string;
  signedInAt: number;
  createdAt: number;
};

type TicketStoreDeps = {
  ttlSeconds: number;
  now: () => number;
  isSessionAlive(uid: string): Promise<boolean>;
};

export function createTicketStore(
  db: Database,
  { ttlSeconds, now, isSessionAlive }: TicketStoreDeps,
) {
  /** The first read requires an open session: unread tickets end with it. */
  async function mayReadFirst(idHash: string, sessionUid: string): Promise<boolean> {
    if (!(await isSessionAlive(sessionUid))) return false;
    const note = db.updateTable('application_tickets').set({ read_at: now() });
    await note.where('id_hash', '=', idHash).where('read_at', 'is', null).execute();
    return true;
  }

  return {
    async issue({ application, session, traceId }: Launch): Promise<string> {
      const ticket = newSecret();
      const createdAt = now();
      await db
        .insertInto('application_tickets')
        .values({
          id_hash: hashSecret(ticket),
          application_id: application.id,
          session_uid: session.uid,
          user_id: session.userId,
          method: session.method,
          trace_id: traceId,
          signed_in_at: session.verifiedAt,
          created_at: createdAt,
          expires_at: createdAt + ttlSeconds * 1000,
          read_at: null,
        })
        .execute();
      return ticket;
    },

    /**
     * Returns the ticket if it was issued to this application, has not expired, and its user is not disabled. The
     * first read also requires an open session. The application may read the ticket again. With `sessionUid` the
     * ticket must also belong to that session; a ticket of another session stays unread.
     */
    async read(
      ticket: string,
      applicationId: string,
      sessionUid?: string,
    ): Promise<FoundTicket | undefined> {
      const idHash = hashSecret(ticket);
      const row = await db
        .selectFrom('application_tickets as t')
        .innerJoin('users as u', 'u.id', 't.user_id')
        .select(['t.user_id', 't.method', 't.trace_id', 't.signed_in_at', 't.created_at'])
        .select(['t.read_at', 't.session_uid'])
        .where('t.id_hash', '=', idHash)
        .where('t.application_id', '=', applicationId)
        .where('t.expires_at', '>', now())
        .where('u.disabled', '=', 0)
        .$if(sessionUid !== undefined, (q) => q.where('t.session_uid', '=', `${sessionUid}`))
        .executeTakeFirst();
      if (!row) return undefined;
      if (row.read_at === null && !(await mayReadFirst(idHash, row.session_uid))) return undefined;
      return {
        userId: row.user_id,
        sessionUid: row.session_uid,
        method: row.method,
        traceId: row.trace_id,
        signedInAt: row.signed_in_at,
        createdAt: row.created_at,
      };
    },

    deleteExpired: (most: number) =>
      deleteExpired(db, { table: 'application_tickets', key: ['id_hash'] }, now(), most),
  };
}

export type TicketStore = ReturnType<typeof createTicketStore>;
