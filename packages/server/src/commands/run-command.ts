// What commands do with the database of this machine: open it, change it, and close it at the end.

import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { prepareDataDir } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import { openForCommand } from '../database/open.ts';
import { type Change, inChange } from '../events/change.ts';
import type { NotifyUser } from '../events/notice.ts';
import { EventStore } from '../events/store.ts';
import { createLogger } from '../http/log.ts';
import { removeLeftCopies } from './backup/left-copies.ts';
import { logDestination } from './command-log.ts';
import { checkKeys } from './guard-keys.ts';
import { systemUser } from './system-user.ts';

/** Runs `work` in one transaction, as a change by the user of the operating system. Stores its events, and logs them after the commit. */
export const inCommand = <R>(
  db: Database,
  log: Logger,
  work: (change: Change) => Promise<R>,
  notifyUser?: NotifyUser,
): Promise<R> => {
  const deps = { events: new EventStore(db, Date.now), ...(notifyUser && { notifyUser }) };
  return inChange(db, deps, { actor: 'server', systemUser: systemUser(), log }, work);
};

const keyNames = { taxIdKey: 'taxId', dataKey: 'data' } as const;

/** Runs `work` with the existing database. `keys` are the encryption keys that the command reads. */
export async function withDatabase<R>(
  config: Config,
  keys: readonly (keyof typeof keyNames)[],
  work: (db: Database, log: Logger) => Promise<R>,
): Promise<R> {
  const log = createLogger(config.logLevel, logDestination());
  await removeLeftCopies(config.dataDir);
  const db = await openForCommand(config, log);
  try {
    const names = keys.map((key) => keyNames[key]);
    await checkKeys(db, config, names, log);
    // outside production a missing key is created there
    if (keys.some((key) => !config[key])) prepareDataDir(config.dataDir);
    return await work(db, log);
  } finally {
    await db.destroy();
  }
}

/** Returns epoch milliseconds as `2026-11-22 09:47 UTC`. */
export function utcTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
