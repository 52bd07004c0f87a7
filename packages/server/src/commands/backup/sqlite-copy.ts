// Copies the database of SQLite while servers write, and checks a copy.

import { closeSync, openSync } from 'node:fs';
import SqliteFile from 'better-sqlite3';
import { Refusal } from './refusal.ts';

/** Of one step, 16 MiB. Signals are received between the steps. */
const pagesOfStep = 4096;

export type Content = {
  schema: string | null;
  migrations: string[];
  /** Table → number of rows. */
  rows: Record<string, number>;
};

function contentOf(database: SqliteFile.Database): Content {
  const tables = database
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .pluck()
    .all() as string[];
  const countOf = (table: string) =>
    database
      .prepare(`select count(*) from "${table.replaceAll('"', '""')}"`)
      .pluck()
      .get();
  const migrations = tables.includes('kysely_migration')
    ? database.prepare('select name from kysely_migration order by name').pluck().all()
    : [];
  return {
    schema: null,
    migrations: migrations as string[],
    rows: Object.fromEntries(tables.map((table) => [table, countOf(table) as number])),
  };
}

/** Creates an empty file that only its owner may read: SQLite itself would follow the mask of the process. */
const createFile = (file: string) => closeSync(openSync(file, 'wx', 0o600));

/** Writes a copy of one moment to a new file. Returns what the database contained at that moment. */
export async function copySqlite(source: string, target: string): Promise<Content> {
  const database = new SqliteFile(source, { fileMustExist: true });
  try {
    // SQLite would begin again after each change by another process; a transaction stays at its moment
    database.exec('begin');
    const content = contentOf(database);
    createFile(target);
    await database.backup(target, { progress: () => pagesOfStep });
    database.exec('commit');
    return content;
  } finally {
    database.close();
  }
}

/**
 * Checks the whole file. Returns its content. `file` names it in messages. The copy then needs no other file beside it.
 * @throws {Refusal} for a damaged database.
 */
export function checkSqlite(copy: string, file: string): Content {
  let database: SqliteFile.Database | undefined;
  try {
    database = new SqliteFile(copy, { fileMustExist: true });
    database.pragma('trusted_schema = off');
    database.pragma('cell_size_check = on');
    database.pragma('journal_mode = delete');
    const found = database.pragma('integrity_check(3)') as { integrity_check: string }[];
    const faults = found.map((row) => row.integrity_check).filter((text) => text !== 'ok');
    if (faults.length > 0)
      throw new Refusal(`${file} is damaged (integrity_check: ${faults.join('; ')}).`);
    const orphans = database.pragma('foreign_key_check') as { table: string }[];
    if (orphans.length > 0)
      throw new Refusal(`${file} is damaged: rows of ${orphans[0]?.table} refer to missing rows.`);
    return contentOf(database);
  } catch (error) {
    if (!(error instanceof SqliteFile.SqliteError)) throw error;
    throw new Refusal(`${file} is damaged: SQLite cannot read it (${error.code}).`, {
      cause: error,
    });
  } finally {
    database?.close();
  }
}
