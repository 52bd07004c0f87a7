// Reads the entries of a ZIP archive within limits (APPNOTE.TXT 6.3.10), and writes them again without compression. The next reader gets
// only what was checked. A second directory, or an entry that unpacks to more than it says, cannot reach it.

import { crc32, inflateRawSync } from 'node:zlib';
import { ImportFileError } from '../reasons.ts';

export type ZipEntry = { name: string; content: Buffer };

const endSignature = 0x06054b50;
const directorySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const directoryBytes = 46;
const localBytes = 30;
const maxCommentBytes = 0xffff;
const encryptedFlag = 1;
const utf8Flag = 0x800;

const damaged = (cause?: unknown) => new ImportFileError('spreadsheet-damaged', { cause });

type Directory = { offset: number; entries: number };

/** Returns where the directory begins. Archives of 4 GiB or of several disks are refused. */
function directoryOf(archive: Buffer): Directory {
  const earliest = Math.max(0, archive.length - endBytes - maxCommentBytes);
  for (let at = archive.length - endBytes; at >= earliest; at -= 1) {
    if (archive.readUInt32LE(at) !== endSignature) continue;
    const entries = archive.readUInt16LE(at + 10);
    if (archive.readUInt32LE(at + 4) !== 0 || archive.readUInt16LE(at + 8) !== entries)
      throw damaged();
    return { offset: archive.readUInt32LE(at + 16), entries };
  }
  throw damaged();
}

type Listed = {
  name: string;
  method: number;
  crc: number;
  packedBytes: number;
  unpackedBytes: number;
  localOffset: number;
};

function listedAt(archive: Buffer, at: number): { listed: Listed; next: number } {
  if (archive.readUInt32LE(at) !== directorySignature) throw damaged();
  if (archive.readUInt16LE(at + 8) & encryptedFlag)
    throw new ImportFileError('spreadsheet-encrypted');
  const nameBytes = archive.readUInt16LE(at + 28);
  const otherBytes = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  const nameAt = at + directoryBytes;
  const listed = {
    name: archive.toString('utf8', nameAt, nameAt + nameBytes),
    method: archive.readUInt16LE(at + 10),
    crc: archive.readUInt32LE(at + 16),
    packedBytes: archive.readUInt32LE(at + 20),
    unpackedBytes: archive.readUInt32LE(at + 24),
    localOffset: archive.readUInt32LE(at + 42),
  };
  return { listed, next: nameAt + nameBytes + otherBytes };
}

function unpack({ method, unpackedBytes }: Listed, packed: Buffer): Buffer {
  if (method === 0) return packed;
  if (method !== 8) throw damaged();
  // an entry that is longer than it says throws here
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, unpackedBytes) });
}

function contentOf(archive: Buffer, listed: Listed): Buffer {
  const at = listed.localOffset;
  if (archive.readUInt32LE(at) !== localSignature) throw damaged();
  const from = at + localBytes + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
  const packed = archive.subarray(from, from + listed.packedBytes);
  const content = unpack(listed, packed);
  if (content.length !== listed.unpackedBytes || crc32(content) !== listed.crc) throw damaged();
  return content;
}

export type ZipLimits = { maxEntries: number; maxUnpackedBytes: number };

function listEntries(archive: Buffer, { maxEntries, maxUnpackedBytes }: ZipLimits): Listed[] {
  const { offset, entries } = directoryOf(archive);
  if (entries > maxEntries) throw new ImportFileError('spreadsheet-too-large');
  const all: Listed[] = [];
  let at = offset;
  for (let index = 0; index < entries; index += 1) {
    const { listed, next } = listedAt(archive, at);
    all.push(listed);
    at = next;
  }
  if (new Set(all.map(({ name }) => name)).size < all.length) throw damaged();
  const unpacked = all.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  if (unpacked > maxUnpackedBytes) throw new ImportFileError('spreadsheet-too-large');
  return all;
}

/** Returns the names of all entries, and the content of those that are wanted. @throws ImportFileError */
export function readZip(
  archive: Buffer,
  limits: ZipLimits,
  isWanted: (name: string) => boolean,
): { names: string[]; entries: ZipEntry[] } {
  try {
    const listed = listEntries(archive, limits);
    return {
      names: listed.map(({ name }) => name),
      entries: listed
        .filter(({ name }) => isWanted(name))
        .map((one) => ({ name: one.name, content: contentOf(archive, one) })),
    };
  } catch (cause) {
    // Node throws a RangeError for places outside the file, and for an entry that unpacks to more
    throw cause instanceof ImportFileError ? cause : damaged(cause);
  }
}

/** The fields that an entry has at its place and in the directory. */
function sharedFields({ name, content }: ZipEntry): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(utf8Flag, 2);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
}

function directoryHead(entry: ZipEntry, localOffset: number): Buffer {
  const head = Buffer.alloc(directoryBytes);
  head.writeUInt32LE(directorySignature, 0);
  head.writeUInt16LE(20, 4);
  sharedFields(entry).copy(head, 6);
  head.writeUInt32LE(localOffset, 42);
  return head;
}

function localHead(entry: ZipEntry): Buffer {
  const head = Buffer.alloc(localBytes);
  head.writeUInt32LE(localSignature, 0);
  sharedFields(entry).copy(head, 4);
  return head;
}

/** Returns an archive without compression. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    directory.push(directoryHead(entry, offset), name);
    files.push(localHead(entry), name, entry.content);
    offset += localBytes + name.length + entry.content.length;
  }
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(endSignature, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}
