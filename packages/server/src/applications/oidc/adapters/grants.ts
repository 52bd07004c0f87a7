// Grants: what one client may do in one session, or on one device. A grant names the session to the client (`sid`), and all
// tokens of the client depend on it. Deleting its row, or giving it another id, makes those tokens invalid.

import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Queries } from '../../../database/connect.ts';
import { deleteExpired } from '../../../database/delete-expired.ts';
import { isForeignKeyViolation } from '../../../database/errors.ts';
import { prepare } from '../../../database/prepared.ts';
import type { Tables } from '../../../database/schema.ts';
import type { OnUsersRevoked } from '../../../sessions/revocation.ts';
import type { Session } from '../../../sessions/session.ts';

/** The columns of a grant. A prepared query names them, because a migration may add columns to the table. */
export const grantColumns = [
  'id',
  'client_id as clientId',
  'user_id as userId',
  'sid',
  'expires_at as expiresAt',
] as const;

export type Grant = {
  id: string;
  clientId: string;
  userId: string;
  sid: string;
  expiresAt: number;
};

/** With the time of a revocation, after which the client may connect again. */
export type StoredGrant = Grant & { revokedAt: number | null };

/** Offline access ends this long after the session, or after its last use. */
export const offlineAccessSeconds = 30 * 24 * 3600;

/** The end of a grant is moved at most once a day, not with every use. */
const extensionStepMs = 24 * 3600 * 1000;

/** Matches grants of a live session, and grants of devices that no logout notification has been created for. */
function isOpen(eb: ExpressionBuilder<Tables, 'oidc_grants'>) {
  const onDevice = [eb('logout_due_at', 'is', null), eb('logout_attempts', '=', 0)];
  return eb.or([eb('session_uid', 'is not', null), eb.and(onDevice)]);
}

function queriesOf(db: Database) {
  const all = db.selectFrom('oidc_grants').select([...grantColumns, 'revoked_at as revokedAt']);
  return {
    bySession: prepare(db, ({ sessionUid }: { sessionUid: string }) =>
      all.where('session_uid', '=', sessionUid),
    ),
    bySessionAndClient: prepare(db, (given: { sessionUid: string; clientId: string }) =>
      all.where('session_uid', '=', given.sessionUid).where('client_id', '=', given.clientId),
    ),
    byId: prepare(db, ({ id }: { id: string }) => all.where('id', '=', id)),
  };
}

export class GrantStore {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #deviceSeconds: number;
  readonly #queries: ReturnType<typeof queriesOf>;

  /** `deviceSeconds`: the grant of a device ends this long after its creation, however often it is used. */
  constructor(db: Database, now: () => number, deviceSeconds: number) {
    this.#db = db;
    this.#now = now;
    this.#deviceSeconds = deviceSeconds;
    this.#queries = queriesOf(db);
  }

  /**
   * Returns the one grant of this session and client; undefined if the session has just ended. `read`: a grant of the session that
   * this request has read.
   */
  async findOrCreate(
    session: Session,
    clientId: string,
    read?: StoredGrant,
  ): Promise<Grant | undefined> {
    const find = () =>
      this.#queries.bySessionAndClient.first({ sessionUid: session.uid, clientId });
    const expiresAt = session.expiresAt + offlineAccessSeconds * 1000;
    const known = read?.clientId === clientId ? read : await find();
    if (known) return this.#renew(known, session.uid, expiresAt);
    const { uid: sessionUid, userId } = session;
    const grant = { id: randomUUID(), sid: randomUUID(), clientId, userId, expiresAt };
    try {
      await this.#insert(this.#db, { ...grant, sessionUid })
        .onConflict((conflict) => conflict.columns(['session_uid', 'client_id']).doNothing())
        .execute();
    } catch (error) {
      if (isForeignKeyViolation(error)) return undefined;
      throw error;
    }
    return find();
  }

  /** Creates the grant of a device. It continues when the session ends in which the user allowed it. */
  async addForDevice(queries: Queries, grant: Omit<Grant, 'expiresAt'>): Promise<void> {
    const seconds = Math.min(offlineAccessSeconds, this.#deviceSeconds);
    const expiresAt = this.#now() + seconds * 1000;
    await this.#insert(queries, { ...grant, expiresAt, sessionUid: null }).execute();
  }

  /** Returns undefined for an unknown or expired grant. */
  async byId(id: string): Promise<Grant | undefined> {
    const row = await this.#queries.byId.first({ id });
    return row && row.expiresAt > this.#now() ? row : undefined;
  }

  listBySession(sessionUid: string): Promise<Grant[]> {
    return this.#queries.bySession.all({ sessionUid });
  }

  /** Lists the clients with a grant in a session or on a device of this user. Revoked grants are left out. */
  async listByUser(userId: string): Promise<{ clientId: string; since: number }[]> {
    const rows = await this.#db
      .selectFrom('oidc_grants')
      .select(({ fn }) => ['client_id as clientId', fn.min('created_at').as('since')])
      .where('user_id', '=', userId)
      .where('expires_at', '>', this.#now())
      .where('revoked_at', 'is', null)
      .where(isOpen)
      .groupBy('client_id')
      .execute();
    return rows.map(({ clientId, since }) => ({ clientId, since: Number(since) }));
  }

  /** Ends a client in all sessions and on all devices of a user. Returns the new ids, for logout notifications. */
  async endForUser(queries: Queries, userId: string, clientId: string): Promise<string[]> {
    const open = await queries
      .selectFrom('oidc_grants')
      .select('id')
      .where('user_id', '=', userId)
      .where('client_id', '=', clientId)
      .where(isOpen)
      .execute();
    const ended: string[] = [];
    for (const { id } of open) {
      const newId = randomUUID();
      const { numUpdatedRows } = await queries
        .updateTable('oidc_grants')
        .set({ id: newId, session_uid: null, logout_due_at: 0 })
        .where('id', '=', id)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) ended.push(newId);
    }
    return ended;
  }

  /**
   * Extends a grant that is used, unless it has ended; the grant of a device only up to its end. `known`: the grant as just read.
   */
  async extend(id: string, known?: Grant): Promise<void> {
    const at = this.#now();
    const expiresAt = at + offlineAccessSeconds * 1000;
    if (known && known.expiresAt >= expiresAt - extensionStepMs) return;
    const end = sql<number>`created_at + cast(${this.#deviceSeconds * 1000} as bigint)`;
    await this.#db
      .updateTable('oidc_grants')
      .set({
        expires_at: sql<number>`case when session_uid is null and ${end} < ${expiresAt} then ${end} else ${expiresAt} end`,
      })
      .where('id', '=', id)
      .where('expires_at', '>', at)
      .where('expires_at', '<', expiresAt - extensionStepMs)
      .where((eb) => eb.or([eb('session_uid', 'is not', null), eb('expires_at', '<', end)]))
      .execute();
  }

  /** Makes all tokens of a grant invalid, also those being issued. The row stays, for the logout notification. */
  async revoke(id: string): Promise<void> {
    await this.#db
      .updateTable('oidc_grants')
      .set({ id: randomUUID(), revoked_at: this.#now() })
      .where('id', '=', id)
      .execute();
  }

  /** Deletes up to `most` expired grants without a due logout notification. Returns how many. */
  deleteExpired(most: number): Promise<number> {
    const now = this.#now();
    const expired = sql`expires_at <= ${now} and session_uid is null and logout_due_at is null`;
    return deleteExpired(this.#db, { table: 'oidc_grants', key: ['id'] }, expired, most);
  }

  /**
   * A renewed session outlives the end that its first sign-in had set. After a revocation the client connects again. Returns
   * undefined if the session has just ended.
   */
  async #renew(
    grant: StoredGrant,
    sessionUid: string,
    atLeast: number,
  ): Promise<Grant | undefined> {
    const { id, revokedAt } = grant;
    if (grant.expiresAt >= atLeast && revokedAt === null) return grant;
    const expiresAt = Math.max(grant.expiresAt, atLeast);
    const reconnected = revokedAt !== null && { revoked_at: null, created_at: this.#now() };
    const { numUpdatedRows } = await this.#db
      .updateTable('oidc_grants')
      .set({ expires_at: expiresAt, ...reconnected })
      .where('id', '=', id)
      .where('session_uid', '=', sessionUid)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? { ...grant, expiresAt } : undefined;
  }

  /** Without `sessionUid` there is no session whose end the client could be notified of. */
  #insert(queries: Queries, { sessionUid, ...grant }: Grant & { sessionUid: string | null }) {
    return queries.insertInto('oidc_grants').values({
      id: grant.id,
      session_uid: sessionUid,
      client_id: grant.clientId,
      user_id: grant.userId,
      sid: grant.sid,
      created_at: this.#now(),
      expires_at: grant.expiresAt,
      logout_due_at: sessionUid === null ? null : 0,
      logout_attempts: 0,
    });
  }
}

/** Deletes the tokens of all grants and ends the grants, except those of the session that stays. */
export const endGrants: OnUsersRevoked = async (queries, { users, keep, at }) => {
  const all = queries.selectFrom('oidc_grants').select('id').where('user_id', 'in', users);
  const ended =
    keep === undefined
      ? all
      : all.where((is) => is.or([is('session_uid', 'is', null), is('session_uid', '!=', keep)]));
  await queries.deleteFrom('oidc_tokens').where('grant_id', 'in', ended).execute();
  // the rows stay until the applications have been notified
  await queries
    .updateTable('oidc_grants')
    .set({ expires_at: at })
    .where('id', 'in', ended)
    .execute();
};
