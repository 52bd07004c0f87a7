// What one application may do for one session: one row for the two, whoever asks first. It names the
// session to the application (`sid`) and holds all its tokens together.

import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Queries } from '../../../database/connect.ts';
import { deleteExpired } from '../../../database/delete-expired.ts';
import { isForeignKeyViolation } from '../../../database/errors.ts';
import { prepare } from '../../../database/prepared.ts';
import type { Tables } from '../../../database/schema.ts';
import type { Session } from '../../../sessions/session.ts';

export type Grant = {
  id: string;
  clientId: string;
  userId: string;
  sid: string;
  expiresAt: number;
};

/** An application to be told that a session is over, for the `tries`-th time. */
export type LogoutNotification = { grant: Grant; attempt: number };

export type DueLogoutQuery = {
  most: number;
  nextAt: (tries: number) => number | null;
  /** Of these ids alone. */
  only?: readonly string[];
  /** Never more than `most` for one client id, with those `underWay`. */
  share?: { most: number; underWay: ReadonlyMap<string, number> };
};

/** Offline access lives on so long after the session, and longer with every use. */
export const offlineAccessSeconds = 30 * 24 * 3600;

/** It is put off in steps, not with every use. */
const extensionMs = 24 * 3600 * 1000;

const columns = ['id', 'client_id', 'user_id', 'sid', 'expires_at', 'revoked_at'] as const;

type Row = {
  id: string;
  client_id: string;
  user_id: string;
  sid: string;
  expires_at: number;
  revoked_at: number | null;
};

function grantFrom(row: Row): Grant {
  return {
    id: row.id,
    clientId: row.client_id,
    userId: row.user_id,
    sid: row.sid,
    expiresAt: row.expires_at,
  };
}

/** In a session; or on a device, of whose end nobody has been told yet. */
function isOpen(has: ExpressionBuilder<Tables, 'oidc_grants'>) {
  const onDevice = [has('logout_due_at', 'is', null), has('logout_attempts', '=', 0)];
  return has.or([has('session_uid', 'is not', null), has.and(onDevice)]);
}

/** What is left for each client id. */
function roomIn(share: DueLogoutQuery['share']) {
  const taken = new Map(share?.underWay);
  const most = share?.most ?? Number.POSITIVE_INFINITY;
  const countOf = (clientId: string) => taken.get(clientId) ?? 0;
  const hasRoom = (clientId: string) => countOf(clientId) < most;
  return {
    full: [...taken.keys()].filter((clientId) => !hasRoom(clientId)),
    hasRoom,
    take: (clientId: string) => taken.set(clientId, countOf(clientId) + 1),
  };
}

/** `deviceSeconds`: what a device may do ends so long after it was let in, however much it is used. */
export function createGrantStore(db: Database, now: () => number, deviceSeconds: number) {
  const all = db.selectFrom('oidc_grants').select(columns);
  const ofSession = prepare(db, ({ sessionUid }: { sessionUid: string }) =>
    all.where('session_uid', '=', sessionUid),
  );
  const ofClient = prepare(db, (given: { sessionUid: string; clientId: string }) =>
    all.where('session_uid', '=', given.sessionUid).where('client_id', '=', given.clientId),
  );
  const withId = prepare(db, ({ id }: { id: string }) => all.where('id', '=', id));

  async function renewed(row: Row, expiresAt: number): Promise<Grant> {
    if (row.expires_at >= expiresAt && row.revoked_at === null) return grantFrom(row);
    // a session that is renewed outlives the end its first sign-in had set
    const known = { ...row, expires_at: Math.max(row.expires_at, expiresAt) };
    // after a revocation the application is connected anew, from now on
    const anew = row.revoked_at === null ? {} : { revoked_at: null, created_at: now() };
    const put = db.updateTable('oidc_grants').set({ expires_at: known.expires_at, ...anew });
    await put.where('id', '=', known.id).execute();
    return grantFrom(known);
  }

  return {
    /**
     * The grant of this session and application; two requests at once get the same. None for a session that
     * ended a moment ago.
     */
    async ensure(session: Session, clientId: string): Promise<Grant | undefined> {
      const find = () => ofClient.first({ sessionUid: session.uid, clientId });
      const expiresAt = session.expiresAt + offlineAccessSeconds * 1000;
      const known = await find();
      if (known) return renewed(known, expiresAt);
      const insert = db
        .insertInto('oidc_grants')
        .values({
          id: randomUUID(),
          session_uid: session.uid,
          client_id: clientId,
          user_id: session.userId,
          sid: randomUUID(),
          created_at: now(),
          expires_at: expiresAt,
          logout_due_at: 0,
          logout_attempts: 0,
          revoked_at: null,
        })
        .onConflict((conflict) => conflict.columns(['session_uid', 'client_id']).doNothing());
      try {
        await insert.execute();
      } catch (error) {
        if (isForeignKeyViolation(error)) return undefined;
        throw error;
      }
      const made = await find();
      return made && grantFrom(made);
    },

    /** One that no session ends: of a device, which lives on when the phone that let it in signs out. */
    async addForDevice(
      queries: Queries,
      given: { id: string; sid: string; clientId: string; userId: string },
    ): Promise<void> {
      await queries
        .insertInto('oidc_grants')
        .values({
          id: given.id,
          session_uid: null,
          client_id: given.clientId,
          user_id: given.userId,
          sid: given.sid,
          created_at: now(),
          expires_at: now() + Math.min(offlineAccessSeconds, deviceSeconds) * 1000,
          // there is no session of which the application could be told that it ended
          logout_due_at: null,
          logout_attempts: 0,
          revoked_at: null,
        })
        .execute();
    },

    /** None once it is over. */
    async byId(id: string): Promise<Grant | undefined> {
      const row = await withId.first({ id });
      return row && row.expires_at > now() ? grantFrom(row) : undefined;
    },

    async bySession(sessionUid: string): Promise<Grant[]> {
      return (await ofSession.all({ sessionUid })).map(grantFrom);
    },

    /**
     * Client ids of the applications that are open in sessions of this user or on devices, with since when. Grants
     * whose tokens were revoked are left out.
     */
    async ofUser(userId: string): Promise<{ clientId: string; since: number }[]> {
      const rows = await db
        .selectFrom('oidc_grants')
        .select(({ fn }) => ['client_id', fn.min('created_at').as('since')])
        .where('user_id', '=', userId)
        .where('expires_at', '>', now())
        .where('revoked_at', 'is', null)
        .where(isOpen)
        .groupBy('client_id')
        .execute();
      return rows.map(({ client_id, since }) => ({ clientId: client_id, since: Number(since) }));
    },

    /**
     * Ends an application in all sessions and on all devices of a user, with all its tokens. Its rows, under these ids from now on,
     * are left as by the end of a session: the application is to be told.
     */
    async end(queries: Queries, userId: string, clientId: string): Promise<string[]> {
      const open = await queries
        .selectFrom('oidc_grants')
        .select('id')
        .where('user_id', '=', userId)
        .where('client_id', '=', clientId)
        .where(isOpen)
        .execute();
      const ended: string[] = [];
      for (const { id } of open) {
        const next = randomUUID();
        const { numUpdatedRows } = await queries
          .updateTable('oidc_grants')
          .set({ id: next, session_uid: null, logout_due_at: 0 })
          .where('id', '=', id)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) ended.push(next);
      }
      return ended;
    },

    /** What is used stays; of a device, not beyond its end. `known`: the grant as it was read a moment ago. */
    async keepFor(id: string, seconds: number, known?: Grant): Promise<void> {
      const expiresAt = now() + seconds * 1000;
      if (known && known.expiresAt >= expiresAt - extensionMs) return;
      const end = sql<number>`created_at + cast(${deviceSeconds * 1000} as bigint)`;
      await db
        .updateTable('oidc_grants')
        .set({
          expires_at: sql<number>`case when session_uid is null and ${end} < ${expiresAt} then ${end} else ${expiresAt} end`,
        })
        .where('id', '=', id)
        .where('expires_at', '<', expiresAt - extensionMs)
        .where((has) => has.or([has('session_uid', 'is not', null), has('expires_at', '<', end)]))
        .execute();
    },

    /**
     * Kills everything that hangs on a grant, also what is being issued at this moment. Its row stays, under
     * another id: the application must still hear of the sign-out. `ofUser` names it no more.
     */
    async revoke(id: string): Promise<void> {
      await db
        .updateTable('oidc_grants')
        .set({ id: randomUUID(), revoked_at: now() })
        .where('id', '=', id)
        .execute();
    },

    /**
     * Up to `most` grants whose session is over and whose application is to be told now, those that have waited
     * longest. Whoever takes one has it to himself until `nextAt`, when it is due again unless `farewellOver` by then.
     */
    async takeFarewells({
      most,
      nextAt,
      only,
      share,
    }: DueLogoutQuery): Promise<LogoutNotification[]> {
      const { full, hasRoom, take } = roomIn(share);
      let due = db
        .selectFrom('oidc_grants')
        .select([...columns, 'logout_attempts'])
        .where('session_uid', 'is', null)
        .where('logout_due_at', '<=', now())
        .orderBy('logout_due_at')
        .limit(most);
      if (only) due = due.where('id', 'in', only);
      if (full.length > 0) due = due.where('client_id', 'not in', full);
      const taken: LogoutNotification[] = [];
      for (const row of await due.execute()) {
        if (!hasRoom(row.client_id)) continue;
        const tries = row.logout_attempts + 1;
        const mine = await db
          .updateTable('oidc_grants')
          .set({ logout_attempts: tries, logout_due_at: nextAt(tries) })
          .where('id', '=', row.id)
          .where('logout_attempts', '=', row.logout_attempts)
          .executeTakeFirst();
        if (mine.numUpdatedRows === 0n) continue;
        take(row.client_id);
        taken.push({ grant: grantFrom(row), attempt: tries });
      }
      return taken;
    },

    /** It has been said, or nobody listens for it: it is due no more. */
    async farewellOver(id: string): Promise<void> {
      await db
        .updateTable('oidc_grants')
        .set({ logout_due_at: null })
        .where('id', '=', id)
        .execute();
    },

    /** Client ids of those of these grants whose application has not been told. */
    async untold(ids: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('oidc_grants')
        .select('client_id')
        .where('id', 'in', ids)
        .where('session_uid', 'is', null)
        .where('logout_due_at', 'is not', null)
        .execute();
      return rows.map(({ client_id }) => client_id);
    },

    /** Deletes up to `most` grants that are over. Returns how many. */
    deleteExpired(most: number) {
      // the application must be notified first
      const expired = sql`expires_at <= ${now()} and session_uid is null and logout_due_at is null`;
      return deleteExpired(db, 'oidc_grants', expired, most);
    },
  };
}

export type GrantStore = ReturnType<typeof createGrantStore>;
