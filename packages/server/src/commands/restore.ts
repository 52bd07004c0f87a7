// `npm run brama -- restore`: puts the database of a backup into an empty place, and ends all access that may have ended since.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Environment } from '../config/settings.ts';
import { keyFingerprint } from '../crypto/key-check.ts';
import { findKeys, type Keys, prepareDataDir } from '../crypto/keys.ts';
import type { DatabaseAddress } from '../database/connect.ts';
import { migrations as known } from '../database/migrations.ts';
import { sqliteFileIn } from '../database/open.ts';
import { createLogger } from '../http/log.ts';
import { createUsernameHash } from '../users/lifecycle/former-usernames.ts';
import { createExternalIdHash } from '../users/sources/erased-persons.ts';
import type { Header, Opened } from './backup/container.ts';
import { temporaryFolderIn } from './backup/folder-names.ts';
import { PostgresPrograms } from './backup/postgres-tools.ts';
import { extractBackup } from './backup/read-backup.ts';
import { Refusal, reasonOf, withRefusals } from './backup/refusal.ts';
import { TemporaryFolder } from './backup/temporary-folder.ts';
import { logDestination } from './command-log.ts';
import { UsageError } from './line/read-line.ts';
import type { Given as LineOf } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { type Changes, readExported, readTyped } from './restore/changes-list.ts';
import { type Finished, finishRestore } from './restore/finish.ts';
import { checkEmptyPostgres, completePostgres, loadDump } from './restore/restore-postgres.ts';
import { checkNoSqlite, placeSqlite } from './restore/restore-sqlite.ts';
import { utcTime } from './run-command.ts';

type Arguments = {
  file: string;
  identity: string | undefined;
  changes: { kind: 'exported' | 'typed'; file: string } | 'none' | 'ask';
};

type Given = LineOf<(typeof areas)['restore']>;

function changesOf(values: Given['options']): Arguments['changes'] {
  const { 'changes-since': exported, users: typed, 'no-changes': none } = values;
  const given = [exported, typed, none || undefined].filter((value) => value !== undefined);
  if (given.length > 1)
    throw new UsageError('--changes-since, --users, --no-changes: choose one of them');
  if (exported !== undefined) return { kind: 'exported', file: exported };
  if (typed !== undefined) return { kind: 'typed', file: typed };
  return none ? 'none' : 'ask';
}

/** @throws {UsageError} */
function readArguments({ operands: [file], options }: Given): Arguments {
  return { file, identity: options.identity, changes: changesOf(options) };
}

type Context = {
  config: Config;
  /** The base of relative paths. */
  folder: string;
  /** The environment of this process. */
  env: Environment;
  input: NodeJS.ReadableStream & { isTTY?: boolean };
};

/** Asks for one change in a line. @throws {Refusal} where no person can answer. */
async function ask(input: Context['input']): Promise<string> {
  if (!input.isTTY)
    throw new Refusal(
      'Name the users who were disabled, erased or deprived of a role since the backup: --changes-since, --users or --no-changes.',
    );
  console.error(
    'Which users were disabled, erased or deprived of a role since the backup? One in a line: USERNAME, erase USERNAME or revoke USERNAME ROLE. An empty line ends the list.',
  );
  const lines: string[] = [];
  const reader = createInterface({ input });
  for await (const line of reader) {
    if (line.trim() === '') break;
    lines.push(line);
  }
  reader.close();
  return lines.join('\n');
}

/** Returns the text of the list, before anything else is read. */
async function readList(
  { changes }: Arguments,
  { folder, input }: Pick<Context, 'folder' | 'input'>,
): Promise<string> {
  if (changes === 'none') return '';
  if (changes === 'ask') return ask(input);
  if (changes.file === '-' && changes.kind === 'typed') return text(input);
  const file = resolve(folder, changes.file);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Refusal(`Cannot read ${file}: ${reasonOf(error)}.`, { cause: error });
  }
}

/** @throws {Refusal} for a backup whose keys are others, or that another installation has written. */
function checkKeys({ header, isBy }: Opened, keys: Partial<Keys>): void {
  const settings = { DATA_KEY: keys.data, TAX_ID_KEY: keys.taxId } as const;
  for (const setting of ['DATA_KEY', 'TAX_ID_KEY'] as const) {
    const key = settings[setting];
    const needed = header.keys[setting];
    if (key === undefined)
      throw new Refusal(`${setting} is not set: the backup needs the key ${needed}.`);
    const given = keyFingerprint(setting, key);
    if (given !== needed)
      throw new Refusal(
        `${setting} is another key (${given}) than that of the backup (${needed}).`,
      );
  }
  if (!keys.data || !isBy(keys.data))
    throw new Refusal(
      'The backup was changed, or written without DATA_KEY: its description is not the one that a server with this key has written.',
    );
}

/** @throws {Refusal} for a backup that this release, or this place, cannot use. */
function checkHeader(header: Header, config: Config): void {
  const newer = header.migrations.filter((name) => !Object.hasOwn(known, name));
  if (newer.length > 0)
    throw new Refusal(
      `The backup is of Brama ${header.release}, which is newer than this release (migration ${newer[0]}): install that release.`,
    );
  const place = config.databaseUrl === undefined ? 'sqlite' : 'postgres';
  if (header.database !== place)
    throw new Refusal(
      `The backup is of ${header.database}, and the settings name ${place}: restore to ${header.database} first.`,
    );
  if (header.isProduction && config.mode !== 'production')
    throw new Refusal(
      'The backup is of a server in production: use the settings of that server, among them NODE_ENV=production.',
    );
}

const allChanges = (given: Arguments, list: string, header: Header): Changes =>
  given.changes !== 'none' && given.changes !== 'ask' && given.changes.kind === 'exported'
    ? {
        kind: 'exported',
        list: readExported(given.changes.file, list, {
          createdAt: header.createdAt,
          dataKey: header.keys.DATA_KEY,
        }),
      }
    : { kind: 'typed', list: readTyped(list) };

function describe(header: Header, { disabled, erased, roles, ...finished }: Finished): string {
  const { rows, createdAt, release } = header;
  return [
    `Restored the backup of ${utcTime(Date.parse(createdAt))}, by Brama ${release}: ${rows['users'] ?? 0} users, ${rows['applications'] ?? 0} applications.`,
    `Disabled users: ${disabled}, erased: ${erased}, roles taken: ${roles}.`,
    ...(finished.migrations.length > 0 ? [`Applied ${finished.migrations.join(', ')}.`] : []),
    'All sessions, tokens, tickets, links and remembered browsers have ended. Recovery codes are void: users create new ones.',
    'Nothing newer than the backup is known: users, passwords, passkeys, secrets of applications, signing keys and events since then are missing, and what was removed since then works again.',
    ...(finished.hasAdministrator
      ? []
      : ['No enabled user is an administrator: run `brama admin grant USERNAME`.']),
  ].join('\n');
}

type Work = {
  temporary: TemporaryFolder;
  /** Writes the copy in the backup, and returns its header and the list of changes. */
  extract(copy: string): Promise<{ header: Header; changes: Changes }>;
  finish(address: DatabaseAddress, of: { header: Header; changes: Changes }): Promise<Finished>;
};

async function toSqlite(
  { config }: Context,
  { temporary, extract, finish }: Work,
): Promise<string> {
  const file = sqliteFileIn(config.dataDir);
  checkNoSqlite(file);
  const copy = temporary.path('copy');
  const extracted = await extract(copy);
  const finished = await finish({ sqliteFile: copy }, extracted);
  await placeSqlite(copy, file);
  return describe(extracted.header, finished);
}

async function toPostgres(
  { config, env }: Context,
  url: string,
  { temporary, extract, finish }: Work,
): Promise<string> {
  const owner = config.databaseOwnerUrl ?? url;
  const programs = new PostgresPrograms(env, owner);
  // before a large file is read
  for (const program of ['pg_restore', 'psql'] as const) await programs.majorOf(program);
  const copy = temporary.path('copy');
  const extracted = await extract(copy);
  const { header } = extracted;
  if (!(await checkEmptyPostgres(owner, header)))
    await loadDump({ url: owner, programs }, { copy, list: temporary.path('list'), header });
  await completePostgres(owner, header);
  return describe(header, await finish({ postgresUrl: owner }, extracted));
}

async function restore(context: Context, given: Arguments): Promise<number> {
  const { config, folder, env } = context;
  const list = await readList(given, context);
  // a line that is wrong is found before the file is read
  if (given.changes === 'ask' || (given.changes !== 'none' && given.changes.kind === 'typed'))
    readTyped(list);
  const keys = findKeys(config);
  const log: Logger = createLogger(config.logLevel, logDestination());
  prepareDataDir(config.dataDir);
  const temporary = TemporaryFolder.open(temporaryFolderIn(config.dataDir));
  const identity = given.identity && resolve(folder, given.identity);
  const work: Work = {
    temporary,
    async extract(copy) {
      let changes: Changes | undefined;
      const source = { file: resolve(folder, given.file), identity, env };
      const { header } = await extractBackup(source, copy, (opened) => {
        checkKeys(opened, keys);
        checkHeader(opened.header, config);
        changes = allChanges(given, list, opened.header);
      });
      if (!changes) throw new Error('the backup was not accepted');
      return { header, changes };
    },
    finish(address, { header, changes }) {
      if (!keys.data) throw new Error('there is no DATA_KEY');
      const hashUsername = createUsernameHash(keys.data);
      const hashExternalId = createExternalIdHash(keys.data);
      return finishRestore(address, { header, changes, hashUsername, hashExternalId, log });
    },
  };
  try {
    const { databaseUrl } = config;
    console.log(
      databaseUrl === undefined
        ? await toSqlite(context, work)
        : await toPostgres(context, databaseUrl, work),
    );
    return 0;
  } finally {
    temporary.close();
  }
}

/** `folder` is the base of relative paths. */
export function runRestore(
  args: readonly string[],
  readConfig: () => Config,
  { folder, env, input }: Pick<Context, 'folder' | 'env' | 'input'>,
): Promise<number> {
  return withArguments('restore', args, readArguments, (given) =>
    withRefusals(() => restore({ config: readConfig(), folder, env, input }, given)),
  );
}
