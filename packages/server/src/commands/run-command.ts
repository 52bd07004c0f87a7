// Runs a command: parses the command line, opens the database, and closes it at the end. Exit codes: 0 done, 1 refused
// or not found, 2 invalid command line.

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

/** Thrown for an invalid command line. The message names the wrong value. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** @throws {UsageError} for arguments after the last one that the command knows. */
export function refuseMore([first]: readonly string[]): void {
  if (first !== undefined) throw new UsageError(`unexpected argument: ${first}`);
}

/** @throws {UsageError} if options are given that this command does not have. */
export function refuseOptions(given: object, command: string): void {
  const [name] = Object.keys(given);
  if (name !== undefined) throw new UsageError(`--${name}: is not an option of ${command}`);
}

export const unknownCommand = (area: string, command: string | undefined) =>
  new UsageError(
    command === undefined ? `${area}: a command is missing` : `unknown command: ${area} ${command}`,
  );

/** Returns what is wrong with the command line. @throws other errors. */
function messageOf(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  const { code, message } = error as { code?: string; message: string };
  if (!code?.startsWith('ERR_PARSE_ARGS_')) throw error;
  // Node adds advice about positional arguments
  return message.split('. ', 1)[0] ?? message;
}

const asksForHelp = (args: readonly string[]) =>
  args.some((arg) => arg === '--help' || arg === '-h');

/**
 * Returns the exit code of `work`. For `--help` prints `usage` to standard output and returns 0. If `parse` throws a
 * UsageError or an error of `parseArgs`, prints what is wrong and the usage, and returns 2.
 */
export async function withArguments<A>(
  usage: string,
  args: readonly string[],
  parse: (args: readonly string[]) => A,
  work: (given: A) => Promise<number>,
): Promise<number> {
  if (asksForHelp(args)) {
    console.log(usage);
    return 0;
  }
  let given: A;
  try {
    given = parse(args);
  } catch (error) {
    console.error(args.length > 0 ? `${messageOf(error)}\n\n${usage}` : usage);
    return 2;
  }
  return work(given);
}

/** Runs `work` in one transaction, as a change by an administrator. Stores its events, and logs them after the commit. */
export const inCommand = <R>(
  db: Database,
  log: Logger,
  work: (change: Change) => Promise<R>,
  notifyUser?: NotifyUser,
): Promise<R> => {
  const deps = { events: new EventStore(db, Date.now), ...(notifyUser && { notifyUser }) };
  return inChange(db, deps, { actor: 'administrator', log }, work);
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
