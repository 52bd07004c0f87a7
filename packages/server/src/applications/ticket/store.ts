// Tickets of applications: issued at the gate, resolved by the application's server. Only the hash of a
// ticket is stored.

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
  /** Unread tickets die with their session: the first reading needs it alive. */
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
     * The ticket, if it was issued to this application, is still young, its user is not disabled and,
     * at the first reading, the session still lives. The same application may read it again. With `sessionUid`
     * it must be of that session too: another's is not touched.
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

    deleteExpired: (most: number) => deleteExpired(db, 'application_tickets', now(), most),
  };
}

export type TicketStore = ReturnType<typeof createTicketStore>;
