// Dumps the schema of Brama in PostgreSQL while servers write, and counts the rows of a dump.

import { sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { writeNewFile } from './new-file.ts';
import type { PostgresPrograms } from './postgres-tools.ts';
import { Refusal } from './refusal.ts';
import type { Content } from './sqlite-copy.ts';

/** @throws {Refusal} if the program cannot dump a database of this server. */
async function checkVersion(db: Database, programs: PostgresPrograms): Promise<void> {
  const shown = await sql<{ server_version_num: string }>`show server_version_num`.execute(db);
  const server = Math.floor(Number(shown.rows[0]?.server_version_num) / 10_000);
  const own = await programs.majorOf('pg_dump');
  if (own < server)
    throw new Refusal(
      `pg_dump ${own} is older than the PostgreSQL server (${server}): install the client programs of PostgreSQL ${server}, and put them first in PATH.`,
    );
}

export async function contentOfPostgres(db: Database): Promise<Content> {
  const current = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(
    db,
  );
  const schema = current.rows[0]?.schema;
  if (!schema) throw new Refusal('The search_path of this role names no existing schema.');
  const found = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = ${schema} order by tablename`.execute(
    db,
  );
  const rows: Record<string, number> = {};
  for (const { name } of found.rows) {
    const counted = await sql<{
      count: number;
    }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    rows[name] = Number(counted.rows[0]?.count);
  }
  const migrations = Object.hasOwn(rows, 'kysely_migration')
    ? await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    : { rows: [] };
  return { schema, migrations: migrations.rows.map(({ name }) => name), rows };
}

/** Writes a dump of one moment to a new file. Returns what the schema contained at that moment. */
export async function dumpPostgres(
  db: Database,
  programs: PostgresPrograms,
  target: string,
): Promise<Content> {
  await checkVersion(db, programs);
  return db.connection().execute(async (connection) => {
    await sql`begin isolation level repeatable read read only`.execute(connection);
    try {
      // a dump may take hours, during which this connection says nothing
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(connection);
      const exported = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(
        connection,
      );
      const content = await contentOfPostgres(connection);
      const { output, done } = programs.start('pg_dump', [
        '--format=custom',
        '--no-password',
        '--no-owner',
        '--no-privileges',
        `--schema="${content.schema?.replaceAll('"', '""')}"`,
        `--snapshot=${exported.rows[0]?.id}`,
      ]);
      // through this process, so that the program ends with it
      await writeNewFile(target, output);
      await done;
      return content;
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

const copyStatement =
  /^COPY (?:"(?:[^"]|"")+"|\w+)\.(?:"((?:[^"]|"")+)"|(\w+)) \(.*\) FROM stdin;$/;

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    // only ASCII is compared
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

/** Reads the whole dump. Returns the number of rows of each table. @throws {Refusal} for a damaged dump. */
export async function countDumped(
  programs: PostgresPrograms,
  dump: string,
): Promise<Record<string, number>> {
  const { output, done } = programs.start('pg_restore', ['--data-only', '--file=-', dump]);
  const rows: Record<string, number> = {};
  let table: string | undefined;
  for await (const line of linesOf(output)) {
    if (table === undefined) {
      const found = copyStatement.exec(line);
      table = found?.[1]?.replaceAll('""', '"') ?? found?.[2];
      if (table !== undefined) rows[table] = 0;
    } else if (line === '\\.') table = undefined;
    else rows[table] = (rows[table] ?? 0) + 1;
  }
  await done;
  return rows;
}
