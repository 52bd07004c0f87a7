// `npm run brama -- export`: writes what is configured as a manifest, which `apply` accepts and which changes nothing.

import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SqliteAdapter, sql } from 'kysely';
import type { FullConfig } from '../app/config.ts';
import { createFindIcon } from '../applications/icons/store.ts';
import { exportedApplications } from '../applications/manifest/export.ts';
import { ApplicationOwners } from '../applications/owners.ts';
import { createApplicationStore } from '../applications/store.ts';
import { keyFingerprint } from '../crypto/key-check.ts';
import { loadKeys } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import type { ManifestOrigin } from '../directory/apply/parse/manifest.ts';
import { exportedGroups, exportedUsers } from '../directory/export/exported-users.ts';
import { manifestText } from '../directory/export/manifest-text.ts';
import { parseStart } from '../users/lifecycle/parse-time.ts';
import { reasonOf } from './backup/refusal.ts';
import { changesSince, longestSinceMs } from './export-changes.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { inCommand, withDatabase } from './run-command.ts';

type Arguments = {
  users: boolean;
  /** Epoch milliseconds. */
  changesSince: number | undefined;
  output: string | undefined;
  yes: boolean;
};

/** @throws {UsageError} for a text that is no time, one to come, and one whose events are deleted. */
function sinceOf(text: string): number {
  const at = parseStart(text);
  if (at === undefined || at > Date.now())
    throw new UsageError(
      `--changes-since: must be a past time such as 2026-11-28T20:15:00Z (it is ${text})`,
    );
  if (at < Date.now() - longestSinceMs)
    throw new UsageError(
      '--changes-since: must be in the last 90 days, because older events are deleted',
    );
  return at;
}

function readArguments({ options }: Given<(typeof areas)['export']>): Arguments {
  const { users, output, yes, 'changes-since': since } = options;
  if (output === '') throw new UsageError('--output: must be the path of a file');
  if (users && since !== undefined)
    throw new UsageError('--users: is not possible with --changes-since');
  return { users, changesSince: since === undefined ? undefined : sinceOf(since), output, yes };
}

/** Runs `work` on a connection that reads the state of one moment, and lets others write. */
function withSnapshot<T>(db: Database, work: (snapshot: Database) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    const begin = isSqlite ? 'begin' : 'begin isolation level repeatable read read only';
    await sql.raw(begin).execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql.raw('rollback').execute(connection);
    }
  });
}

type Counts = { groups: number; users: number; applications: number };

/** Yields the text of the manifest and counts its records. */
async function* textOf(
  db: Database,
  origin: ManifestOrigin,
  counts: Counts,
): AsyncGenerator<string> {
  const applications = exportedApplications({
    applications: createApplicationStore(db, Date.now),
    owners: new ApplicationOwners(db),
    findIcon: createFindIcon(db),
  });
  const lists = {
    groups: await exportedGroups(db),
    ...(origin.users && { users: exportedUsers(db) }),
    applications,
  };
  yield* manifestText<keyof Counts>(origin, lists, (list) => {
    counts[list] += 1;
  });
}

type Output = { path: string; unfinished: string; file: FileHandle };

/** Opens a new file beside `path`, which only its owner may read. @throws an Error with the code of the system. */
async function openOutput(path: string): Promise<Output> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  const unfinished = `${path}.${process.pid}.unfinished`;
  return { path, unfinished, file: await open(unfinished, 'wx', 0o600) };
}

/** Removes what is left of an export that did not succeed. */
async function discard({ file, unfinished }: Output): Promise<void> {
  await file.close().catch(() => undefined);
  await rm(unfinished, { force: true });
}

/** Fills the file, and puts it in the place of `path` once it is complete. */
async function writeFile({ path, unfinished, file }: Output, text: AsyncIterable<string>) {
  await pipeline(Readable.from(text), file.createWriteStream({ flush: true }));
  await rename(unfinished, path);
}

type Source = { config: FullConfig } & Pick<Arguments, 'users' | 'changesSince'>;

/** Writes the list by `write`. Returns the exit code. */
function exportChanges(
  { config, since }: { config: FullConfig; since: number },
  write: (text: AsyncIterable<string>) => Promise<void>,
): Promise<number> {
  return withDatabase(config, ['dataKey'], async (db, log) => {
    const how = 'changes';
    await inCommand(db, log, ({ record }) => record({ type: 'configuration.exported', how }));
    const until = Date.now();
    const dataKey = keyFingerprint('DATA_KEY', loadKeys(config).data);
    const list = await withSnapshot(db, (snapshot) =>
      changesSince(snapshot, { since, until, dataKey }),
    );
    await write(Readable.from([`${JSON.stringify(list, undefined, 2)}\n`]));
    const { disabled, erased, roles } = list;
    console.error(
      `Exported ${disabled.length} disabled and ${erased.length} erased users, and all ${roles.length} roles.`,
    );
    return 0;
  });
}

/** Writes the manifest by `write`. Returns the exit code. */
function exportTo(
  { config, users, changesSince: since }: Source,
  write: (text: AsyncIterable<string>) => Promise<void>,
): Promise<number> {
  if (since !== undefined) return exportChanges({ config, since }, write);
  return withDatabase(config, users ? ['taxIdKey', 'dataKey'] : [], async (db, log) => {
    const how = users ? 'with-users' : 'without-users';
    // before the first record is read, so that no export is without an event
    await inCommand(db, log, ({ record }) => record({ type: 'configuration.exported', how }));
    const origin: ManifestOrigin = users
      ? { users, taxIdKey: keyFingerprint('TAX_ID_KEY', loadKeys(config).taxId) }
      : { users };
    const counts = { groups: 0, users: 0, applications: 0 };
    await withSnapshot(db, (snapshot) => write(textOf(snapshot, origin, counts)));
    const found = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
    console.error(`Exported ${found.join(', ')}. The manifest has hashes: keep it secret.`);
    return 0;
  });
}

/** The file is opened first, so that an export that cannot be written reads nothing and stores no event. */
async function exportToFile(source: Source, output: string, folder: string): Promise<number> {
  let opened: Output;
  try {
    opened = await openOutput(resolve(folder, output));
  } catch (error) {
    console.error(`Cannot write ${output}: ${reasonOf(error)}. Nothing was exported.`);
    return 1;
  }
  try {
    return await exportTo(source, (text) => writeFile(opened, text));
  } catch (error) {
    await discard(opened);
    throw error;
  }
}

/** `folder` is the base of a relative path; `standardOutput` is replaced in tests. */
export function runExport(
  args: readonly string[],
  config: FullConfig,
  folder: string,
  standardOutput: Writable & { isTTY?: boolean } = process.stdout,
): Promise<number> {
  return withArguments(
    'export',
    args,
    readArguments,
    async ({ users, changesSince: since, output, yes }) => {
      if (output === undefined && standardOutput.isTTY && !yes) {
        console.error('The manifest has hashes: use --output FILE, or --yes for the terminal.');
        return 1;
      }
      const source = { config, users, changesSince: since };
      if (output !== undefined) return exportToFile(source, output, folder);
      return exportTo(source, (text) =>
        pipeline(Readable.from(text), standardOutput, { end: false }),
      );
    },
  );
}
