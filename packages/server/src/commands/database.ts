// `npm run brama -- database copy`: copies everything from SQLite to PostgreSQL, or back, while no server runs.

import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { prepareDataDir } from '../crypto/keys.ts';
import { connect, type Database, forCommands } from '../database/connect.ts';
import { migrateDatabase, openForCommand, sqliteFileIn } from '../database/open.ts';
import { endUseAlone } from '../database/postgres/use-lock.ts';
import { createLogger } from '../http/log.ts';
import { withRefusals } from './backup/refusal.ts';
import { logDestination } from './command-log.ts';
import { copyRows, type Progress } from './copy/copy-rows.ts';
import { freezePostgres, lockPostgres, postgresSide } from './copy/postgres-side.ts';
import { openAlone, sqliteSide } from './copy/sqlite-side.ts';
import { readTables } from './copy/tables.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { inCommand } from './run-command.ts';

type Kind = 'sqlite' | 'postgres';
type Arguments = { from: Kind; to: Kind };

/** @throws {UsageError} */
function readArguments({ options }: Given<(typeof areas)['database']>): Arguments {
  const { from, to } = options;
  if (from === to) throw new UsageError('--to: must be the other database');
  return { from, to };
}

/** Prints the progress of large tables, at most once in two seconds. */
function createProgress(): Progress {
  let last = Date.now();
  return ({ table, rows, of }) => {
    if (Date.now() - last < 2000) return;
    last = Date.now();
    console.error(`${table}: ${rows} of ${of} rows`);
  };
}

/** Checks both databases, and creates the schema of the target. @throws {SettingsError} */
async function prepare(
  { from, to }: Arguments,
  configs: Record<Kind, Config>,
  log: Logger,
): Promise<void> {
  const source = await openForCommand(configs[from], log);
  await source.destroy();
  // a killed copy may have left a schema that is incomplete
  await migrateDatabase(configs[to], log, undefined, { allowsUnfinished: true });
}

async function copy(config: Config, given: Arguments): Promise<number> {
  const url = config.databaseOwnerUrl ?? config.databaseUrl;
  if (url === undefined) {
    console.error('DATABASE_URL: is missing; it names the database of PostgreSQL.');
    return 1;
  }
  prepareDataDir(config.dataDir);
  const log = createLogger(config.logLevel, logDestination());
  const configs = {
    sqlite: { ...config, databaseUrl: undefined },
    postgres: { ...config, databaseUrl: url },
  };
  await prepare(given, configs, log);
  const file = sqliteFileIn(config.dataDir);
  const sqlite = openAlone(file);
  const postgres = await connect({ postgresUrl: url }, () => undefined, {
    ...forCommands,
    // one statement reads a large table
    statementMs: 24 * 3_600_000,
  });
  try {
    const rows = await postgres.connection().execute(async (connection) => {
      await lockPostgres(connection);
      const tables = readTables(sqlite);
      if (given.from === 'postgres') await freezePostgres(connection, tables);
      const sides = { sqlite: sqliteSide(sqlite), postgres: postgresSide(connection) };
      const source = sides[given.from];
      const copied = await copyRows({
        source,
        target: sides[given.to],
        tables,
        begin: { from: given.from, dataKey: (await source.fact('data-key-check')) ?? null },
        progress: createProgress(),
      });
      await endUseAlone(connection);
      return copied;
    });
    console.log(
      `Copied ${rows} rows from ${given.from} to ${given.to}. All numbers and hashes are equal.`,
    );
  } finally {
    sqlite.close();
    await postgres.destroy();
  }
  await recordCopy(given, configs[given.to], log);
  return 0;
}

async function recordCopy({ to }: Arguments, config: Config, log: Logger): Promise<void> {
  const db: Database = await openForCommand(config, log);
  try {
    await inCommand(db, log, ({ record }) => record({ type: 'database.copied', how: `to-${to}` }));
  } finally {
    await db.destroy();
  }
}

export function runDatabase(args: readonly string[], readConfig: () => Config): Promise<number> {
  return withArguments('database', args, readArguments, (given) =>
    withRefusals(() => copy(readConfig(), given)),
  );
}
