// Opens the configured database, brings it up to date, and refuses in one clear line when it cannot.

import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { SettingsError } from '../config/settings.ts';
import {
  commandLimits,
  connect,
  type Database,
  type DatabaseAddress,
  type PostgresLimits,
} from './connect.ts';
import { migrate, NewerDatabaseError } from './migrate.ts';

/** Name under which the demo's people and applications are remembered as applied. */
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

/** Applies migrations over a connection of their own: an index may take longer to build than a user may wait. */
async function migrateAt(address: DatabaseAddress, onTrouble: (error: Error) => void) {
  const db = connect(address, onTrouble, commandLimits);
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

/**
 * @throws {SettingsError} naming DATABASE_URL or DATA_DIR when the database cannot be opened, or when
 *   production is pointed at a database that once held the demo.
 */
export async function openDatabase(
  config: Pick<Config, 'mode' | 'dataDir' | 'databaseUrl'>,
  logger: Logger,
  limits?: PostgresLimits,
): Promise<Database> {
  const setting = config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR';
  const address = config.databaseUrl
    ? { postgresUrl: config.databaseUrl }
    : { sqliteFile: join(config.dataDir, 'brama.sqlite') };
  const onTrouble = (err: Error) => logger.warn({ err }, 'database trouble');
  let db: Database | undefined;
  try {
    if ('postgresUrl' in address) await migrateAt(address, onTrouble);
    db = connect(address, onTrouble, limits);
    if ('sqliteFile' in address) await migrate(db);
    if (config.mode === 'production') await refuseDemoData(db, setting);
    return db;
  } catch (cause) {
    await db?.destroy();
    if (cause instanceof SettingsError) throw cause;
    throw new SettingsError([{ setting, reason: reasonOf(cause) }], { cause });
  }
}
