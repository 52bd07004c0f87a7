// Where backups are written: a file that appears only when it is complete, its hash beside it, and the older ones.

import { createHash, randomBytes } from 'node:crypto';
import { accessSync, constants, createReadStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeNewFile } from './new-file.ts';
import { onExit } from './on-exit.ts';
import { Refusal, reasonOf } from './refusal.ts';

/** Stands for the time in the path of a backup. */
const placeholder = '{time}';

/** `20261128T201500Z`: sorts like the time. */
const timePattern = /^\d{8}T\d{6}Z$/;
const timeLength = '20261128T201500Z'.length;

const timeText = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** The names before and after the time. Undefined for a path without `{time}`. */
function patternOf(path: string): { before: string; after: string } | undefined {
  const parts = basename(path).split(placeholder);
  const [before, after] = parts;
  return parts.length === 2 ? { before: before ?? '', after: after ?? '' } : undefined;
}

export const hasTime = (path: string) => patternOf(path) !== undefined;

/** Returns the path of a backup of this time. */
const pathAt = (path: string, at: number) =>
  hasTime(path) ? join(dirname(path), basename(path).replace(placeholder, timeText(at))) : path;

const hashFileOf = (file: string) => `${file}.sha256`;

const unfinishedPattern = /^\.[0-9a-f]{16}(\.hash)?\.unfinished$/;

/** Returns what follows the name of a backup of this path in `name`. Undefined for another name. */
function afterName(path: string, name: string): string | undefined {
  const { before, after } = patternOf(path) ?? { before: basename(path), after: '' };
  if (!name.startsWith(before)) return undefined;
  if (!hasTime(path)) return name.slice(before.length);
  const time = name.slice(before.length, before.length + timeLength);
  const rest = name.slice(before.length + timeLength);
  return timePattern.test(time) && rest.startsWith(after) ? rest.slice(after.length) : undefined;
}

/** A killed process leaves its file, which is incomplete and may be unencrypted. `path` may have a time. */
function removeUnfinished(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder))
    if (unfinishedPattern.test(afterName(path, name) ?? ''))
      rmSync(join(folder, name), { force: true });
}

/** Makes the names in the folder durable. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } catch {
    // some network file systems cannot; the files themselves are durable
  } finally {
    await opened.close();
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true });
}

const cannotWrite = (file: string, cause: unknown) =>
  new Refusal(`Cannot write ${file}: ${reasonOf(cause)}. No backup was made.`, { cause });

/** Fails early, before the database is copied. @throws {Refusal} */
export function checkPlace(path: string, at: number): void {
  const file = pathAt(path, at);
  if (existsSync(file)) throw new Refusal(`${file} exists already: no backup was made.`);
  try {
    accessSync(dirname(file), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/**
 * Writes a new file that only its owner may read, and its hash beside it. Neither appears before the content is on the disk.
 * Returns its size. @throws {Refusal} if there is such a file, or if it cannot be written.
 */
export async function writeBackup(
  path: string,
  at: number,
  content: AsyncIterable<Uint8Array>,
): Promise<{ file: string; bytes: number; sha256: string }> {
  const file = pathAt(path, at);
  const stem = `${file}.${randomBytes(8).toString('hex')}`;
  const own = `${stem}.unfinished`;
  const ownHash = `${stem}.hash.unfinished`;
  const discard = () => {
    for (const one of [own, ownHash]) rmSync(one, { force: true });
  };
  const forget = onExit(discard);
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted() {
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    checkPlace(path, at);
    removeUnfinished(path);
    await writeNewFile(own, counted());
    const sha256 = hash.digest('hex');
    await writeDurably(ownHash, `${sha256}  ${basename(file)}\n`);
    await rename(ownHash, hashFileOf(file));
    await rename(own, file);
    await syncFolder(dirname(file));
    return { file, bytes, sha256 };
  } catch (error) {
    if (error instanceof Refusal || !(error as NodeJS.ErrnoException).code) throw error;
    throw cannotWrite(file, error);
  } finally {
    discard();
    forget();
  }
}

/** Removes all but the newest `keep` backups whose paths differ only in the time. Returns the removed names. */
export async function removeOlder(path: string, keep: number): Promise<string[]> {
  const folder = dirname(path);
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && hasTime(path) && afterName(path, entry.name) === '')
    .map(({ name }) => name)
    .sort();
  const removed = names.slice(0, -keep);
  for (const name of removed) {
    await rm(join(folder, name), { force: true });
    await rm(hashFileOf(join(folder, name)), { force: true });
  }
  return removed;
}

/** Reads a file and computes its hash. `checkHash` must be called after the end. */
export function readBackup(file: string) {
  const hash = createHash('sha256');
  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      throw new Refusal(`Cannot read ${file}: ${reasonOf(error)}.`, { cause: error });
    }
  }
  return {
    content: content(),
    /** Compares it with the hash beside the file. Returns false if there is none. @throws {Refusal} */
    async checkHash(): Promise<boolean> {
      const text = await readFile(hashFileOf(file), 'utf8').catch(() => undefined);
      if (text === undefined) return false;
      if (/^[0-9a-f]{64}/.exec(text)?.[0] === hash.digest('hex')) return true;
      throw new Refusal(`${file} is not the file whose hash is in ${hashFileOf(file)}.`);
    },
  };
}
