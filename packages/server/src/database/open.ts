// Opens the configured database. The server and `migrate` bring its schema up to date; other commands require that. Fails with
// a one-line message.

import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { SettingsError } from '../config/settings.ts';
import {
  type ConnectionOptions,
  connect,
  type Database,
  type DatabaseAddress,
  forCommands,
} from './connect.ts';
import { isForbidden } from './errors.ts';
import { findFactOfAny, isInProduction } from './installation.ts';
import {
  checkSchema,
  type Migrated,
  migrate,
  NewerDatabaseError,
  OlderDatabaseError,
  TooOldDatabaseError,
  UnknownDatabaseError,
} from './migrate.ts';
import { isUsedAlone } from './postgres/use-lock.ts';

/** Name of the demo manifest in the list of applied manifests. */
const demoManifest = 'demo';

/** Returns whether the demo has ever been applied. */
export async function hasDemoData(db: Database): Promise<boolean> {
  const demo = await db
    .selectFrom('applied_manifests')
    .select('name')
    .where('name', '=', demoManifest)
    .executeTakeFirst();
  return demo !== undefined;
}

async function refuseDemoData(db: Database, setting: string) {
  if (await hasDemoData(db))
    throw new SettingsError([
      {
        setting,
        reason: 'the database holds the demo, whose passwords are public; production needs its own',
      },
    ]);
}

/** Outside production, commands and servers would read and write the data with other keys and print emails. */
async function refuseProductionData(db: Database, setting: string) {
  if (await isInProduction(db))
    throw new SettingsError([
      {
        setting,
        reason:
          'the database belongs to a server in production: use the settings of that server, among them NODE_ENV=production',
      },
    ]);
}

/** Sessions and codes that have ended since a backup would work, or rows would be missing. */
async function refuseUnfinished(db: Database, setting: string) {
  const refuse = (reason: string) => {
    throw new SettingsError([{ setting, reason }]);
  };
  if (await isUsedAlone(db)) refuse('`database copy` uses the database: wait until it has ended');
  if ((await findFactOfAny(db, 'restore-unfinished')) !== undefined)
    refuse(
      'a restore of this database was interrupted: run `brama restore` with the same backup again',
    );
  if ((await findFactOfAny(db, 'copy-unfinished')) !== undefined)
    refuse('a copy to this database was interrupted: run the same `brama database copy` again');
}

const howToMigrate =
  'start the server, or run `brama migrate` (with PostgreSQL roles, as the owner of the schema)';

/** By the code of PostgreSQL or of the system. */
const connectionReasons: Record<string, string> = {
  '28P01': 'the role or its password is wrong',
  '28000': 'PostgreSQL does not let this role in, see its pg_hba.conf',
  '3D000': 'there is no such database',
  ECONNREFUSED: 'no PostgreSQL answers there',
  ENOTFOUND: 'the name of its host is unknown',
};

function reasonOf(cause: unknown): string {
  if (cause instanceof NewerDatabaseError)
    return `a newer version of Brama has upgraded the database (migration ${cause.migration}): start that version, or restore the backup made before the upgrade`;
  if (cause instanceof OlderDatabaseError)
    return cause.isEmpty
      ? `the database has no tables yet: ${howToMigrate}`
      : `the schema of the database is older than this release (migration ${cause.migration} is missing): ${howToMigrate}`;
  if (cause instanceof TooOldDatabaseError)
    return `the database is of a release before 0.7.0 (its newest migration is ${cause.migration}): back it up and start release 0.8.0 on it once, then this release (docs/operate.md, “Upgrading”)`;
  if (cause instanceof UnknownDatabaseError)
    return `the database is damaged or not one of Brama (${cause.message}): restore a backup, or name an empty database`;
  if (isForbidden(cause))
    return 'cannot open the database (42501): this role may not create or change tables. Set DATABASE_OWNER_URL for `brama setup`; later run `brama migrate` as the owner of the schema';
  if ((cause as { code?: string }).code?.startsWith('SQLITE_BUSY'))
    return 'another process uses the database alone, such as `database copy`: wait until it has ended';
  const { code, message } = cause as { code?: string; message?: string };
  const reason = connectionReasons[code ?? ''];
  return `cannot open the database (${code ?? message ?? 'unknown reason'})${reason ? `: ${reason}` : ''}`;
}

/**
 * Ends the process after a failed disk of SQLite. A supervisor starts it again, and it then copies the log to the database file
 * (decision 0048).
 */
function endProcess(error: Error) {
  throw error;
}

export type DatabaseConfig = Pick<Config, 'mode' | 'dataDir' | 'databaseUrl'>;

/** Returns the path of the database file in the data folder. */
export const sqliteFileIn = (dataDir: string) => join(dataDir, 'brama.sqlite');

function placeOf({ databaseUrl, dataDir }: DatabaseConfig, logger: Logger) {
  const address: DatabaseAddress = databaseUrl
    ? { postgresUrl: databaseUrl }
    : { sqliteFile: sqliteFileIn(dataDir) };
  return {
    setting: databaseUrl ? 'DATABASE_URL' : 'DATA_DIR',
    address,
    onTrouble: databaseUrl ? (err: Error) => logger.warn({ err }, 'database trouble') : endProcess,
  };
}

/** Opens a connection and prepares it. Closes it if that fails. @throws {SettingsError} naming `setting`. */
async function opened(
  setting: string,
  open: () => Promise<Database>,
  prepare: (db: Database) => Promise<void>,
): Promise<Database> {
  let db: Database | undefined;
  try {
    db = await open();
    await prepare(db);
    return db;
  } catch (cause) {
    await db?.destroy();
    if (cause instanceof SettingsError) throw cause;
    throw new SettingsError([{ setting, reason: reasonOf(cause) }], { cause });
  }
}

/**
 * Applies the missing migrations over a connection of its own, because creating an index may exceed the statement timeout of
 * requests. Outside production, refuses a production database.
 * @throws {SettingsError} naming `setting`, by default DATABASE_URL or DATA_DIR.
 */
export async function migrateDatabase(
  config: DatabaseConfig,
  logger: Logger,
  setting = placeOf(config, logger).setting,
  { allowsUnfinished = false } = {},
): Promise<Migrated> {
  const { address, onTrouble } = placeOf(config, logger);
  let migrated: Migrated = { applied: [], newer: [] };
  const db = await opened(
    setting,
    () => connect(address, onTrouble, forCommands),
    async (queries) => {
      if (config.mode !== 'production') await refuseProductionData(queries, setting);
      if (!allowsUnfinished) await refuseUnfinished(queries, setting);
      migrated = await migrate(queries);
    },
  );
  await db.destroy();
  return migrated;
}

/**
 * Opens the database for the server and applies the missing migrations.
 * @throws {SettingsError} naming DATABASE_URL or DATA_DIR if the database cannot be opened. Production refuses a database
 * that contained the demo; other modes refuse one of production.
 */
export async function openDatabase(
  config: DatabaseConfig,
  logger: Logger,
  options?: ConnectionOptions,
): Promise<Database> {
  const { setting, address, onTrouble } = placeOf(config, logger);
  const { newer } = await migrateDatabase(config, logger);
  if (newer.length > 0)
    logger.info({ migrations: newer }, 'a newer version has upgraded the database; it only added');
  return opened(
    setting,
    () => connect(address, onTrouble, options),
    async (db) => {
      if (config.mode === 'production') await refuseDemoData(db, setting);
    },
  );
}

/**
 * Returns what `look` finds in a database of any schema; undefined if there is no file of SQLite. Changes nothing.
 * @throws {SettingsError} naming DATABASE_URL or DATA_DIR if the database cannot be opened.
 */
export async function lookInto<R>(
  config: DatabaseConfig,
  logger: Logger,
  look: (db: Database) => Promise<R>,
): Promise<R | undefined> {
  const { setting, address, onTrouble } = placeOf(config, logger);
  if ('sqliteFile' in address && !existsSync(address.sqliteFile)) return undefined;
  let found: R | undefined;
  const db = await opened(
    setting,
    () => connect(address, onTrouble, forCommands),
    async (one) => {
      found = await look(one);
    },
  );
  await db.destroy();
  return found;
}

/**
 * Opens an existing database for a command, which creates no database and changes no schema.
 * @throws {SettingsError} like `openDatabase`, also if there is no database or if its schema is older.
 */
export async function openForCommand(config: DatabaseConfig, logger: Logger): Promise<Database> {
  const { setting, address, onTrouble } = placeOf(config, logger);
  if ('sqliteFile' in address && !existsSync(address.sqliteFile))
    throw new SettingsError([
      { setting, reason: `there is no database in ${config.dataDir}: ${howToMigrate}` },
    ]);
  return opened(
    setting,
    () => connect(address, onTrouble, forCommands),
    async (db) => {
      if (config.mode !== 'production') await refuseProductionData(db, setting);
      await refuseUnfinished(db, setting);
      await checkSchema(db);
      if (config.mode === 'production') await refuseDemoData(db, setting);
    },
  );
}

const toLook: ConnectionOptions = { statementMs: 4000, connectionMs: 4000, waitsAtCommit: true };

/**
 * Opens an existing database without any check, to find out what is wrong with it. Changes nothing; SQLite is opened for reading.
 * @throws the error of the driver or of the file; of PostgreSQL, the first query does.
 */
export async function openToLook(config: DatabaseConfig): Promise<Database> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) return connect({ postgresUrl: databaseUrl }, () => undefined, toLook);
  const file = sqliteFileIn(dataDir);
  // SQLite does not say why it cannot open a file
  accessSync(file, constants.R_OK);
  const { openSqliteToRead } = await import('./sqlite/to-read.ts');
  return openSqliteToRead(file);
}
