// Stores API tokens as hashes.

import { randomUUID } from 'node:crypto';
import type { Permission } from '@brama/contract/admin/permissions';
import { hashSecret, newSecret } from '../../crypto/secrets.ts';
import type { Database, Queries } from '../../database/connect.ts';
import { prepare } from '../../database/prepared.ts';
import type { ApiTokensTable } from '../../database/tables/admin-tables.ts';
import type { OnUsersRevoked } from '../../sessions/revocation.ts';
import { userColumns, userFrom } from '../../users/store.ts';
import type { User } from '../../users/user.ts';
import type { Position } from '../cursor.ts';

/** Scanners of repositories recognise a token by it. */
const prefix = 'brama_api_';

const touchIntervalMs = 60_000;

export type ApiToken = {
  id: string;
  name: string;
  userId: string;
  username: string;
  scopes: Permission[];
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
};

const columns = [
  't.id',
  't.name',
  't.user_id',
  't.scopes',
  't.created_at',
  't.expires_at',
  't.last_used_at',
] as const;

type Row = Omit<ApiTokensTable, 'token_hash'> & { username: string };

const tokenFrom = (row: Row): ApiToken => ({
  id: row.id,
  name: row.name,
  userId: row.user_id,
  username: row.username,
  scopes: JSON.parse(row.scopes),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
});

/** Deletes the tokens of users who lose all ways to sign in. */
export const deleteTokens: OnUsersRevoked = async (queries, { users, scope }) => {
  if (scope !== 'credentials') return;
  await queries.deleteFrom('api_tokens').where('user_id', 'in', users).execute();
};

export class TokenStore {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #byHash;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
    this.#byHash = prepare(db, ({ hash }: { hash: string }) =>
      db
        .selectFrom('api_tokens as t')
        .innerJoin('users as u', 'u.id', 't.user_id')
        .select(['t.id as token_id', 't.scopes', 't.expires_at', 't.last_used_at'])
        .select(userColumns.map((column) => `u.${column}` as const))
        .where('t.token_hash', '=', hash)
        .where('u.disabled', '=', 0),
    );
  }

  /** Returns the token of this secret and its user; undefined if it has expired or the user is disabled. */
  use = async (
    secret: string,
  ): Promise<{ id: string; scopes: Permission[]; user: User } | undefined> => {
    const row = await this.#byHash.first({ hash: hashSecret(secret) });
    const now = this.#now();
    if (!row || row.expires_at <= now) return undefined;
    if (row.last_used_at === null || now - row.last_used_at >= touchIntervalMs)
      await this.#db
        .updateTable('api_tokens')
        .set({ last_used_at: now })
        .where('id', '=', row.token_id)
        .execute();
    return { id: row.token_id, scopes: JSON.parse(row.scopes), user: userFrom(row) };
  };

  /** Returns the token and its secret, which is not stored. */
  async create(
    queries: Queries,
    token: Pick<ApiToken, 'name' | 'userId' | 'scopes' | 'expiresAt'>,
  ): Promise<{ id: string; createdAt: number; secret: string }> {
    const secret = prefix + newSecret();
    const id = randomUUID();
    const createdAt = this.#now();
    await queries
      .insertInto('api_tokens')
      .values({
        id,
        name: token.name,
        user_id: token.userId,
        token_hash: hashSecret(secret),
        scopes: JSON.stringify(token.scopes),
        created_at: createdAt,
        expires_at: token.expiresAt,
        last_used_at: null,
      })
      .execute();
    return { id, createdAt, secret };
  }

  /** Returns up to `limit` tokens, the newest first; those of one user with `userId`. */
  async list(
    queries: Queries,
    page: { userId: string | undefined; after: Position | undefined; limit: number },
  ): Promise<ApiToken[]> {
    let query = queries
      .selectFrom('api_tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .select([...columns, 'u.username']);
    const { userId, after, limit } = page;
    if (userId !== undefined) query = query.where('t.user_id', '=', userId);
    if (after) {
      const at = Number(after.key);
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('t.created_at', 't.id'), '<', tuple(at, after.id)),
      );
    }
    const ordered = query.orderBy('t.created_at', 'desc').orderBy('t.id', 'desc').limit(limit);
    return (await ordered.execute()).map(tokenFrom);
  }

  /** Returns whether the token still works. */
  async has(queries: Queries, id: string): Promise<boolean> {
    const row = await queries
      .selectFrom('api_tokens')
      .select('id')
      .where('id', '=', id)
      .where('expires_at', '>', this.#now())
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Returns the owner of the deleted token; undefined if there is none, or it belongs to another user than `userId`. */
  async revoke(queries: Queries, id: string, userId?: string): Promise<string | undefined> {
    const one = queries.deleteFrom('api_tokens').where('id', '=', id);
    const own = userId === undefined ? one : one.where('user_id', '=', userId);
    return (await own.returning('user_id').executeTakeFirst())?.user_id;
  }
}
