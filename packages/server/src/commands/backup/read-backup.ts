// Reads all of a backup and checks it: encryption, hash, length, and the database in it. Only then may it be used.

import { statfsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Environment } from '../../config/settings.ts';
import { ageMagic, decrypt, readIdentities } from './age.ts';
import { type Header, type Opened, read } from './container.ts';
import { writeNewFile } from './new-file.ts';
import { readBackup } from './place.ts';
import { countDumped } from './postgres-dump.ts';
import { PostgresPrograms } from './postgres-tools.ts';
import { Refusal, reasonOf } from './refusal.ts';
import { sameRows } from './same-rows.ts';
import { checkSqlite } from './sqlite-copy.ts';

async function startOf(file: string): Promise<string> {
  try {
    const opened = await open(file);
    try {
      const { buffer, bytesRead } = await opened.read(Buffer.alloc(ageMagic.length), 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await opened.close();
    }
  } catch (error) {
    throw new Refusal(`Cannot read ${file}: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Returns the content of a backup, decrypted if it is encrypted. @throws {Refusal} */
async function contentOf(
  file: string,
  identity: string | undefined,
  source: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  if ((await startOf(file)) === ageMagic) {
    if (identity === undefined)
      throw new Refusal(`${file} is encrypted: name the file of the private key with --identity.`);
    return decrypt(readIdentities(identity), file, source);
  }
  return source;
}

/** The copy is written to the disk unencrypted, and SQLite may write another one beside it. */
function checkSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < bytes)
    throw new Refusal(`${folder} has no space for the copy: ${bytes} bytes are needed.`);
}

export type ReadBackup = {
  header: Header;
  isEncrypted: boolean;
  /** Whether the hash beside the file was there, and is the right one. */
  hasHash: boolean;
  /** Whether the rows of the copy were counted again. Without `pg_restore` they cannot be. */
  isCounted: boolean;
};

export type Source = {
  file: string;
  /** The file of the private key. */
  identity: string | undefined;
  /** The environment of this process. */
  env: Environment;
};

async function countDump(
  copy: string,
  { file, env }: Pick<Source, 'file' | 'env'>,
  header: Header,
): Promise<boolean> {
  const programs = new PostgresPrograms(env);
  if (!(await programs.has('pg_restore'))) return false;
  sameRows(file, await countDumped(programs, copy), header.rows);
  return true;
}

/**
 * Writes the copy of the database in a backup to the new file `copy`. `accept` may refuse the backup before anything is written,
 * and before another program reads its content. @throws {Refusal} for a file that is not a complete, unchanged backup.
 */
export async function extractBackup(
  { file, identity, env }: Source,
  copy: string,
  accept: (opened: Opened) => void,
): Promise<ReadBackup> {
  const { content, checkHash } = readBackup(file);
  const source = await contentOf(file, identity, content);
  const opened = await read(file, source);
  const { header } = opened;
  accept(opened);
  checkSpace(dirname(copy), header.copy.bytes);
  try {
    await writeNewFile(copy, opened.copy);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`Cannot write ${copy}: ${reasonOf(error)}.`, { cause: error });
  }
  const hasHash = await checkHash();
  const isSqlite = header.database === 'sqlite';
  if (isSqlite) sameRows(file, checkSqlite(copy, file).rows, header.rows);
  const isCounted = isSqlite || (await countDump(copy, { file, env }, header));
  return { header, isEncrypted: source !== content, hasHash, isCounted };
}
