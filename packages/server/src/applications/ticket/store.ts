// Stores the tickets of applications. A launch issues a ticket, and the server of the application resolves it. Only
// hashes are stored.

import { hashSecret, newSecret } from '../../crypto/secrets.ts';
import type { Database } from '../../database/connect.ts';
import { prepare, runTogether } from '../../database/prepared.ts';
import { signInMethodOf } from '../../sessions/assurance.ts';
import { userColumns, userFrom } from '../../users/store.ts';
import type { User } from '../../users/user.ts';
import type { Launch } from '../protocol.ts';

export type FoundTicket = {
  user: User;
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

type NewRow = {
  idHash: string;
  applicationId: string;
  sessionUid: string;
  userId: string;
  method: string;
  traceId: string;
  signedInAt: number;
  createdAt: number;
  expiresAt: number;
};

function queriesOf(db: Database) {
  return {
    insert: prepare(db, (given: NewRow) =>
      db.insertInto('application_tickets').values({
        id_hash: given.idHash,
        application_id: given.applicationId,
        session_uid: given.sessionUid,
        user_id: given.userId,
        method: given.method,
        trace_id: given.traceId,
        signed_in_at: given.signedInAt,
        created_at: given.createdAt,
        expires_at: given.expiresAt,
        read_at: null,
      }),
    ),
    find: prepare(db, (given: { idHash: string; applicationId: string; now: number }) =>
      db
        .selectFrom('application_tickets as t')
        .innerJoin('users as u', 'u.id', 't.user_id')
        .select(['t.method', 't.trace_id', 't.signed_in_at', 't.created_at as issued_at'])
        .select(['t.read_at', 't.session_uid'])
        .select(userColumns.map((name) => `u.${name}` as const))
        .where('t.id_hash', '=', given.idHash)
        .where('t.application_id', '=', given.applicationId)
        .where('t.expires_at', '>', given.now)
        .where('u.disabled', '=', 0),
    ),
    noteRead: prepare(db, ({ idHash, at }: { idHash: string; at: number }) =>
      db
        .updateTable('application_tickets')
        .set({ read_at: at })
        .where('id_hash', '=', idHash)
        .where('read_at', 'is', null),
    ),
  };
}

export function createTicketStore(
  db: Database,
  { ttlSeconds, now, isSessionAlive }: TicketStoreDeps,
) {
  const queries = queriesOf(db);

  /** The first read requires an open session: unread tickets end with it. */
  async function mayReadFirst(idHash: string, sessionUid: string): Promise<boolean> {
    if (!(await isSessionAlive(sessionUid))) return false;
    await queries.noteRead.change({ idHash, at: now() });
    return true;
  }

  return {
    /** Stores the launch in the same transaction. */
    async issue({ application, session, traceId, launched }: Launch): Promise<string> {
      const ticket = newSecret();
      const createdAt = now();
      const insert = queries.insert.filled({
        idHash: hashSecret(ticket),
        applicationId: application.id,
        sessionUid: session.uid,
        userId: session.userId,
        // the address that reads it needs one: a recovery proves no more than the weakest
        method: signInMethodOf(session) ?? 'password',
        traceId,
        signedInAt: session.verifiedAt,
        createdAt,
        expiresAt: createdAt + ttlSeconds * 1000,
      });
      await runTogether(db, [insert, launched]);
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
      const row = await queries.find.first({ idHash, applicationId, now: now() });
      if (!row || row.session_uid !== (sessionUid ?? row.session_uid)) return undefined;
      if (row.read_at === null && !(await mayReadFirst(idHash, row.session_uid))) return undefined;
      return {
        user: userFrom(row),
        sessionUid: row.session_uid,
        method: row.method,
        traceId: row.trace_id,
        signedInAt: row.signed_in_at,
        createdAt: row.issued_at,
      };
    },
  };
}

export type TicketStore = ReturnType<typeof createTicketStore>;
