// Tickets of applications: issued at the gate, resolved by the application's server. Only the hash of a
// ticket is stored.

import type { Database } from '../../database/connect.ts';
import { hashSecret, newSecret } from '../../secrets.ts';
import type { Opening } from '../protocol.ts';

export type FoundTicket = {
  userId: string;
  method: string;
  traceId: string;
  signedInAt: number;
  createdAt: number;
};

export function createTicketStore(db: Database, ttlSeconds: number, now: () => number) {
  async function noteFirstReading(idHash: string): Promise<boolean> {
    // unread tickets die with their session: the first reading needs it alive
    const result = await db
      .updateTable('application_tickets')
      .set({ read_at: now() })
      .where('id_hash', '=', idHash)
      .where((or) =>
        or.or([
          or('read_at', 'is not', null),
          or('session_uid', 'in', or.selectFrom('sessions').select('uid')),
        ]),
      )
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  }

  return {
    async issue({ application, session, traceId }: Opening): Promise<string> {
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
          signed_in_at: session.createdAt,
          created_at: createdAt,
          expires_at: createdAt + ttlSeconds * 1000,
          read_at: null,
        })
        .execute();
      return ticket;
    },

    /**
     * The ticket, if it was issued to this application, is still young, its user is not disabled and,
     * at the first reading, the session still lives. The same application may read it again.
     */
    async read(ticket: string, applicationId: string): Promise<FoundTicket | undefined> {
      const idHash = hashSecret(ticket);
      const row = await db
        .selectFrom('application_tickets as t')
        .innerJoin('users as u', 'u.id', 't.user_id')
        .select(['t.user_id', 't.method', 't.trace_id', 't.signed_in_at', 't.created_at'])
        .select('t.read_at')
        .where('t.id_hash', '=', idHash)
        .where('t.application_id', '=', applicationId)
        .where('t.expires_at', '>', now())
        .where('u.disabled', '=', 0)
        .executeTakeFirst();
      if (!row || (row.read_at === null && !(await noteFirstReading(idHash)))) return undefined;
      return {
        userId: row.user_id,
        method: row.method,
        traceId: row.trace_id,
        signedInAt: row.signed_in_at,
        createdAt: row.created_at,
      };
    },

    async sweep(most: number): Promise<number> {
      const result = await db
        .deleteFrom('application_tickets')
        .where('id_hash', 'in', (q) =>
          q
            .selectFrom('application_tickets')
            .select('id_hash')
            .where('expires_at', '<=', now())
            .limit(most),
        )
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

export type TicketStore = ReturnType<typeof createTicketStore>;
