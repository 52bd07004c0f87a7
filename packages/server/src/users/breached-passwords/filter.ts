// A compact form of the list: a blocked Bloom filter (Putze, Sanders and Singler 2007, “Cache-, Hash- and Space-Efficient Bloom
// Filters”). It contains every hash of the list, and by chance about one in a thousand others. The first bits of a hash select its
// block, so a sorted list fills one block after the other, and a search reads one block.

import type { FileHandle } from 'node:fs/promises';
import { readBytes } from './read-bytes.ts';

export const blockBytes = 4096;
const blockBits = blockBytes * 8;
/** With ten bits per hash, about 0.08 % of other hashes are found. */
const bitsPerHash = 15;
const probes = 10;

/** The header fills the first block, so that blocks are aligned to pages. */
const magic = Buffer.from('BRAMA-BREACHED-1', 'latin1');
const checkBytes = 8;

/** A file that is no filter, or a damaged one. */
export class FilterError extends Error {
  override name = 'FilterError';
}

/** Returns how many blocks a filter for so many hashes has. */
export const blocksFor = (hashes: number) =>
  Math.max(1, Math.ceil((hashes * bitsPerHash) / blockBits));

/** Returns the block of a hash. Greater hashes are in the same block or in later ones. */
export function blockOf(hash: Buffer, blocks: number): number {
  return Math.floor((hash.readUInt32BE(0) / 2 ** 32) * blocks);
}

/** Returns the bits of a hash in its block, by double hashing (Kirsch and Mitzenmacher 2006) with unused parts of the hash. */
function bitsOf(hash: Buffer): number[] {
  const first = hash.readUInt32BE(8);
  // odd, so that the bits differ
  const step = (hash.readUInt32BE(12) | 1) >>> 0;
  return Array.from({ length: probes }, (_, index) => (first + index * step) % blockBits);
}

export function addToBlock(block: Buffer, hash: Buffer): void {
  for (const bit of bitsOf(hash)) block[bit >> 3] = (block[bit >> 3] ?? 0) | (1 << (bit & 7));
}

function isInBlock(block: Buffer, hash: Buffer): boolean {
  return bitsOf(hash).every((bit) => ((block[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0);
}

/** `hashes` is the number of hashes in the filter. */
export function filterHeader(blocks: number, hashes: number): Buffer {
  const header = Buffer.alloc(blockBytes);
  magic.copy(header);
  header.writeBigUInt64BE(BigInt(blocks), magic.length);
  header.writeBigUInt64BE(BigInt(hashes), magic.length + checkBytes);
  return header;
}

export const isFilter = (start: Buffer) => start.subarray(0, magic.length).equals(magic);

/** Returns the number of blocks. @throws {FilterError} unless the file has exactly these blocks. */
export async function readFilterHeader(file: FileHandle, size: number): Promise<number> {
  const header = await readBytes(file, 0, blockBytes);
  const blocks = header.length < blockBytes ? 0n : header.readBigUInt64BE(magic.length);
  if (blocks < 1n || (blocks + 1n) * BigInt(blockBytes) !== BigInt(size))
    throw new FilterError('is an incomplete filter: make it again from the list');
  return Number(blocks);
}

/** @throws {FilterError} */
export async function isInFilter(file: FileHandle, blocks: number, hash: Buffer): Promise<boolean> {
  const block = await readBytes(file, (1 + blockOf(hash, blocks)) * blockBytes, blockBytes);
  if (block.length < blockBytes) throw new FilterError('became shorter while in use');
  return isInBlock(block, hash);
}
