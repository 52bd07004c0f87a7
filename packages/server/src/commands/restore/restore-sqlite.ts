// Puts a restored database in its place: it appears complete, or not at all.

import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { Refusal, reasonOf } from '../backup/refusal.ts';

/** SQLite would apply such a file to any database of the name. */
const companions = ['-wal', '-shm', '-journal'];

/** @throws {Refusal} unless there is no database here, or one without tables. */
export function checkNoSqlite(file: string): void {
  for (const end of companions)
    if (!existsSync(file) && existsSync(`${file}${end}`))
      throw new Refusal(
        `${file}${end} is left of another database: move it away. Nothing was changed.`,
      );
  if (!existsSync(file)) return;
  throw new Refusal(
    `There is a database already: stop the server, and move ${file} away with the files whose names begin with it. Nothing was changed.`,
  );
}

/** Brings everything to the disk, and removes the files beside it. */
async function complete(copy: string): Promise<void> {
  const database = new SqliteFile(copy, { fileMustExist: true });
  try {
    database.pragma('journal_mode = delete');
  } finally {
    database.close();
  }
  for (const end of companions)
    if (existsSync(`${copy}${end}`)) throw new Error(`${copy}${end} is left`);
  await sync(copy);
}

async function sync(path: string): Promise<void> {
  const opened = await open(path);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Fails if there is such a file, which a server may have created meanwhile. */
function moveToNew(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error;
    // a file system without hard links
    checkNoSqlite(to);
    renameSync(from, to);
    return;
  }
  rmSync(from);
}

export async function placeSqlite(copy: string, file: string): Promise<void> {
  await complete(copy);
  checkNoSqlite(file);
  try {
    moveToNew(copy, file);
  } catch (error) {
    throw new Refusal(`Cannot write ${file}: ${reasonOf(error)}. Nothing was changed.`, {
      cause: error,
    });
  }
  await sync(dirname(file));
}
