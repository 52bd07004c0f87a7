// What tests of backups share: key pairs, places with settings, and Debian's PostgreSQL, which has pg_dump.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { type FullConfig, readConfig } from '../../src/app/config.ts';
import type { DatabaseAddress } from '../../src/database/connect.ts';

const newKey = () => randomBytes(32).toString('hex');

/** Settings of a server that use a folder of its own; with PostgreSQL only for its keys and copies. */
export type Place = {
  folder: string;
  env: Record<string, string>;
  config: FullConfig;
  remove(): void;
};

export function makePlace(
  address: DatabaseAddress | undefined,
  settings: Record<string, string> = { TAX_ID_KEY: newKey(), DATA_KEY: newKey() },
): Place {
  const folder = mkdtempSync(join(tmpdir(), 'brama-backup-'));
  const own =
    address === undefined
      ? { DATA_DIR: folder }
      : 'postgresUrl' in address
        ? { DATABASE_URL: address.postgresUrl, DATA_DIR: folder }
        : { DATA_DIR: dirname(address.sqliteFile) };
  const env = { HASH_THREADS: '1', LOG_LEVEL: 'silent', ...settings, ...own };
  return {
    folder,
    env,
    config: readConfig(env, () => ''),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Writes a private key to a file. Returns its path and the public key. */
export async function makeIdentity(folder: string, name = 'identity') {
  const identity = await generateIdentity();
  const file = join(folder, name);
  writeFileSync(file, `# created by a test\n${identity}\n`, { mode: 0o600 });
  return { file, recipient: await identityToRecipient(identity) };
}
