// Stores uploaded files in parts: each is encrypted, bound to its import and position, and written in a short transaction of its own.

import { sql } from 'kysely';
import type { Encryption } from '../../../crypto/encryption.ts';
import type { Database, Queries } from '../../../database/connect.ts';

const partBytes = 256 * 1024;
/** A file is needed for an hour at most, unless an administrator looks at a dry run. */
const keptMs = 24 * 3_600_000;

export type FileDeps = { db: Database; encryption: Encryption; now(): number };

const contextOf = (importId: string, position: number) => `part ${position} of import ${importId}`;

/** Joins bytes to parts of one size; the last one may be smaller. */
async function* partsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const some of bytes) {
    waiting.push(some);
    length += some.length;
    if (length < partBytes) continue;
    const all = Buffer.concat(waiting);
    const whole = length - (length % partBytes);
    for (let at = 0; at < whole; at += partBytes) yield all.subarray(at, at + partBytes);
    waiting = whole < length ? [all.subarray(whole)] : [];
    length -= whole;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Stores the file of an import. Calls `onPart` before each part. Returns the number of its bytes. */
export async function storeFile(
  { db, encryption, now }: FileDeps,
  importId: string,
  bytes: AsyncIterable<Uint8Array>,
  onPart: (part: Buffer) => void,
): Promise<number> {
  const expiresAt = now() + keptMs;
  let position = 0;
  let stored = 0;
  for await (const part of partsOf(bytes)) {
    onPart(part);
    await db
      .insertInto('import_files')
      .values({
        import_id: importId,
        position,
        encrypted_part: encryption.encrypt(part, contextOf(importId, position)),
        expires_at: expiresAt,
      })
      .execute();
    position += 1;
    stored += part.length;
  }
  return stored;
}

/** Reads the file part by part. @throws if a part is missing or damaged */
export async function* readFile(
  { db, encryption }: FileDeps,
  fileOf: string,
): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const row = await db
      .selectFrom('import_files')
      .select('encrypted_part')
      .where('import_id', '=', fileOf)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!row) return;
    const part = encryption.decryptBytes(row.encrypted_part, contextOf(fileOf, position));
    if (!part) throw new Error('a part of an uploaded file is damaged, or DATA_KEY has changed');
    yield part;
  }
}

/** Returns whether the file is still stored. */
export async function hasFile(
  queries: Pick<Queries, 'selectFrom'>,
  fileOf: string | null,
  at: number,
): Promise<boolean> {
  if (fileOf === null) return false;
  const row = await queries
    .selectFrom('import_files')
    .select('position')
    .where('import_id', '=', fileOf)
    .where('expires_at', '>', at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The states of an import that may still need its file. */
const needing = ['comparing', 'compared', 'waiting'];

/** Deletes the file of an import that has ended, unless another import needs it. */
export async function dropFile(
  queries: Queries,
  { id, file_of: fileOf }: { id: string; file_of: string | null },
): Promise<void> {
  if (fileOf === null) return;
  await queries
    .deleteFrom('import_files')
    .where('import_id', '=', fileOf)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('imports')
            .select('id')
            .where('file_of', '=', fileOf)
            .where('id', '!=', id)
            .where('state', 'in', needing),
        ),
      ),
    )
    .execute();
}

/** Files of dry runs that a source keeps, so that many of them do not fill the disk. */
const maxKept = 3;

/** Deletes the files of older dry runs of the source. */
export async function dropOlderFiles(queries: Queries, source: string): Promise<void> {
  const older = await queries
    .selectFrom('imports')
    .select('id')
    .where('source', '=', source)
    .where('state', '=', 'compared')
    .where('id', 'in', (files) => files.selectFrom('import_files').select('import_id').distinct())
    .orderBy('created_at', 'desc')
    .offset(maxKept)
    .limit(sql.lit(100))
    .execute();
  for (const { id } of older) await dropFile(queries, { id, file_of: id });
}
