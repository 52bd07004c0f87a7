// `npm run brama -- database copy`: copies everything from SQLite to PostgreSQL, or back, while no server runs.

import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { prepareDataDir } from '../crypto/keys.ts';
import { connect, type Database, forCommands } from '../database/connect.ts';
import { migrateDatabase, openForCommand, sqliteFileIn } from '../database/open.ts';
import { createLogger } from '../http/log.ts';
import { withRefusals } from './backup/refusal.ts';
import { logDestination } from './command-log.ts';
import { copyRows, type Progress } from './copy/copy-rows.ts';
import { freezePostgres, lockPostgres, postgresSide } from './copy/postgres-side.ts';
import { openAlone, sqliteSide } from './copy/sqlite-side.ts';
import { readTables } from './copy/tables.ts';
import { inCommand, refuseMore, UsageError, unknownCommand, withArguments } from './run-command.ts';

const usage = `usage: npm run brama -- database copy --from sqlite --to postgres
       npm run brama -- database copy --from postgres --to sqlite

  copies all rows between DATA_DIR and DATABASE_URL (with roles also DATABASE_OWNER_URL), and compares their numbers
  and hashes. Stop all servers first: the command refuses while one has a database open, and none starts until it
  ends. The target must be empty; the source stays as it is. After an interruption run it again: it continues

  sqlite     the file brama.sqlite in DATA_DIR
  postgres   the database of DATABASE_URL`;

const kinds = ['sqlite', 'postgres'] as const;
type Kind = (typeof kinds)[number];
type Arguments = { from: Kind; to: Kind };

function readArguments(args: readonly string[]): Arguments {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { from: text, to: text },
  });
  const [command, ...rest] = positionals;
  if (command !== 'copy') throw unknownCommand('database', command);
  refuseMore(rest);
  const kindOf = (option: 'from' | 'to'): Kind => {
    const kind = kinds.find((one) => one === values[option]);
    if (!kind) throw new UsageError(`--${option}: must be sqlite or postgres`);
    return kind;
  };
  const given = { from: kindOf('from'), to: kindOf('to') };
  if (given.from === given.to) throw new UsageError('--to: must be the other database');
  return given;
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
      return copyRows({
        source,
        target: sides[given.to],
        tables,
        begin: { from: given.from, dataKey: (await source.fact('data-key-check')) ?? null },
        progress: createProgress(),
      });
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
  return withArguments(usage, args, readArguments, (given) =>
    withRefusals(() => copy(readConfig(), given)),
  );
}
