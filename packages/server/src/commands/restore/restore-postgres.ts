// Loads a dump into an empty schema of PostgreSQL, in one transaction. The transaction also leaves the mark of an unfinished restore.

import { writeFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { sql } from 'kysely';
import { connect, type Database, forCommands } from '../../database/connect.ts';
import { findFactOfAny } from '../../database/installation.ts';
import type { Header } from '../backup/container.ts';
import { contentOfPostgres } from '../backup/postgres-dump.ts';
import type { PostgresPrograms } from '../backup/postgres-tools.ts';
import { Refusal } from '../backup/refusal.ts';
import { sameRows } from '../backup/same-rows.ts';

export type Target = { url: string; programs: PostgresPrograms };

async function withPostgres<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await connect({ postgresUrl: url }, () => undefined, forCommands);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Returns whether the rows of this backup are there already, because an earlier restore was interrupted after it.
 * @throws {Refusal} unless the schema is empty, and has the name of that of the backup.
 */
export function checkEmptyPostgres(url: string, header: Header): Promise<boolean> {
  return withPostgres(url, async (db) => {
    const { schema, rows } = await contentOfPostgres(db);
    if (Object.keys(rows).length > 0) {
      if ((await findFactOfAny(db, 'restore-unfinished')) === header.copy.sha256) return true;
      throw new Refusal(
        `The schema ${schema} of this database is not empty: name an empty database. Nothing was changed.`,
      );
    }
    if (schema === header.schema) return false;
    throw new Refusal(
      `The backup is of the schema ${header.schema}, but search_path leads to ${schema}: set search_path as in docs/operate.md, “Database roles”. Nothing was changed.`,
    );
  });
}

/** What the target has already, or gets from its owner: the schema, extensions, rights, and an index that needs an extension. */
const leftOut =
  /^\d+; \d+ \d+ (?:SCHEMA|EXTENSION|COMMENT|ACL|DEFAULT ACL|INDEX \S+ user_search_text)\b/;

async function writeList(programs: PostgresPrograms, copy: string, file: string): Promise<void> {
  const { output, done } = programs.start('pg_restore', ['--list', copy]);
  let text = '';
  for await (const chunk of output) text += chunk;
  await done;
  const lines = text.split('\n').filter((line) => !leftOut.test(line));
  writeFileSync(file, lines.join('\n'), { flag: 'wx', mode: 0o600 });
}

async function sendAll(input: Writable, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks)
    if (!input.write(chunk)) await new Promise((resolve) => input.once('drain', resolve));
}

/** A setting of the session that servers before 17 do not have. */
const newerSetting = 'SET transaction_timeout = 0;';

const withoutNewer = (chunk: Buffer) =>
  Buffer.from(chunk.toString('latin1').replace(newerSetting, ''), 'latin1');

/** Loads the dump. `list`: a new file. Any failure undoes everything. @throws {Refusal} */
export async function loadDump(
  { programs }: Target,
  { copy, list, header }: { copy: string; list: string; header: Header },
): Promise<void> {
  await writeList(programs, copy, list);
  const dump = programs.start('pg_restore', [
    '--no-owner',
    '--no-privileges',
    `--use-list=${list}`,
    '--file=-',
    copy,
  ]);
  const psql = programs.start(
    'psql',
    ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1', '--output=/dev/null'],
    { hasInput: true },
  );
  const input = psql.input as Writable;
  // psql says why it ended
  input.on('error', () => undefined);
  psql.output.resume();
  const { schema, copy: content } = header;
  const place = `set local search_path = "${schema?.replaceAll('"', '""')}";`;
  const mark = `insert into installation (name, value, recorded_at) values ('restore-unfinished', '${content.sha256}', ${Date.now()});`;
  async function* statements(): AsyncGenerator<Buffer> {
    yield Buffer.from('begin;\n');
    let isFirst = true;
    for await (const chunk of dump.output) {
      yield isFirst ? withoutNewer(chunk) : chunk;
      isFirst = false;
    }
    await dump.done;
    yield Buffer.from(`${place}\n${mark}\ncommit;\n`);
  }
  const sending = sendAll(input, statements());
  // without the commit psql leaves, and PostgreSQL undoes everything
  const sent = sending.finally(() => input.end());
  sent.catch(() => undefined);
  await Promise.race([sent, psql.done]);
  await psql.done;
  await sent;
}

/** Compares the rows with those of the backup, and adds the index that needs an extension. @throws {Refusal} */
export function completePostgres(url: string, header: Header): Promise<void> {
  return withPostgres(url, async (db) => {
    const { rows } = await contentOfPostgres(db);
    const { installation = 0 } = rows;
    sameRows('The restored database', { ...rows, installation: installation - 1 }, header.rows);
    const found = await sql<{
      one: number;
    }>`select 1 as one from pg_indexes where indexname = 'user_search_text' and schemaname = current_schema()`.execute(
      db,
    );
    if (found.rows.length > 0) return;
    const { createSearchIndex } = await import('../../database/migrations/0001-baseline.ts');
    await sql.raw(createSearchIndex).execute(db);
  });
}
