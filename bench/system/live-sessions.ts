// Adds very many signed-in users with an open application. Writes the rows of the server all at once, with secrets
// that no client knows.

import { join } from 'node:path';
import { pg, SqliteFile } from '../bare/library.ts';
import { hopClient } from './clients.ts';
import type { Seeded } from './world.ts';

const dayMs = 86_400_000;

type Dialect = { numbers(count: number): string; random: string };

const dialects: Record<'sqlite' | 'postgres', Dialect> = {
  sqlite: {
    numbers: (count) =>
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`,
    random: 'lower(hex(randomblob(20)))',
  },
  postgres: {
    numbers: (count) => `with numbers(n) as (select generate_series(1, ${count}))`,
    random: "md5(random()::text || n) || 'x'",
  },
};

/** Returns the statements for sessions, their grants to the application, and the tokens of the application. */
function statements({ numbers, random }: Dialect, count: number): string[] {
  const at = Date.now();
  const until = at + dayMs;
  return [
    `${numbers(count)},
     people as (select id, row_number() over (order by id) - 1 as at, count(*) over () as all_of_them from users)
     insert into sessions (uid, id_hash, user_id, method, verified_at, created_at, seen_at, expires_at)
     select ${random}, ${random}, people.id, 'password', ${at}, ${at}, ${at}, ${until}
     from numbers join people on people.at = numbers.n % people.all_of_them where true`,
    `insert into oidc_grants (id, session_uid, client_id, user_id, sid, created_at, expires_at, logout_due_at, logout_attempts)
     select 'grant ' || uid, uid, '${hopClient.id}', user_id, 'sid ' || uid, ${at}, ${until}, 0, 0 from sessions`,
    `insert into oidc_tokens (id_hash, model, grant_id, predecessor, payload, expires_at, consumed_at)
     select 'token ' || uid, 'AccessToken', 'grant ' || uid, null, '{"kind":"AccessToken"}', ${until}, null from sessions`,
  ];
}

/** Call this before any user signs in. */
export async function addLiveSessions({ settings }: Seeded, count: number): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = settings;
  if (url === undefined) {
    const database = new SqliteFile(join(folder, 'brama.sqlite'), { timeout: 10_000 });
    for (const statement of statements(dialects.sqlite, count)) database.exec(statement);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements(dialects.postgres, count)) await client.query(statement);
  await client.query('analyze');
  await client.end();
}
