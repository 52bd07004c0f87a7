// Reads and writes user records. Decides nothing about them.

import type { MethodId } from '@brama/contract/pages/login-page';
import { sql } from 'kysely';
import { hashSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';
import type { UsersTable } from '../database/schema.ts';
import type { EmailMatch } from './match-identity.ts';
import { emailKey, searchKey, type User } from './user.ts';

export type Credentials = {
  userId: string;
  /** Stands for the user where attempts are counted, however the username was spelled. */
  usernameKey: string;
  passwordHash: string | null;
  disabled: boolean;
};

const credentialColumns = ['id', 'username_key', 'password_hash', 'disabled'] as const;

type CredentialRow = Pick<UsersTable, (typeof credentialColumns)[number]> & { by_username: number };

/** Returns the row a typed name means. `rows`: the user of this name, and two users of this address, active ones first. */
function meantBy(rows: readonly CredentialRow[]): CredentialRow | undefined {
  const named = rows.find((row) => row.by_username === 1);
  const [holder, another] = rows.toSorted((a, b) => a.disabled - b.disabled);
  // an address names the only active user who has it; without an active one, the only user
  return named ?? (holder?.disabled === another?.disabled ? undefined : holder);
}

/** What a user is made of. */
export const userColumns = [
  'id',
  'username',
  'full_name',
  'email',
  'student_id',
  'employee_id',
  'data',
  'groups',
  'disabled',
] as const;

export function userFrom(row: Pick<UsersTable, (typeof userColumns)[number]>): User {
  return {
    id: row.id,
    username: row.username,
    fullName: row.full_name,
    email: row.email,
    studentId: row.student_id,
    employeeId: row.employee_id,
    data: JSON.parse(row.data),
    groups: JSON.parse(row.groups),
    disabled: row.disabled !== 0,
  };
}

export function createUserStore(db: Database) {
  const byId = prepare(db, ({ id }: { id: string }) =>
    db.selectFrom('users').select(userColumns).where('id', '=', id),
  );

  // one statement whatever was typed: how many there are must not tell whose name or address it is
  const credentials = prepare(db, ({ name, address }: { name: string; address: string }) =>
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
              .as('holders'),
          )
          .select([...credentialColumns, 'by_username']),
      ),
  );

  return {
    async byId(id: string): Promise<User | undefined> {
      const row = await byId.first({ id });
      return row && userFrom(row);
    },

    async byTaxIdHash(hash: string): Promise<User | undefined> {
      const row = await db
        .selectFrom('users')
        .select(userColumns)
        .where('tax_id_hash', '=', hash)
        .executeTakeFirst();
      return row && userFrom(row);
    },

    /** Returns users with this address, those who may sign in first, at most three. */
    async findByEmail(email: string, method: MethodId): Promise<EmailMatch[]> {
      const rows = await db
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
    },

    /** Stored hashes of up to a thousand users, the same as long as these stay: from sixteen places among the ids. */
    async sampleHashes(): Promise<string[]> {
      const places = Array.from({ length: 16 }, (_, i) => i.toString(16));
      const found = places.map((place) =>
        db
          .selectFrom('users')
          .select('password_hash')
          .where('id', '>=', place)
          .where('id', '<', `${place}g`)
          .where('password_hash', 'is not', null)
          .orderBy('id')
          .limit(64)
          .execute(),
      );
      return (await Promise.all(found)).flat().flatMap(({ password_hash: hash }) => hash ?? []);
    },

    /**
     * Returns what a password attempt is checked against: the user with this username in any case and Unicode form, or
     * else the only active user with this email address.
     */
    async findCredentials(typed: string): Promise<Credentials | undefined> {
      // neither holds NUL, and PostgreSQL refuses text that does
      if (typed.includes('\0')) return undefined;
      const given = { name: searchKey(typed), address: emailKey(typed) };
      const row = meantBy(await credentials.all(given));
      return (
        row && {
          userId: row.id,
          usernameKey: row.username_key,
          passwordHash: row.password_hash,
          disabled: row.disabled !== 0,
        }
      );
    },

    /** Replaces a hash by one with newer parameters, unless it has changed meanwhile; says whether. */
    async renewPasswordHash(userId: string, from: string, to: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({
          password_hash: to,
          password_renewed_from: sql`coalesce(password_renewed_from, ${hashSecret(from)})`,
        })
        .where('id', '=', userId)
        .where('password_hash', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Sets the password its user has chosen, in the caller's transaction. False where the one before is not `from` any
     * more, or the user may not sign in. What was given is remembered, for `apply`.
     */
    async setPassword(
      queries: Queries,
      userId: string,
      { from, to }: { from: string | null; to: string },
    ): Promise<boolean> {
      const change = queries.updateTable('users').set({
        password_hash: to,
        ...(from !== null && {
          password_renewed_from: sql`coalesce(password_renewed_from, ${hashSecret(from)})`,
          password_given: sql`coalesce(password_given, ${from})`,
        }),
      });
      const { numUpdatedRows } = await change
        .where('id', '=', userId)
        .where('disabled', '=', 0)
        .where('password_hash', from === null ? 'is' : '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
