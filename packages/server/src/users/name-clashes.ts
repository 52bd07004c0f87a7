// Finds usernames that are the email address of another user: a sign-in with such a text would be ambiguous. The same for the
// administration API and manifests. No index is unique over both columns, so writers lock the names first.

import { emailKey, searchKey } from '@brama/contract/sign-in/login-name';
import type { Queries } from '../database/connect.ts';
import { lockTexts } from '../database/postgres/row-locks.ts';

/** A new username, and a new address, of a user who has an id or gets one later. */
export type NewNames = {
  id?: string | undefined;
  username?: string | undefined;
  email?: string | null | undefined;
};

export type NameClash<Given extends NewNames> = {
  given: Given;
  /** The field of `given` that belongs to another user already. */
  field: 'username' | 'email';
  by: { id: string; username: string };
};

/** Returns the forms of addresses that a sign-in with this username would find. Every address has an @. */
const addressKeysOf = (username: string) =>
  username.includes('@')
    ? [...new Set([emailKey(username.normalize('NFKC')), searchKey(username)])]
    : [];

/** Values of one statement; SQLite allows 32 766. */
const batchSize = 500;

async function findUsers(
  queries: Queries,
  column: 'username_key' | 'email_key',
  keys: readonly string[],
) {
  const found = new Map<string, NameClash<NewNames>['by'][]>();
  for (let start = 0; start < keys.length; start += batchSize) {
    const rows = await queries
      .selectFrom('users')
      .select(['id', 'username', 'username_key', 'email_key'])
      .where(column, 'in', keys.slice(start, start + batchSize))
      .execute();
    for (const { id, username, [column]: key } of rows)
      if (key !== null) found.set(key, [...(found.get(key) ?? []), { id, username }]);
  }
  return found;
}

/** Returns the stored users with whom new names clash. */
export async function findNameClashes<Given extends NewNames>(
  queries: Queries,
  given: readonly Given[],
): Promise<NameClash<Given>[]> {
  const claims = given.flatMap((one) => [
    ...(one.email ? [{ given: one, field: 'email' as const, key: searchKey(one.email) }] : []),
    ...addressKeysOf(one.username ?? '').map((key) => ({
      given: one,
      field: 'username' as const,
      key,
    })),
  ]);
  const keysOf = (field: NameClash<Given>['field']) =>
    claims.flatMap((claim) => (claim.field === field ? [claim.key] : []));
  const owners = {
    username: await findUsers(queries, 'email_key', keysOf('username')),
    email: await findUsers(queries, 'username_key', keysOf('email')),
  };
  return claims.flatMap(({ given: one, field, key }) =>
    (owners[field].get(key) ?? [])
      .filter(({ id }) => id !== one.id)
      .map((by) => ({ given: one, field, by })),
  );
}

/** Lets another writer of one of these names wait until the end of the transaction. */
export async function lockNames(
  queries: Queries,
  { username, email }: Pick<NewNames, 'username' | 'email'>,
): Promise<void> {
  const names = [username, email].flatMap((name) => name ?? []);
  await lockTexts(
    queries,
    names.flatMap((name) => [emailKey(name), searchKey(name)]),
  );
}
