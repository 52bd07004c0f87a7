// Opens and migrates the configured database. Fails with a one-line message if it cannot.

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
import { migrate, NewerDatabaseError } from './migrate.ts';

/** Name of the demo manifest in the list of applied manifests. */
const demoManifest = 'demo';

async function refuseDemoData(db: Database, setting: string) {
  const demo = await db
    .selectFrom('applied_manifests')
    .select('name')
    .where('name', '=', demoManifest)
    .executeTakeFirst();
  if (demo)
    throw new SettingsError([
      {
        setting,
        reason: 'the database holds the demo, whose passwords are public; production needs its own',
      },
    ]);
}

function reasonOf(cause: unknown): string {
  if (cause instanceof NewerDatabaseError)
    return `a newer version of Brama has upgraded the database (migration ${cause.migration}): start that version, or restore the backup made before the upgrade`;
  const { code, message } = cause as { code?: string; message?: string };
  return `cannot open the database (${code ?? message ?? 'unknown reason'})`;
}

/**
 * Applies migrations over a separate connection, because creating an index may exceed the statement timeout of
 * requests.
 */
async function migrateAt(address: DatabaseAddress, onTrouble: (error: Error) => void) {
  const db = connect(address, onTrouble, forCommands);
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Ends the process after a failed disk of SQLite. A supervisor starts it again, and it then copies the log to the database file
 * (decision 0048).
 */
function endProcess(error: Error) {
  throw error;
}

/**
 * Opens the configured database.
 * @throws {SettingsError} naming DATABASE_URL or DATA_DIR if the database cannot be opened, or if production uses a
 * database that contained the demo.
 */
export async function openDatabase(
  config: Pick<Config, 'mode' | 'dataDir' | 'databaseUrl'>,
  logger: Logger,
  options?: ConnectionOptions,
): Promise<Database> {
  const setting = config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR';
  const address = config.databaseUrl
    ? { postgresUrl: config.databaseUrl }
    : { sqliteFile: join(config.dataDir, 'brama.sqlite') };
  const onTrouble = config.databaseUrl
    ? (err: Error) => logger.warn({ err }, 'database trouble')
    : endProcess;
  let db: Database | undefined;
  try {
    if ('postgresUrl' in address) await migrateAt(address, onTrouble);
    db = connect(address, onTrouble, options);
    if ('sqliteFile' in address) await migrate(db);
    if (config.mode === 'production') await refuseDemoData(db, setting);
    return db;
  } catch (cause) {
    await db?.destroy();
    if (cause instanceof SettingsError) throw cause;
    throw new SettingsError([{ setting, reason: reasonOf(cause) }], { cause });
  }
}
