// Makes a filter from a list of SHA-1 hashes in the format of Have I Been Pwned: one `HASH:COUNT` per line, in ascending order.
// Reads the list twice and keeps one block in memory.

import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { addToBlock, blockBytes, blockOf, blocksFor, filterHeader } from './filter.ts';

const chunkBytes = 128 * 1024;
/** Longer than any valid line: 40 digits, a colon, a count and a line break. */
const maxLineBytes = 64;
const lineForm = /^([0-9A-F]{40})(?::\d{1,18})?\r?$/i;

/** A file that is not a sorted list of SHA-1 hashes. */
export class ListError extends Error {
  override name = 'ListError';
}

/** Returns the hash of a line, without its line break. @throws {ListError} */
function hashOfLine(line: string, start: number): string {
  const hash = lineForm.exec(line)?.[1];
  if (hash !== undefined) return hash.toUpperCase();
  throw new ListError(
    `has no line "SHA-1 hash:count" at byte ${start}; the list must contain SHA-1 hashes, ordered by hash`,
  );
}

/** Yields the hashes of a list in batches. @throws {ListError} for a line that is no hash, or not in ascending order. */
async function* hashesIn(path: string): AsyncGenerator<string[]> {
  let rest = '';
  let at = 0;
  let previous = '';
  function next(line: string): string {
    const hash = hashOfLine(line, at);
    if (hash < previous) throw new ListError(`is not ordered by hash, at byte ${at}`);
    previous = hash;
    at += line.length + 1;
    return hash;
  }
  const chunks = createReadStream(path, { encoding: 'latin1', highWaterMark: chunkBytes });
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield lines.map(next);
    // refused here: a file without line breaks must not fill the memory
    if (rest.length > maxLineBytes) next(rest);
  }
  if (rest !== '') yield [next(rest)];
}

/** Writes blocks in order. */
class BlockWriter {
  readonly #file: FileHandle;
  readonly #blocks: number;
  #block = Buffer.alloc(blockBytes);
  #index = 0;

  constructor(file: FileHandle, blocks: number) {
    this.#file = file;
    this.#blocks = blocks;
  }

  async #writeUntil(index: number) {
    while (this.#index < index) {
      await this.#file.write(this.#block, 0, blockBytes, (1 + this.#index) * blockBytes);
      this.#block = Buffer.alloc(blockBytes);
      this.#index += 1;
    }
  }

  /** Returns whether the blocks before the block of this hash must be written first. */
  needsWrite(hash: Buffer): boolean {
    return blockOf(hash, this.#blocks) > this.#index;
  }

  async writeBefore(hash: Buffer) {
    await this.#writeUntil(blockOf(hash, this.#blocks));
  }

  add(hash: Buffer) {
    addToBlock(this.#block, hash);
  }

  finish() {
    return this.#writeUntil(this.#blocks);
  }
}

async function countHashes(list: string): Promise<number> {
  let count = 0;
  for await (const batch of hashesIn(list)) count += batch.length;
  if (count === 0) throw new ListError('is empty');
  return count;
}

async function writeFilter(list: string, file: FileHandle, hashes: number): Promise<void> {
  const blocks = blocksFor(hashes);
  const writer = new BlockWriter(file, blocks);
  for await (const batch of hashesIn(list))
    for (const text of batch) {
      const hash = Buffer.from(text, 'hex');
      if (writer.needsWrite(hash)) await writer.writeBefore(hash);
      writer.add(hash);
    }
  await writer.finish();
  // last, so that an interrupted command leaves no file that begins like a filter
  await file.write(filterHeader(blocks, hashes), 0, blockBytes, 0);
  await file.sync();
}

/**
 * Writes the filter of the list and returns the number of hashes. The filter appears under its name when it is complete.
 * @throws {ListError}, and errors of the file system.
 */
export async function buildFilter(list: string, filter: string): Promise<number> {
  const hashes = await countHashes(list);
  const unfinished = `${filter}.unfinished`;
  const file = await open(unfinished, 'w');
  try {
    await writeFilter(list, file, hashes);
  } catch (error) {
    await file.close();
    await rm(unfinished, { force: true });
    throw error;
  }
  await file.close();
  await rename(unfinished, filter);
  return hashes;
}
