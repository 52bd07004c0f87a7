// The database: whether it answers, whether its schema is that of this release, and whether what it stores stays stored.

import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SqliteAdapter, sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { findFactOfAny, isInProduction } from '../../database/installation.ts';
import {
  checkSchema,
  NewerDatabaseError,
  OlderDatabaseError,
  TooOldDatabaseError,
  UnknownDatabaseError,
} from '../../database/migrate.ts';
import { hasDemoData, sqliteFileIn } from '../../database/open.ts';
import { findTextSettings } from '../../database/postgres/text.ts';
import { canLock } from '../../database/sqlite/to-read.ts';
import { type Check, type CheckRun, codeOf, type Found, found } from '../check.ts';
import { modeOf, othersMayRead } from '../file-modes.ts';

async function rowOf<Row>(db: Database, query: ReturnType<typeof sql<Row>>): Promise<Row> {
  const { rows } = await query.execute(db);
  return rows[0] as Row;
}

async function ofSchema(db: Database, place: string): Promise<Found[]> {
  try {
    await checkSchema(db);
    return [];
  } catch (error) {
    if (error instanceof OlderDatabaseError)
      return [
        error.isEmpty
          ? found('database-missing', { place })
          : found('migration-pending', { migration: error.migration }),
      ];
    if (error instanceof NewerDatabaseError)
      return [found('schema-newer', { migration: error.migration })];
    if (error instanceof TooOldDatabaseError)
      return [found('schema-too-old', { migration: error.migration })];
    if (error instanceof UnknownDatabaseError)
      return [found('database-damaged', { code: 'schema' })];
    throw error;
  }
}

async function ofInstallation(db: Database, { config: { mode } }: CheckRun): Promise<Found[]> {
  const all: Found[] = [];
  if ((await findFactOfAny(db, 'restore-unfinished')) !== undefined)
    all.push(found('restore-unfinished'));
  if ((await findFactOfAny(db, 'copy-unfinished')) !== undefined)
    all.push(found('copy-unfinished'));
  if (mode !== 'production' && (await isInProduction(db)))
    all.push(found('database-of-production', { mode }));
  if (mode === 'production' && (await hasDemoData(db))) all.push(found('database-of-demo'));
  return all;
}

/** The file systems on which a SQLite file is not safe, by `statfs` of Linux. */
const inMemory = new Set([0x01021994, 0x858458f6]);
const onNetwork = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x00c36400]);

async function ofFileSystem(file: string, mode: string): Promise<Found[]> {
  const folder = dirname(file);
  const { type } = await statfs(folder);
  if (onNetwork.has(type)) return [found('database-on-network-disk', { folder })];
  // a demo in memory loses nothing
  return inMemory.has(type) && mode === 'production'
    ? [found('database-in-memory', { folder })]
    : [];
}

const lockSeconds = 3;

async function ofFile(db: Database, { config: { mode } }: CheckRun): Promise<Found[]> {
  const { file } = await rowOf(
    db,
    sql<{ file: string }>`select file from pragma_database_list where name = 'main'`,
  );
  // a database in memory, in tests
  if (!file) return [];
  const all = await ofFileSystem(file, mode);
  const { mode: bits } = await stat(file);
  if (othersMayRead(bits)) all.push(found('secret-file-open', { file, mode: modeOf(bits) }));
  if (!(await canLock(file, lockSeconds * 1000)))
    all.push(found('database-locked', { file, seconds: lockSeconds }));
  return all;
}

/** The oldest version that receives fixes. */
const oldestPostgres = 150_000;

const durable = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;
/** Statements of the server end after five seconds. */
const longLockSeconds = 2;
const longIdleSeconds = 60;

async function ofTexts(db: Database): Promise<Found[]> {
  const settings = await findTextSettings(db);
  if (!settings) return [];
  const { encoding, ctype } = settings;
  if (encoding !== 'UTF8') return [found('database-not-utf8', { encoding })];
  return ['C', 'POSIX'].includes(ctype) ? [found('database-without-letters', { ctype })] : [];
}

async function ofPostgres(db: Database): Promise<Found[]> {
  const parameters = await rowOf(
    db,
    sql<
      Record<(typeof durable)[number] | 'version', string> & { number: number; readonly: boolean }
    >`select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
        current_setting('synchronous_commit') as synchronous_commit, current_setting('server_version') as version,
        current_setting('server_version_num')::int as number,
        pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as readonly`,
  );
  const { waiting, idle } = await rowOf(
    db,
    sql<{ waiting: number; idle: number }>`select
        (select count(*)::int from pg_locks
          where not granted and waitstart < clock_timestamp() - make_interval(secs => ${longLockSeconds})
            and database = (select oid from pg_database where datname = current_database())) as waiting,
        (select count(*)::int from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'
            and state_change < clock_timestamp() - make_interval(secs => ${longIdleSeconds})) as idle`,
  );
  return [
    ...durable
      .filter((parameter) => parameters[parameter] === 'off')
      .map((parameter) => found('database-not-durable', { parameter })),
    ...(parameters.readonly ? [found('database-read-only')] : []),
    ...(parameters.number < oldestPostgres
      ? [found('database-old-version', { version: parameters.version })]
      : []),
    ...(await ofTexts(db)),
    ...(waiting > 0
      ? [found('database-waits-for-locks', { count: waiting, seconds: longLockSeconds })]
      : []),
    ...(idle > 0
      ? [found('database-idle-transactions', { count: idle, seconds: longIdleSeconds })]
      : []),
  ];
}

const damaged = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

function ofFailure(error: unknown, place: string): Found {
  const code = codeOf(error);
  if (code === 'ENOENT') return found('database-missing', { place });
  if (code.startsWith('SQLITE_BUSY')) return found('database-locked', { file: place, seconds: 0 });
  return damaged.has(code)
    ? found('database-damaged', { code })
    : found('database-unreachable', { code });
}

async function run(given: CheckRun): Promise<Found[]> {
  const { config, answers } = given;
  const place = config.databaseUrl ? 'DATABASE_URL' : config.dataDir;
  try {
    const db = await answers.database();
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    const system = isSqlite ? 'SQLite' : 'PostgreSQL';
    const { version } = await rowOf(
      db,
      isSqlite
        ? sql<{ version: string }>`select sqlite_version() as version`
        : sql<{ version: string }>`select current_setting('server_version') as version`,
    );
    const ofSystem = await (isSqlite ? ofFile(db, given) : ofPostgres(db));
    const schema = await ofSchema(db, place);
    // of another schema the tables may be missing
    const installation = schema.length === 0 ? await ofInstallation(db, given) : [];
    const all = [...ofSystem, ...schema, ...installation];
    return all.length > 0 ? all : [found('database-fine', { system, version })];
  } catch (error) {
    return [ofFailure(error, config.databaseUrl ? place : sqliteFileIn(config.dataDir))];
  }
}

export const checkDatabase: Check = {
  id: 'database',
  needs: ['DATABASE_URL', 'DATA_DIR', 'NODE_ENV'],
  run,
};
