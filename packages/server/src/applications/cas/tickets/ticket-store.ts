// Stores service tickets and proxy tickets. Only hashes are stored, of the ticket and of the address for which it was issued.

import { sql } from 'kysely';
import type { Encryption } from '../../../crypto/encryption.ts';
import { hashSecret } from '../../../crypto/secrets.ts';
import type { Database } from '../../../database/connect.ts';
import { deleteExpired } from '../../../database/delete-expired.ts';
import { isForeignKeyViolation } from '../../../database/errors.ts';
import { prepare, runTogether } from '../../../database/prepared.ts';
import type { Session } from '../../../sessions/session.ts';
import { type SessionStore, type SignedIn, signedInColumns } from '../../../sessions/store.ts';
import type { Application } from '../../application.ts';
import { type ApplicationStore, prefixedApplicationColumns } from '../../store.ts';
import { comparedForm } from '../service-url.ts';
import { newTicket, ticketKind } from './ticket-text.ts';

/**
 * One session has at most so many tickets of one kind for one application, and so many whose services are notified of its end.
 * Further ones replace the oldest.
 */
const maxPerSession = 50;

type NewTicket = {
  application: Application;
  session: Session;
  /** The normalised address of the service. */
  href: string;
  /** The user has signed in since the login request. */
  fresh: boolean;
  /** Makes it a proxy ticket: the addresses of the proxies, the newest first. */
  proxies?: readonly string[];
};

export type FoundTicket = {
  idHash: string;
  kind: 'ST' | 'PT';
  application: Application;
  /** Undefined if the session has ended or the user is disabled. */
  signedIn: SignedIn | undefined;
  serviceHash: string;
  fresh: boolean;
  proxies: readonly string[];
  /** Epoch milliseconds. */
  expiresAt: number;
  isConsumed: boolean;
};

/** What the notification of a sign-out needs. */
export type LogoutTarget = { ticket: string; address: string };

export const serviceHashOf = (href: string) => hashSecret(comparedForm(href));

export const logoutContext = (idHash: string) => `CAS logout ${idHash}`;

type Row = {
  idHash: string;
  kind: string;
  applicationId: string;
  userId: string;
  sessionUid: string;
  serviceHash: string;
  fresh: number;
  proxies: string | null;
  createdAt: number;
  expiresAt: number;
};

const insertTicket = (db: Database, row: Row) =>
  db.insertInto('cas_tickets').values({
    id_hash: row.idHash,
    kind: row.kind,
    application_id: row.applicationId,
    user_id: row.userId,
    session_uid: row.sessionUid,
    service_hash: row.serviceHash,
    fresh: row.fresh,
    proxies: row.proxies,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    consumed_at: null,
    encrypted_logout: null,
    logout_due_at: null,
    logout_attempts: sql.lit(0),
  });

type Owner = { sessionUid: string; applicationId: string; kind: string };

/**
 * Deletes the tickets that are older than the newest `maxPerSession`. Tickets whose services are notified are counted apart:
 * any site can make the browser get further tickets.
 */
function deleteOldest(db: Database, { sessionUid, applicationId, kind }: Owner) {
  const oldestKept = (isNotified: 'is' | 'is not') =>
    db
      .selectFrom('cas_tickets')
      .select('created_at')
      .where('session_uid', '=', sessionUid)
      .where('application_id', '=', applicationId)
      .where('kind', '=', kind)
      .where('logout_due_at', isNotified, null)
      .orderBy('created_at', 'desc')
      .limit(sql.lit(1))
      .offset(sql.lit(maxPerSession - 1));
  return db
    .deleteFrom('cas_tickets')
    .where('session_uid', '=', sessionUid)
    .where('application_id', '=', applicationId)
    .where('kind', '=', kind)
    .where(({ and, or, eb }) =>
      or(
        (['is', 'is not'] as const).map((isNotified) =>
          and([
            eb('logout_due_at', isNotified, null),
            eb('created_at', '<', oldestKept(isNotified)),
          ]),
        ),
      ),
    );
}

/** Left joins the session: a ticket of an ended session differs from an unknown one. */
const findTicket = (db: Database, { idHash }: { idHash: string }) =>
  db
    .selectFrom((chosen) =>
      // a subquery first: SQLite would plan a plain join again for every parameter
      chosen
        .selectFrom('cas_tickets')
        .select(['application_id', 'user_id', 'session_uid', 'service_hash', 'fresh'])
        .select(['proxies', 'expires_at', 'consumed_at'])
        .where('id_hash', '=', idHash)
        .limit(sql.lit(1))
        .as('t'),
    )
    .innerJoin('users as u', 'u.id', 't.user_id')
    .innerJoin('applications as a', 'a.id', 't.application_id')
    .leftJoin('sessions as s', 's.uid', 't.session_uid')
    .select(['t.service_hash', 't.fresh', 't.proxies'])
    .select(['t.expires_at as ticket_expires_at', 't.consumed_at'])
    .select([...signedInColumns.session, ...signedInColumns.user, ...prefixedApplicationColumns]);

type Consumption = { idHash: string; at: number; encryptedLogout: string | null };
type StoredLogout = Pick<Consumption, 'idHash' | 'encryptedLogout'>;

/** One conditional UPDATE decides which request uses the ticket. */
function consumeTicket(db: Database, given: Consumption, isNotified: boolean) {
  return db
    .updateTable('cas_tickets')
    .set({
      consumed_at: given.at,
      ...(isNotified && { encrypted_logout: given.encryptedLogout, logout_due_at: sql.lit(0) }),
    })
    .where('id_hash', '=', given.idHash)
    .where('consumed_at', 'is', null);
}

const storeLogout = (db: Database, { idHash, encryptedLogout }: StoredLogout) =>
  db
    .updateTable('cas_tickets')
    .set({ encrypted_logout: encryptedLogout, logout_due_at: sql.lit(0) })
    .where('id_hash', '=', idHash);

function queriesOf(db: Database) {
  return {
    // the user repeats a sign-in whose ticket a power failure has undone
    insert: prepare(db, (row: Row) => insertTicket(db, row), { relaxedDurability: true }),
    prune: prepare(db, (owner: Owner) => deleteOldest(db, owner), { relaxedDurability: true }),
    find: prepare(db, (given: { idHash: string }) => findTicket(db, given)),
    consume: prepare(db, (given: Consumption) => consumeTicket(db, given, false)),
    storeLogout: prepare(db, (given: StoredLogout) => storeLogout(db, given)),
    consumeNotified: prepare(db, (given: Consumption) => consumeTicket(db, given, true)),
  };
}

type SignedInRow = Parameters<SessionStore['signedInFrom']>[0];

type Deps = {
  db: Database;
  ttlSeconds: number;
  sessions: SessionStore;
  applications: ApplicationStore;
  encryption: Encryption;
  now: () => number;
};

export function createTicketStore({ db, ttlSeconds, ...deps }: Deps) {
  const { sessions, applications, encryption, now } = deps;
  const queries = queriesOf(db);
  const encrypted = (idHash: string, logout: LogoutTarget | null) =>
    logout && encryption.encrypt(JSON.stringify(logout), logoutContext(idHash));

  return {
    /** Returns undefined if the session has ended. */
    async issue(given: NewTicket): Promise<string | undefined> {
      const { application, session, proxies } = given;
      const kind = proxies ? 'PT' : 'ST';
      const ticket = newTicket(kind);
      const owner = { sessionUid: session.uid, applicationId: application.id, kind };
      const createdAt = now();
      const row = {
        ...owner,
        idHash: hashSecret(ticket),
        userId: session.userId,
        serviceHash: serviceHashOf(given.href),
        fresh: given.fresh ? 1 : 0,
        proxies: proxies ? JSON.stringify(proxies) : null,
        createdAt,
        expiresAt: createdAt + ttlSeconds * 1000,
      };
      try {
        await runTogether(db, [queries.insert.filled(row), queries.prune.filled(owner)]);
      } catch (error) {
        if (isForeignKeyViolation(error)) return undefined;
        throw error;
      }
      return ticket;
    },

    /** Also finds used and expired tickets. Does not count as use of the session. */
    async find(ticket: string): Promise<FoundTicket | undefined> {
      const kind = ticketKind(ticket);
      if (kind !== 'ST' && kind !== 'PT') return undefined;
      const idHash = hashSecret(ticket);
      const row = await queries.find.first({ idHash });
      if (!row) return undefined;
      return {
        idHash,
        kind,
        application: applications.fromPrefixed(row),
        signedIn: row.uid === null ? undefined : sessions.signedInFrom(row as SignedInRow),
        serviceHash: row.service_hash,
        fresh: row.fresh === 1,
        proxies: row.proxies === null ? [] : JSON.parse(row.proxies),
        expiresAt: row.ticket_expires_at,
        isConsumed: row.consumed_at !== null,
      };
    },

    /**
     * Marks a ticket as used. Of concurrent calls, one returns true. If the service accepts the ticket, `logout` says who is
     * notified of the end of the session. It is null for applications that do not receive notifications.
     */
    async consume(idHash: string, logout?: LogoutTarget | null): Promise<boolean> {
      const encryptedLogout = encrypted(idHash, logout ?? null);
      const statement = logout === undefined ? queries.consume : queries.consumeNotified;
      return (await statement.change({ idHash, at: now(), encryptedLogout })) > 0;
    },

    /** Stores the same for a ticket that is used already. */
    async storeLogout(idHash: string, logout: LogoutTarget | null): Promise<void> {
      await queries.storeLogout.change({ idHash, encryptedLogout: encrypted(idHash, logout) });
    },

    /** Deletes up to `most` expired tickets, but none that waits for a notification. Returns how many. */
    deleteExpired(most: number): Promise<number> {
      const expired = sql`expires_at <= ${now()} and logout_due_at is null`;
      return deleteExpired(db, { table: 'cas_tickets', key: ['id_hash'] }, expired, most);
    },
  };
}

export type TicketStore = ReturnType<typeof createTicketStore>;
