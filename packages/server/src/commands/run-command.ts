// Runs a command: parses the command line, opens the database, and closes it at the end. Exit codes: 0 done, 1 refused
// or not found, 2 invalid command line.

import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { prepareDataDir } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import { openForCommand } from '../database/open.ts';
import { createLogger } from '../http/log.ts';
import { logDestination } from './command-log.ts';
import { checkKeys } from './guard-keys.ts';

function parseOrUndefined<A>(parse: () => A | undefined): A | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

/** Returns the exit code of `work`. Prints `usage` and returns 2 if `parse` throws or returns undefined. */
export async function withArguments<A>(
  usage: string,
  parse: () => A | undefined,
  work: (given: A) => Promise<number>,
): Promise<number> {
  const given = parseOrUndefined(parse);
  if (given !== undefined) return work(given);
  console.error(usage);
  return 2;
}

const keyNames = { taxIdKey: 'taxId', dataKey: 'data' } as const;

/** Runs `work` with the existing database. `keys` are the encryption keys that the command reads. */
export async function withDatabase<R>(
  config: Config,
  keys: readonly (keyof typeof keyNames)[],
  work: (db: Database, log: Logger) => Promise<R>,
): Promise<R> {
  const log = createLogger(config.logLevel, logDestination());
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
