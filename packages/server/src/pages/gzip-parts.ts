// Encodes a page with user data as gzip (RFC 1952). Parts that are the same in every response are compressed, each on
// its own and once. User data is stored uncompressed, so the size of the response reveals no more than its length.

import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { PagePart } from '@brama/contract/pages/renderer';

/** Magic number, method deflate, no flags, no time, unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block with fixed codes (RFC 1951 §3.2.6). */
const lastBlock = Buffer.from([3, 0]);
/** The longest stored block (RFC 1951 §3.2.4). */
const maxStored = 65_535;

/** Returns stored blocks, none of them the last one of the stream. */
function stored(content: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = 0; at < content.length; at += maxStored) {
    const block = content.subarray(at, at + maxStored);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    blocks.push(head, block);
  }
  return blocks;
}

type Compressed = { content: Buffer; deflated: Buffer };
type Change = (html: string) => string;

/** Shared parts by the change that was applied to them. The renderer has few shared parts, and keeps them. */
const known = new WeakMap<PagePart, Map<Change, Compressed>>();

function compressed(part: PagePart, change: Change): Compressed {
  const variants = known.get(part) ?? new Map<Change, Compressed>();
  known.set(part, variants);
  const before = variants.get(change);
  if (before) return before;
  const content = Buffer.from(change(part.html));
  // a full flush ends at a byte, and the next part refers to nothing before it
  const deflated = deflateRawSync(content, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  variants.set(change, { content, deflated });
  return { content, deflated };
}

/** `change` applies to shared parts. It is one of few functions, because the results are kept. */
export function gzipParts(parts: readonly PagePart[], change: Change): Buffer {
  const blocks: Buffer[] = [header];
  let checksum = 0;
  let length = 0;
  for (const part of parts) {
    const { content, deflated } = part.isShared
      ? compressed(part, change)
      : { content: Buffer.from(part.html), deflated: undefined };
    blocks.push(...(deflated ? [deflated] : stored(content)));
    checksum = crc32(content, checksum);
    length += content.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length >>> 0, 4);
  return Buffer.concat([...blocks, lastBlock, trailer]);
}
