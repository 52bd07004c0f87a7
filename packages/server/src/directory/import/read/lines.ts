// Divides a stream of bytes into decoded lines. A line with bytes that its encoding does not allow is marked; the others are read.

import { isAscii } from 'node:buffer';
import type { RowReason } from '@brama/contract/admin/imports/codes';
import { ImportFileError } from '../reasons.ts';
import {
  decodeUtf8,
  decodeWindows1251,
  type Encoding,
  encodingOf,
  isUtf8Line,
  markedEncoding,
  unmarkedUtf16,
} from './encoding.ts';
import type { ReadLimits } from './limits.ts';

export type Line = {
  /** Without the end of the line, but with a carriage return before it. */
  text: string;
  rejected: RowReason | undefined;
  /** The file ends without the end of this line: it may be cut. */
  isUnterminated?: true;
};

export type LineLimits = Pick<ReadLimits, 'maxFileBytes' | 'maxLineBytes'>;

const newline = 0x0a;
const carriageReturn = 0x0d;
/** So many bytes decide about the encoding. */
const sampleBytes = 64 * 1024;

/** Joins small parts to parts of at least `sampleBytes`, and limits the length of the file. */
async function* sampledParts(
  parts: AsyncIterable<Uint8Array>,
  { maxFileBytes }: LineLimits,
): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let fileBytes = 0;
  for await (const part of parts) {
    fileBytes += part.length;
    if (fileBytes > maxFileBytes) throw new ImportFileError('file-too-large');
    waiting.push(Buffer.from(part.buffer, part.byteOffset, part.length));
    waitingBytes += part.length;
    if (waitingBytes < sampleBytes) continue;
    yield waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting);
}

/** Returns the byte that ends lines: old spreadsheets of a Mac write only carriage returns. */
const endOf = (sample: Buffer) =>
  !sample.includes(newline) && sample.includes(carriageReturn) ? carriageReturn : newline;

/** Decodes lines. The encoding is decided by the first part that has other bytes than ASCII. */
class LineDecoder {
  encoding: Encoding | undefined;

  constructor(encoding: Encoding | undefined) {
    this.encoding = encoding;
  }

  decide(lines: readonly Buffer[]): void {
    if (this.encoding) return;
    const others = lines.filter((line) => !isAscii(line));
    if (others.length === 0) return;
    this.encoding = encodingOf(others);
    if (!this.encoding) throw new ImportFileError('unknown-encoding');
  }

  decode(bytes: Buffer): Line {
    if (isAscii(bytes)) return { text: bytes.toString('latin1'), rejected: undefined };
    if (this.encoding === 'windows-1251')
      return {
        text: decodeWindows1251(bytes),
        rejected: isUtf8Line(bytes) ? 'mixed-encodings' : undefined,
      };
    const text = decodeUtf8(bytes);
    // the quotes of a damaged line still count
    return text === undefined
      ? { text: bytes.toString('latin1'), rejected: 'invalid-encoding' }
      : { text, rejected: undefined };
  }
}

/** Lines of UTF-8, Windows-1251 and ASCII: the byte of a line end is part of no other character. */
async function* byteLines(
  parts: AsyncIterable<Buffer>,
  decoder: LineDecoder,
  { maxLineBytes }: LineLimits,
): AsyncGenerator<Line[]> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  let end: number | undefined;
  for await (const part of parts) {
    end ??= endOf(part);
    const complete: Buffer[] = [];
    let from = 0;
    for (let to = part.indexOf(end); to !== -1; to = part.indexOf(end, from)) {
      const rest = part.subarray(from, to);
      complete.push(begun.length === 0 ? rest : Buffer.concat([...begun, rest]));
      begun = [];
      begunBytes = 0;
      from = to + 1;
    }
    if (from < part.length) begun.push(part.subarray(from));
    begunBytes += part.length - from;
    if (begunBytes > maxLineBytes) throw new ImportFileError('line-too-long');
    decoder.decide(complete);
    yield complete.map((line) => decoder.decode(line));
  }
  if (begunBytes === 0) return;
  const last = Buffer.concat(begun);
  decoder.decide([last]);
  yield [{ ...decoder.decode(last), isUnterminated: true }];
}

/** A pair of bytes that is no character becomes U+FFFD. */
function utf16Line(text: string): Line {
  return { text, rejected: text.includes('\u{fffd}') ? 'invalid-encoding' : undefined };
}

async function* utf16Lines(
  parts: AsyncIterable<Buffer>,
  encoding: Encoding,
  { maxLineBytes }: LineLimits,
): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  let begun = '';
  let end: string | undefined;
  for await (const part of parts) {
    const text = decoder.decode(part, { stream: true });
    end ??= !text.includes('\n') && text.includes('\r') ? '\r' : '\n';
    const lines = (begun + text).split(end);
    begun = lines.pop() ?? '';
    if (begun.length * 2 > maxLineBytes) throw new ImportFileError('line-too-long');
    yield lines.map(utf16Line);
  }
  begun += decoder.decode();
  if (begun !== '') yield [{ ...utf16Line(begun), isUnterminated: true }];
}

async function* withFirst(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

export type Text = {
  /** The first bytes, without a byte order mark. */
  beginning: Buffer;
  encoding: Encoding | undefined;
  /** As far as the lines have been read; UTF-8 until other characters than ASCII have come. */
  encodingSoFar(): Encoding;
  /** All bytes again, from the beginning of the file. */
  bytes(): AsyncIterable<Buffer>;
  /** Some lines at once. */
  lines(): AsyncIterable<Line[]>;
};

/** Reads the first bytes. The rest is read as it is used, once: either as bytes or as lines. */
export async function openText(
  source: AsyncIterable<Uint8Array>,
  limits: LineLimits,
): Promise<Text> {
  const parts = sampledParts(source, limits)[Symbol.asyncIterator]();
  const first = await parts.next();
  if (first.done) throw new ImportFileError('empty-file');
  const marked = markedEncoding(first.value);
  const beginning = first.value.subarray(marked?.length ?? 0);
  const encoding = marked?.encoding ?? unmarkedUtf16(beginning);
  const decoder = new LineDecoder(encoding);
  return {
    beginning,
    encoding,
    encodingSoFar: () => decoder.encoding ?? 'utf-8',
    bytes: () => withFirst(first.value, parts),
    lines() {
      const rest = withFirst(beginning, parts);
      return encoding === 'utf-16le' || encoding === 'utf-16be'
        ? utf16Lines(rest, encoding, limits)
        : byteLines(rest, decoder, limits);
    },
  };
}
