// `npm run brama -- backup`: writes an encrypted copy of the database while servers run, and reads one on another machine.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Environment } from '../config/settings.ts';
import { keyFingerprint } from '../crypto/key-check.ts';
import { loadKeys, prepareDataDir } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import { isInProduction } from '../database/installation.ts';
import { sqliteFileIn } from '../database/open.ts';
import { version } from '../version.ts';
import { encrypt as encryptFor, readRecipients } from './backup/age.ts';
import { type Header, write } from './backup/container.ts';
import { temporaryFolderIn } from './backup/folder-names.ts';
import { checkPlace, hasTime, removeOlder, writeBackup } from './backup/place.ts';
import { countDumped, dumpPostgres } from './backup/postgres-dump.ts';
import { PostgresPrograms } from './backup/postgres-tools.ts';
import { extractBackup, type ReadBackup } from './backup/read-backup.ts';
import { withRefusals } from './backup/refusal.ts';
import { sameRows } from './backup/same-rows.ts';
import { type Content, checkSqlite, copySqlite } from './backup/sqlite-copy.ts';
import { TemporaryFolder } from './backup/temporary-folder.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { inCommand, utcTime, withDatabase } from './run-command.ts';

type Create = {
  command: 'create';
  file: string;
  recipients: string[];
  recipientsFiles: string[];
  keep: number | undefined;
};
type Verify = { command: 'verify'; file: string; identity: string | undefined };

function keepOf(file: string, count: number | undefined): number | undefined {
  if (count !== undefined && !hasTime(file))
    throw new UsageError('--keep: FILE must contain {time} in its last part');
  return count;
}

/** @throws {UsageError} */
function readArguments(given: Given<(typeof areas)['backup']>): Create | Verify {
  const [file] = given.operands;
  if (given.command === 'verify')
    return { command: 'verify', file, identity: given.options.identity };
  const { recipient, 'recipients-file': files, unencrypted, keep } = given.options;
  const isEncrypted = recipient.length + files.length > 0;
  if (isEncrypted && unencrypted)
    throw new UsageError('--unencrypted: is not possible with public keys');
  if (!isEncrypted && !unencrypted)
    throw new UsageError('name a public key with --recipient, or choose --unencrypted');
  return {
    command: 'create',
    file,
    recipients: recipient,
    recipientsFiles: files,
    keep: keepOf(file, keep),
  };
}

type Context = {
  config: Config;
  /** The base of relative paths. */
  folder: string;
  /** The environment of this process. */
  env: Environment;
};

/** Writes the copy, and checks it. Returns what it contains. @throws {Refusal} */
async function copyDatabase(
  db: Database,
  { config, env }: Pick<Context, 'config' | 'env'>,
  copy: string,
): Promise<Content> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined) {
    const content = await copySqlite(sqliteFileIn(dataDir), copy);
    sameRows('The copy', checkSqlite(copy, 'The copy').rows, content.rows);
    return content;
  }
  const programs = new PostgresPrograms(env, databaseUrl);
  const content = await dumpPostgres(db, programs, copy);
  sameRows('The dump', await countDumped(programs, copy), content.rows);
  return content;
}

async function* chunksOf(copy: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(copy, { highWaterMark: 256 * 1024 });
}

async function hashOf(copy: string): Promise<Header['copy']> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunksOf(copy)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

const numberOf = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

type Target = {
  path: string;
  at: number;
  /** Undefined for a backup that is not encrypted. */
  encrypt: ((plain: AsyncIterable<Uint8Array>) => Promise<AsyncIterable<Uint8Array>>) | undefined;
};

/** Returns how to encrypt. @throws {Refusal} for a text that is no public key. */
async function encryptionFor(given: Create, folder: string): Promise<Target['encrypt']> {
  const { recipients, recipientsFiles } = given;
  if (recipients.length + recipientsFiles.length === 0) return undefined;
  const files = recipientsFiles.map((file) => resolve(folder, file));
  const encrypter = readRecipients(recipients, files);
  return (plain) => encryptFor(encrypter, plain);
}

/** Copies the database to the temporary file `copy`, checks the copy, and writes the backup. */
async function writeCopy(
  db: Database,
  { config, env }: Pick<Context, 'config' | 'env'>,
  { path, at, encrypt, copy }: Target & { copy: string },
): Promise<void> {
  const content = await copyDatabase(db, { config, env }, copy);
  const keys = loadKeys(config);
  const header: Header = {
    createdAt: new Date(at).toISOString(),
    release: version,
    database: config.databaseUrl === undefined ? 'sqlite' : 'postgres',
    isProduction: await isInProduction(db),
    ...content,
    keys: {
      DATA_KEY: keyFingerprint('DATA_KEY', keys.data),
      TAX_ID_KEY: keyFingerprint('TAX_ID_KEY', keys.taxId),
    },
    copy: await hashOf(copy),
  };
  const plain = write(header, keys.data, chunksOf(copy));
  const { file, bytes, sha256 } = await writeBackup(
    path,
    at,
    encrypt ? await encrypt(plain) : plain,
  );
  console.log(`${file}: ${bytes} bytes, SHA-256 ${sha256}`);
}

async function create({ config, env, folder }: Context, given: Create): Promise<number> {
  const path = resolve(folder, given.file);
  // before anything is read
  const encrypt = await encryptionFor(given, folder);
  return withDatabase(config, ['dataKey', 'taxIdKey'], async (db, log) => {
    prepareDataDir(config.dataDir);
    const temporary = TemporaryFolder.open(temporaryFolderIn(config.dataDir));
    try {
      const at = Date.now();
      checkPlace(path, at);
      const how = encrypt ? 'encrypted' : 'unencrypted';
      // before the first row is read, so that no backup is without an event
      await inCommand(db, log, ({ record }) => record({ type: 'backup.created', how }));
      await writeCopy(db, { config, env }, { path, at, encrypt, copy: temporary.path('copy') });
    } finally {
      temporary.close();
    }
    if (!encrypt) console.error('The backup is not encrypted: who reads it, reads the database.');
    const removed = given.keep === undefined ? [] : await removeOlder(path, given.keep);
    if (removed.length > 0) console.log(`Removed ${removed.join(', ')}.`);
    return 0;
  });
}

function describe(file: string, { header, isEncrypted, hasHash, isCounted }: ReadBackup): string {
  const { rows, database, schema, migrations, keys } = header;
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const place = schema === null ? database : `${database}, schema ${schema}`;
  return [
    `${file}: complete and unchanged`,
    `of ${utcTime(Date.parse(header.createdAt))}, by Brama ${header.release}, ${place}`,
    isEncrypted ? 'encrypted' : 'not encrypted',
    hasHash ? 'the hash beside it is right' : 'there is no hash beside it',
    `${numberOf(rows['users'] ?? 0, 'user')}, ${numberOf(rows['applications'] ?? 0, 'application')}, ${numberOf(all, 'row')} in ${numberOf(Object.keys(rows).length, 'table')}`,
    isCounted
      ? 'all rows were read and counted'
      : 'the rows were not counted again, because pg_restore is not installed here',
    `newest migration: ${migrations.at(-1) ?? 'none'}`,
    `needs DATA_KEY ${keys.DATA_KEY} and TAX_ID_KEY ${keys.TAX_ID_KEY}`,
  ].join('\n');
}

/** Reads no settings, so that it works on every machine. */
async function verify(
  { file, identity }: Verify,
  { folder, env }: Pick<Context, 'folder' | 'env'>,
): Promise<number> {
  const path = resolve(folder, file);
  const own = join(tmpdir(), `brama-verify-${process.getuid?.() ?? 'user'}`);
  const temporary = TemporaryFolder.open(own);
  try {
    const source = { file: path, identity: identity && resolve(folder, identity), env };
    const found = await extractBackup(source, temporary.path('copy'), () => undefined);
    console.log(describe(path, found));
    return 0;
  } finally {
    temporary.close();
  }
}

/** `readConfig` is called only where settings are needed. `folder` is the base of relative paths. */
export function runBackup(
  args: readonly string[],
  readConfig: () => Config,
  { folder, env }: Pick<Context, 'folder' | 'env'>,
): Promise<number> {
  return withArguments('backup', args, readArguments, (given) =>
    withRefusals(() =>
      given.command === 'verify'
        ? verify(given, { folder, env })
        : create({ config: readConfig(), folder, env }, given),
    ),
  );
}
