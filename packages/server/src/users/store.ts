// Reads and writes user records. Contains no rules about users.

import type { MethodId } from '@brama/contract/pages/login-page';
import { emailKey, type LoginName } from '@brama/contract/sign-in/login-name';
import { sql } from 'kysely';
import { hashSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';
import type { UsersTable } from '../database/tables/user-tables.ts';
import { factColumns, factsFrom } from './columns.ts';
import type { EmailMatch } from './match-identity.ts';
import type { User } from './user.ts';
import { hasPassword } from './ways-in.ts';

export type Credentials = {
  userId: string;
  /** Attempts of the user are counted under this key, for every spelling and for the email address. */
  usernameKey: string;
  passwordHash: string | null;
  disabled: boolean;
};

const credentialColumns = ['id', 'username_key', 'password_hash', 'disabled'] as const;

type CredentialRow = Pick<UsersTable, (typeof credentialColumns)[number]> & { by_username: number };

/**
 * Returns the row that a typed name refers to. `rows` are the user with this username and up to two users with this email
 * address, active ones first.
 */
function rowOfName(rows: readonly CredentialRow[]): CredentialRow | undefined {
  const named = rows.find((row) => row.by_username === 1);
  const [first, second] = rows.toSorted((a, b) => a.disabled - b.disabled);
  // an address refers to its only active user, or, if no user is active, to its only user
  return named ?? (first?.disabled === second?.disabled ? undefined : first);
}

export const userColumns = ['id', ...factColumns, 'groups', 'disabled'] as const;

export type UserRow = Pick<UsersTable, (typeof userColumns)[number]>;

export function userFrom(row: UserRow): User {
  return {
    ...factsFrom(row),
    id: row.id,
    groups: JSON.parse(row.groups),
    disabled: row.disabled !== 0,
  };
}

/** One statement for every typed name: the number of statements must not reveal whose username or address it is. */
function prepareCredentials(db: Database) {
  return prepare(db, ({ name, address }: { name: string; address: string }) =>
    db
      .selectFrom('users')
      .select(credentialColumns)
      .select(sql.lit(1).as('by_username'))
      .where('username_key', '=', name)
      .unionAll((q) =>
        q
          .selectFrom((from) =>
            from
              .selectFrom('users')
              .select(credentialColumns)
              .select(sql.lit(0).as('by_username'))
              .where('email_key', '=', address)
              .orderBy('disabled')
              .limit(2)
              .as('by_email'),
          )
          .select([...credentialColumns, 'by_username']),
      ),
  );
}

/** Keeps the first hash: the one that a manifest or a user has set. */
const renewedFrom = (hash: string) =>
  sql<string>`coalesce(password_renewed_from, ${hashSecret(hash)})`;

export class UserStore {
  readonly #db: Database;
  readonly #byId;
  readonly #credentials;

  constructor(db: Database) {
    this.#db = db;
    this.#byId = prepare(db, ({ id }: { id: string }) =>
      db.selectFrom('users').select(userColumns).where('id', '=', id),
    );
    this.#credentials = prepareCredentials(db);
  }

  byId = async (id: string): Promise<User | undefined> => {
    const row = await this.#byId.first({ id });
    return row && userFrom(row);
  };

  byTaxIdHash = async (hash: string): Promise<User | undefined> => {
    const users = this.#db.selectFrom('users').select(userColumns);
    const row = await users.where('tax_id_hash', '=', hash).executeTakeFirst();
    return row && userFrom(row);
  };

  /** Returns up to three users with this email address, active ones first. */
  findByEmail = async (email: string, method: MethodId): Promise<EmailMatch[]> => {
    const rows = await this.#db
      .selectFrom('users')
      .select(userColumns)
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('linked_identities as l')
            .select('l.user_id')
            .whereRef('l.user_id', '=', 'users.id')
            .where('l.method', '=', method),
        ).as('has_other'),
      )
      .where('email_key', '=', emailKey(email))
      .orderBy('disabled')
      .limit(3)
      .execute();
    return rows.map((row) => ({ user: userFrom(row), hasOther: Boolean(row.has_other) }));
  };

  /** Returns up to 64 stored hashes from each sixteenth of the user ids: the same ones while these users stay the same. */
  sampleHashes = async (): Promise<string[]> => {
    const hashes: string[] = [];
    // one after the other: all at once would open every connection of the pool
    for (let digit = 0; digit < 16; digit++) {
      const prefix = digit.toString(16);
      const rows = await this.#db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '>=', prefix)
        .where('id', '<', `${prefix}g`)
        .where('password_hash', 'is not', null)
        .orderBy('id')
        .limit(64)
        .execute();
      hashes.push(...rows.flatMap(({ password_hash: hash }) => hash ?? []));
    }
    return hashes;
  };

  /** Returns the credentials of the user with this username, or else of the only active user with this address. */
  findCredentials = async (name: LoginName): Promise<Credentials | undefined> => {
    const { usernameKey, emailKey: address } = name;
    const row = rowOfName(await this.#credentials.all({ name: usernameKey, address }));
    return (
      row && {
        userId: row.id,
        usernameKey: row.username_key,
        passwordHash: row.password_hash,
        disabled: row.disabled !== 0,
      }
    );
  };

  hasPassword = async (userId: string): Promise<boolean> => {
    const users = this.#db.selectFrom('users').select('password_hash');
    const row = await users.where('id', '=', userId).executeTakeFirst();
    return row !== undefined && hasPassword(row);
  };

  /** Returns the stored hash, which a change replaces; null for a user without one. */
  passwordHashOf = async (userId: string): Promise<string | null> => {
    const hashes = this.#db.selectFrom('users').select('password_hash');
    const row = await hashes.where('id', '=', userId).executeTakeFirst();
    return row?.password_hash ?? null;
  };

  /** Replaces a hash by one of the same password with newer parameters. Returns false if it has changed meanwhile. */
  renewPasswordHash = async (userId: string, from: string, to: string): Promise<boolean> => {
    const { numUpdatedRows } = await this.#db
      .updateTable('users')
      .set({ password_hash: to, password_renewed_from: renewedFrom(from) })
      .where('id', '=', userId)
      .where('password_hash', '=', from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  /**
   * Stores the password that the user has chosen, in the caller's transaction. Returns false if the previous hash is no
   * longer `from`, or the user is disabled.
   */
  setPassword = async (
    queries: Queries,
    userId: string,
    { from, to }: { from: string | null; to: string },
  ): Promise<boolean> => {
    const change = queries.updateTable('users').set({
      password_hash: to,
      // `apply` compares these with its file, so that it does not restore the old password
      ...(from !== null && {
        password_renewed_from: renewedFrom(from),
        password_given: sql`coalesce(password_given, ${from})`,
      }),
    });
    const { numUpdatedRows } = await change
      .where('id', '=', userId)
      .where('disabled', '=', 0)
      .where('password_hash', from === null ? 'is' : '=', from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
}
