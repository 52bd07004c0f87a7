// Adds very many users, and a session with an open application for each. Writes the rows of the server all at once, with
// secrets that no client knows.

import { join } from 'node:path';
import { pg, SqliteFile } from '../bare/library.ts';
import { coseKey, type PasskeyOwner } from '../load/passkey.ts';
import { hopClient } from './clients.ts';
import { usernameOf } from './people.ts';
import type { Seeded } from './world.ts';

const dayMs = 86_400_000;

type Dialect = {
  numbers(from: number, to: number): string;
  random: string;
  uuid: string;
  /** The number of a user as in its name. */
  digits: string;
};

const dialects: Record<'sqlite' | 'postgres', Dialect> = {
  sqlite: {
    numbers: (from, to) =>
      `with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n < ${to})`,
    random: 'lower(hex(randomblob(20)))',
    // version 4 of RFC 9562, which the API requires
    uuid: "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))",
    digits: "printf('%06d', n)",
  },
  postgres: {
    numbers: (from, to) => `with numbers(n) as (select generate_series(${from}, ${to}))`,
    random: "md5(random()::text || n) || 'x'",
    uuid: 'gen_random_uuid()::text',
    digits: "lpad(n::text, 6, '0')",
  },
};

/** Returns the statement that copies the first user. `to`: the last number. */
function usersStatement({ numbers, uuid, digits }: Dialect, from: number, to: number): string {
  const name = `'${usernameOf(0).replace(/\d+$/, '')}' || ${digits}`;
  const address = `${name} || '@campus.example'`;
  const own = {
    id: uuid,
    username: name,
    username_key: name,
    full_name: `'Шевченко Олена ' || ${digits}`,
    email: address,
    email_key: address,
    student_id: `'KB-' || ${digits}`,
  };
  const copied = [
    'data',
    'groups',
    'password_hash',
    'disabled',
    'version',
    'created_at',
    'updated_at',
  ];
  return `${numbers(from, to)}
    insert into users (${[...Object.keys(own), ...copied]})
    select ${[...Object.values(own), ...copied]}
    from numbers cross join (select ${copied} from users where username = '${usernameOf(0)}') first where true`;
}

/** Returns the statements for a session of every user, its grant to the application, and a token of the application. */
function sessionStatements({ random }: Dialect): string[] {
  const at = Date.now();
  const until = at + dayMs;
  return [
    `insert into sessions (uid, id_hash, user_id, method, verified_at, created_at, seen_at, expires_at)
     select ${random}, ${random}, id, 'password', ${at}, ${at}, ${at}, ${until}
     from (select id, row_number() over () as n from users where disabled = 0) people`,
    `insert into oidc_grants (id, session_uid, client_id, user_id, sid, created_at, expires_at, logout_due_at, logout_attempts)
     select 'grant ' || uid, uid, '${hopClient.id}', user_id, 'sid ' || uid, ${at}, ${until}, 0, 0 from sessions`,
    `insert into oidc_tokens (id_hash, model, grant_id, predecessor, payload, expires_at, consumed_at)
     select 'token ' || uid, 'AccessToken', 'grant ' || uid, null, '{"kind":"AccessToken"}', ${until}, null from sessions`,
  ];
}

export async function execute(
  { settings }: Seeded,
  statements: (dialect: Dialect) => string[],
): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = settings;
  if (url === undefined) {
    const database = new SqliteFile(join(folder, 'brama.sqlite'), { timeout: 10_000 });
    for (const statement of statements(dialects.sqlite)) database.exec(statement);
    database.pragma('wal_checkpoint(truncate)');
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements(dialects.postgres)) await client.query(statement);
  // otherwise the measured requests would pay for the maintenance of the new rows
  for (const statement of ['vacuum analyze', 'checkpoint']) await client.query(statement);
  await client.end();
}

/** Runs a query and returns its rows. */
export async function read<Row>({ settings }: Seeded, query: string): Promise<Row[]> {
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = settings;
  if (url === undefined) {
    const database = new SqliteFile(join(folder, 'brama.sqlite'), { readonly: true });
    const rows = database.prepare(query).all();
    database.close();
    return rows as Row[];
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(query);
  await client.end();
  return rows;
}

/** Adds a passkey of every user, and returns their owners. */
export async function addPasskeys(seeded: Seeded): Promise<PasskeyOwner[]> {
  // letters, digits and dashes are base64url too
  await execute(seeded, () => [
    `insert into passkeys (id, user_id, credential_id, public_key, counter, aaguid, transports, backup_eligible, backed_up, name, created_at)
     select 'passkey ' || id, id, 'bench-' || id, '${coseKey()}', 0, '', 'internal', 0, 0, 'bench', ${Date.now()}
     from users where disabled = 0`,
  ]);
  const rows = await read<{ user_id: string; credential_id: string }>(
    seeded,
    'select user_id, credential_id from passkeys',
  );
  return rows.map((row) => ({ userId: row.user_id, credentialId: row.credential_id }));
}

/** Adds users to those that `apply` has created, up to `count`. */
export async function addUsers(seeded: Seeded, count: number): Promise<void> {
  if (count > seeded.users)
    await execute(seeded, (dialect) => [usersStatement(dialect, seeded.users, count - 1)]);
}

/** Adds a session of every user with a grant and a token. Call this before any user signs in. */
export function addLiveSessions(seeded: Seeded): Promise<void> {
  return execute(seeded, sessionStatements);
}
