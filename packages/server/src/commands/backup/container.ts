// The format of a backup: three lines of text, and the copy of the database. `age --decrypt` and `tail -n +4` therefore yield the
// copy without Brama. The third line proves that a server with the same DATA_KEY wrote the first two.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { deriveKey } from '../../crypto/keys.ts';
import { Refusal } from './refusal.ts';

/** The first line. Its number increases with every format that this release could not read. */
const magic = 'brama-backup 1';
const anyMagic = /^brama-backup \d+$/;

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();
const fingerprint = z.string().regex(/^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/);

const headerSchema = z.object({
  createdAt: z.iso.datetime(),
  /** Version of Brama. */
  release: z.string().max(40),
  database: z.enum(['sqlite', 'postgres']),
  /** Of PostgreSQL. */
  schema: z.string().max(63).nullable(),
  /** Whether a server has run on the database in production. */
  isProduction: z.boolean(),
  migrations: z.array(z.string().max(200)).max(10_000),
  /** Table → number of rows. */
  rows: z.record(z.string().max(200), count),
  /** Fingerprints. */
  keys: z.object({ DATA_KEY: fingerprint, TAX_ID_KEY: fingerprint }),
  copy: z.object({ bytes: count, sha256: hex }),
});

export type Header = z.output<typeof headerSchema>;

/** An endless line must not fill the memory. */
const maxLineBytes = 4 * 1024 * 1024;

const macOf = (dataKey: Buffer, line: string) =>
  createHmac('sha256', deriveKey(dataKey, 'backups')).update(`${magic}\n${line}\n`).digest('hex');

/** Yields a backup. `copy` is the content that the header describes. */
export async function* write(
  header: Header,
  dataKey: Buffer,
  copy: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const line = JSON.stringify(header);
  yield Buffer.from(`${magic}\n${line}\n${macOf(dataKey, line)}\n`);
  yield* copy;
}

export type Opened = {
  header: Header;
  /** Whether a server with this DATA_KEY wrote the header. */
  isBy(dataKey: Buffer): boolean;
  /** Can be read once. Throws a Refusal at the end if it is not the content that the header describes. */
  copy: AsyncGenerator<Uint8Array>;
};

class Reader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #next(): Promise<Buffer | undefined> {
    const { done, value } = await this.#source.next();
    return done ? undefined : Buffer.from(value);
  }

  /** Returns undefined without a complete line. */
  async line(): Promise<string | undefined> {
    const parts: Buffer[] = [];
    let bytes = 0;
    for (let chunk: Buffer | undefined = this.#rest; chunk; chunk = await this.#next()) {
      const end = chunk.indexOf(10);
      parts.push(end < 0 ? chunk : chunk.subarray(0, end));
      bytes += parts.at(-1)?.length ?? 0;
      if (bytes > maxLineBytes) return undefined;
      if (end < 0) continue;
      this.#rest = chunk.subarray(end + 1);
      return Buffer.concat(parts).toString('utf8');
    }
    return undefined;
  }

  async *rest(): AsyncGenerator<Buffer> {
    for (let chunk: Buffer | undefined = this.#rest; chunk; chunk = await this.#next())
      if (chunk.length > 0) yield chunk;
  }
}

function parseHeader(file: string, line: string): Header {
  try {
    return headerSchema.parse(JSON.parse(line));
  } catch (cause) {
    throw new Refusal(`${file} is damaged: its description cannot be read.`, { cause });
  }
}

async function* checked(
  file: string,
  { bytes, sha256 }: Header['copy'],
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    if (read > bytes) break;
    hash.update(chunk);
    yield chunk;
  }
  if (read < bytes) throw new Refusal(`${file} is truncated: ${bytes - read} bytes are missing.`);
  if (read > bytes || hash.digest('hex') !== sha256)
    throw new Refusal(`${file} is damaged: its content is not the one that was written.`);
}

/** Reads the lines before the copy. `file` is its name, for messages. @throws {Refusal} */
export async function read(file: string, source: AsyncIterable<Uint8Array>): Promise<Opened> {
  const reader = new Reader(source);
  const first = await reader.line();
  if (first === undefined || !anyMagic.test(first))
    throw new Refusal(`${file} is not a backup of Brama.`);
  if (first !== magic)
    throw new Refusal(`${file} was written by a newer release of Brama, which can read it.`);
  const line = await reader.line();
  const mac = await reader.line();
  if (line === undefined || mac === undefined)
    throw new Refusal(`${file} is truncated: its description is incomplete.`);
  const header = parseHeader(file, line);
  return {
    header,
    isBy(dataKey) {
      const expected = Buffer.from(macOf(dataKey, line));
      const given = Buffer.from(mac);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    copy: checked(file, header.copy, reader.rest()),
  };
}
