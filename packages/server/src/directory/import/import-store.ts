// Stores imports and their rows.

import {
  type ImportCode,
  type ImportState,
  type RegisterFact,
  type RowKind,
  rowKinds,
} from '@brama/contract/admin/imports/codes';
import { sql } from 'kysely';
import type { Position } from '../../admin/cursor.ts';
import type { Database, Queries } from '../../database/connect.ts';
import { deleteExpired } from '../../database/delete-expired.ts';
import { forChange } from '../../database/postgres/row-locks.ts';
import type { ImportRowsTable, ImportsTable } from '../../database/tables/source-tables.ts';
import type { CleanupTask } from '../../jobs/cleanup-job.ts';
import { type ImportOptions, importOptions, type Stop } from './import-options.ts';
import type { SourceRecord } from './plan/source-record.ts';
import type { Counts, WrittenLately } from './plan/stops.ts';
import type { FilePlace } from './reasons.ts';

const keptMs = 30 * 24 * 3_600_000;

/** Where in a file an import has failed: row and column, or the columns or the sheet that the file lacks. */
export type ErrorPlace = FilePlace & { columns?: readonly string[] };

/** A value of the register that stands in no table. */
export type UnmappedValue = { by: RegisterFact; value: string; count: number };

type ParsedColumn = 'state' | 'options' | 'counts' | 'stops' | 'error_place' | 'unmapped_values';

export type Import = Omit<ImportsTable, ParsedColumn> & {
  state: ImportState;
  options: ImportOptions;
  counts: Counts;
  stops: Stop[];
  error_place: ErrorPlace | null;
  unmapped_values: readonly UnmappedValue[];
};

const importFrom = (row: ImportsTable): Import => ({
  ...row,
  state: row.state as ImportState,
  options: importOptions.parse(JSON.parse(row.options)),
  counts: JSON.parse(row.counts),
  stops: JSON.parse(row.stops),
  error_place: row.error_place === null ? null : JSON.parse(row.error_place),
  unmapped_values: row.unmapped_values === null ? [] : JSON.parse(row.unmapped_values),
});

export const noCounts = (): Counts =>
  Object.fromEntries(rowKinds.map((kind) => [kind, 0])) as Counts;

export type ImportStart = Pick<
  Import,
  'id' | 'source' | 'actor_id' | 'token_id' | 'system_user' | 'file_name' | 'mapping' | 'options'
> & {
  isDryRun: boolean;
  sourceVersion: number;
  /** Its file is still to come. */
  isUploading?: boolean;
  /** Of a file that is stored already. */
  file?: Pick<Import, 'file_of' | 'file_hash'>;
};

export async function addImport(
  queries: Queries,
  { isDryRun, sourceVersion, options, isUploading = false, file, ...start }: ImportStart,
  at: number,
): Promise<void> {
  await queries
    .insertInto('imports')
    .values({
      ...start,
      options: JSON.stringify(options),
      state: 'comparing',
      is_dry_run: Number(isDryRun),
      file_hash: null,
      file_of: null,
      is_uploading: Number(isUploading),
      claims: 0,
      error_place: null,
      unmapped_values: null,
      leaver_count: 0,
      change_count: 0,
      ...file,
      base_import: await lastDone(queries, start.source),
      source_version: sourceVersion,
      counts: JSON.stringify(noCounts()),
      stops: '[]',
      error: null,
      created_at: at,
      seen_at: at,
      decided_at: null,
      decided_by: null,
      started_at: null,
      finished_at: null,
      expires_at: at + keptMs,
    })
    .execute();
}

/** Returns the id of the import of the source that was written last. */
export async function lastDone(
  queries: Pick<Queries, 'selectFrom'>,
  source: string,
): Promise<string | null> {
  const row = await queries
    .selectFrom('imports')
    .select('id')
    .where('source', '=', source)
    .where('state', '=', 'done')
    .orderBy('finished_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function findImport(
  queries: Pick<Queries, 'selectFrom'>,
  id: string,
): Promise<Import | undefined> {
  const row = queries.selectFrom('imports').selectAll().where('id', '=', id);
  const found = await row.executeTakeFirst();
  return found && importFrom(found);
}

/** Locks it until the end of the transaction. */
export async function lockImport(queries: Queries, id: string): Promise<Import | undefined> {
  const row = queries.selectFrom('imports').selectAll().where('id', '=', id);
  const found = await forChange(queries, row).executeTakeFirst();
  return found && importFrom(found);
}

/** Returns the imports of a source in this state. */
export async function importsIn(
  queries: Pick<Queries, 'selectFrom'>,
  source: string,
  states: readonly ImportState[],
): Promise<Import[]> {
  const rows = await queries
    .selectFrom('imports')
    .selectAll()
    .where('source', '=', source)
    .where('state', 'in', states)
    .orderBy('created_at')
    .execute();
  return rows.map(importFrom);
}

/** Returns what imports of the source without an approval have written since this time, and since the last one that was approved. */
export async function writtenLately(
  queries: Pick<Queries, 'selectFrom'>,
  source: string,
  { since, at }: { since: number; at: number },
): Promise<WrittenLately> {
  const rows = await queries
    .selectFrom('imports')
    .select(['decided_at', 'started_at', 'leaver_count', 'change_count'])
    .where('source', '=', source)
    .where('is_dry_run', '=', 0)
    .where('state', 'in', ['running', 'done', 'failed'])
    .where('started_at', '>', since)
    .orderBy('started_at')
    .execute();
  // after a clock that went back, an approval may lie in the future
  const isPast = ({ started_at: startedAt }: (typeof rows)[number]) => (startedAt ?? 0) <= at;
  const approved = rows.findLastIndex((row) => row.decided_at !== null && isPast(row));
  const later = rows.slice(approved + 1).filter((row) => row.decided_at === null);
  return {
    leavers: later.reduce((sum, row) => sum + row.leaver_count, 0),
    changed: later.reduce((sum, row) => sum + row.change_count, 0),
  };
}

/** Returns the last imports, of one source or of all. */
export async function lastImports(
  queries: Pick<Queries, 'selectFrom'>,
  source: string | undefined,
  limit: number,
): Promise<Import[]> {
  const imports = queries.selectFrom('imports').selectAll();
  const ofSource = source === undefined ? imports : imports.where('source', '=', source);
  const rows = await ofSource.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();
  return rows.map(importFrom);
}

/** Returns up to `limit` imports, the newest first. */
export async function pageOfImports(
  queries: Pick<Queries, 'selectFrom'>,
  {
    source,
    state,
    after,
    limit,
  }: {
    source: string | undefined;
    state: ImportState | undefined;
    after: Position | undefined;
    limit: number;
  },
): Promise<Import[]> {
  let query = queries
    .selectFrom('imports')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (source !== undefined) query = query.where('source', '=', source);
  if (state !== undefined) query = query.where('state', '=', state);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(Number(after.key), after.id)),
    );
  return (await query.execute()).map(importFrom);
}

/** Returns for each source the last import that was no dry run, and when one was last written. */
export async function lastOfSources(queries: Pick<Queries, 'selectFrom'>): Promise<{
  last: Map<string, Import>;
  doneAt: Map<string, number>;
}> {
  const rows = await queries
    .selectFrom('imports')
    .selectAll()
    .where('is_dry_run', '=', 0)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('imports as later')
            .select('later.id')
            .whereRef('later.source', '=', 'imports.source')
            .where('later.is_dry_run', '=', 0)
            .whereRef('later.created_at', '>', 'imports.created_at'),
        ),
      ),
    )
    .orderBy('id')
    .execute();
  const done = await queries
    .selectFrom('imports')
    .select(['source', ({ fn }) => fn.max('finished_at').as('at')])
    .where('state', '=', 'done')
    .groupBy('source')
    .execute();
  return {
    last: new Map(rows.map((row) => [row.source, importFrom(row)])),
    doneAt: new Map(done.map(({ source, at }) => [source, Number(at)])),
  };
}

/**
 * Returns the imports on which no process has worked since then, the first one first. Also those that an administrator has started and no
 * process has compared.
 */
export async function abandonedImports(
  queries: Pick<Queries, 'selectFrom'>,
  since: number,
): Promise<Import[]> {
  const registers = queries.selectFrom('sources').select('name').where('kind', '=', 'edebo');
  const rows = await queries
    .selectFrom('imports')
    .selectAll()
    .where('state', 'in', ['comparing', 'running'])
    .where((is) =>
      is.or([
        is('seen_at', '<=', since),
        is.and([
          is('state', '=', 'comparing'),
          is.or([
            is('file_of', 'is not', null),
            is.and([is('actor_id', 'is not', null), is('source', 'in', registers)]),
          ]),
          is('claims', '=', 0),
        ]),
      ]),
    )
    .orderBy('created_at')
    .execute();
  return rows.map(importFrom);
}

/** Returns the import with one more claim, unless another process has been faster. */
export async function claimImport(
  queries: Queries,
  { id, claims, source_version, mapping, options }: Import,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('imports')
    .set({
      claims: claims + 1,
      seen_at: at,
      source_version,
      mapping,
      options: JSON.stringify(options),
    })
    .where('id', '=', id)
    .where('state', '=', 'comparing')
    .where('claims', '=', claims)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Notes that an import without a process waits for its turn. */
export async function noteSeen(
  queries: Queries,
  { id, claims }: Import,
  at: number,
): Promise<void> {
  await queries
    .updateTable('imports')
    .set({ seen_at: at })
    .where('id', '=', id)
    .where('state', '=', 'comparing')
    .where('claims', '=', claims)
    .execute();
}

type ChangeableColumn =
  | 'error'
  | 'file_hash'
  | 'file_of'
  | 'is_uploading'
  | 'seen_at'
  | 'compared_rows'
  | 'decided_at'
  | 'decided_by'
  | 'started_at'
  | 'leaver_count'
  | 'change_count'
  | 'finished_at';

type Changes = Partial<
  Pick<ImportsTable, ChangeableColumn> & {
    state: ImportState;
    counts: Counts;
    stops: readonly Stop[];
    error_place: ErrorPlace;
    unmapped: readonly UnmappedValue[];
  }
>;

/** Returns whether the owners of the source must be notified of this state. */
export function needsPerson(state: ImportState | undefined, counts: Counts | undefined): boolean {
  if (state === 'waiting' || state === 'failed') return true;
  return state === 'done' && counts !== undefined && counts.rejected + counts.waiting > 0;
}

/** A state that needs a person makes a notice to the owners of the source due, once for each import. */
export async function changeImport(
  queries: Queries,
  id: string,
  { counts, stops, error_place: place, unmapped, ...columns }: Changes,
): Promise<void> {
  await queries
    .updateTable('imports')
    .set({
      ...columns,
      ...(counts && { counts: JSON.stringify(counts) }),
      ...(stops && { stops: JSON.stringify(stops) }),
      ...(place && { error_place: JSON.stringify(place) }),
      ...(unmapped && unmapped.length > 0 && { unmapped_values: JSON.stringify(unmapped) }),
    })
    .where('id', '=', id)
    .execute();
  if (needsPerson(columns.state, counts))
    await queries
      .updateTable('imports')
      .set({ notice: 'due' })
      .where('id', '=', id)
      .where('is_dry_run', '=', 0)
      .where('notice', 'is', null)
      .execute();
}

/** `derived`: the source does not give the value itself. */
export type FieldChanges = Record<
  string,
  readonly [before: unknown, after: unknown, mark?: 'derived']
>;

export type ImportRow = {
  position: number;
  line: number | null;
  externalId: string | null;
  userId: string | null;
  username: string | null;
  kind: RowKind;
  code: string | null;
  field: string | null;
  changes: FieldChanges | null;
  /** What is still to be written: a record, or that the source no longer names the person. */
  record: SourceRecord | 'absent' | null;
  /** Ids of the users who may be the person of a waiting row. */
  candidates?: readonly string[] | undefined;
  /** Of another row that is the cause. */
  otherLine?: number | null | undefined;
};

/** Rows of one statement; SQLite allows 32 766 values. */
const rowsPerInsert = 500;

export async function addRows(
  queries: Queries,
  importId: string,
  rows: readonly ImportRow[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await queries
      .insertInto('import_rows')
      .values(
        rows.slice(start, start + rowsPerInsert).map((row) => ({
          import_id: importId,
          position: row.position,
          line: row.line,
          external_id: row.externalId,
          user_id: row.userId,
          username: row.username,
          kind: row.kind,
          code: row.code,
          field: row.field,
          changes: row.changes && JSON.stringify(row.changes),
          record: row.record && JSON.stringify(row.record),
          candidates: row.candidates ? JSON.stringify(row.candidates) : null,
          other_line: row.otherLine ?? null,
        })),
      )
      .execute();
}

/** A row that is still to be written, and what the comparison has found: no user for a new one. */
export type RowToWrite = {
  position: number;
  externalId: string;
  userId: string | null;
  kind: RowKind;
  record: SourceRecord | undefined;
};

/** Returns the next rows to write. */
export async function rowsToWrite(
  queries: Pick<Queries, 'selectFrom'>,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<RowToWrite[]> {
  const rows = await queries
    .selectFrom('import_rows')
    .select(['position', 'external_id', 'user_id', 'kind', 'record'])
    .where('import_id', '=', importId)
    .where('position', '>', after)
    .where('record', 'is not', null)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const read: SourceRecord | 'absent' = JSON.parse(row.record ?? '"absent"');
    return {
      position: row.position,
      externalId: row.external_id ?? '',
      userId: row.user_id,
      kind: row.kind as RowKind,
      record: read === 'absent' ? undefined : read,
    };
  });
}

/** Notes that the rows between these positions are written, and which users they have become. Returns how many they are. */
export async function noteWritten(
  queries: Queries,
  { importId, source, from, to }: { importId: string; source: string; from: number; to: number },
): Promise<number> {
  const { numUpdatedRows } = await queries
    .updateTable('import_rows')
    .set({
      record: null,
      user_id: ({ fn, ref, selectFrom }) =>
        fn.coalesce(
          selectFrom('source_links as l')
            .select('l.user_id')
            .where('l.source', '=', source)
            .whereRef('l.external_id', '=', 'import_rows.external_id'),
          ref('user_id'),
        ),
    })
    .where('import_id', '=', importId)
    .where('position', '>', from)
    .where('position', '<=', to)
    .where('record', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Returns how many users of a running import are written. */
export async function countWritten(queries: Queries, importId: string): Promise<number> {
  const { count } = await queries
    .selectFrom('import_rows')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('import_id', '=', importId)
    .where('kind', 'in', ['created', 'changed', 'linked', 'left'])
    .where('record', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Notes what has become of a row. */
export async function changeRow(
  queries: Queries,
  importId: string,
  position: number,
  columns: Partial<
    Pick<
      ImportRowsTable,
      'kind' | 'code' | 'field' | 'user_id' | 'username' | 'changes' | 'candidates' | 'record'
    >
  >,
): Promise<void> {
  await queries
    .updateTable('import_rows')
    .set(columns)
    .where('import_id', '=', importId)
    .where('position', '=', position)
    .execute();
}

/** Returns these rows, which it removes, so that they are stored in another form. */
export async function takeRows(
  queries: Queries,
  importId: string,
  positions: readonly number[],
): Promise<ImportRow[]> {
  const taken: ImportRow[] = [];
  for (let start = 0; start < positions.length; start += rowsPerInsert) {
    const some = positions.slice(start, start + rowsPerInsert);
    const rows = await queries
      .deleteFrom('import_rows')
      .where('import_id', '=', importId)
      .where('position', 'in', some)
      .returningAll()
      .execute();
    for (const row of rows)
      taken.push({
        position: row.position,
        line: row.line,
        externalId: row.external_id,
        userId: row.user_id,
        username: row.username,
        kind: row.kind as RowKind,
        code: row.code,
        field: row.field,
        changes: row.changes === null ? null : JSON.parse(row.changes),
        record: row.record === null ? null : JSON.parse(row.record),
        candidates: row.candidates === null ? undefined : JSON.parse(row.candidates),
      });
  }
  return taken;
}

/** Removes the rows of a comparison that has not ended. */
export async function dropRows(queries: Queries, importId: string): Promise<void> {
  await queries.deleteFrom('import_rows').where('import_id', '=', importId).execute();
}

/** Removes what no longer has to be written. */
export async function dropRecords(queries: Queries, importId: string): Promise<void> {
  await queries
    .updateTable('import_rows')
    .set({ record: null })
    .where('import_id', '=', importId)
    .where('record', 'is not', null)
    .execute();
}

/** Counts the rows of each kind. Most unchanged ones are not stored: their number is that of the import. */
export async function countRows(
  queries: Pick<Queries, 'selectFrom'>,
  importId: string,
  { unchanged }: Counts,
): Promise<Counts> {
  const rows = await queries
    .selectFrom('import_rows')
    .select(['kind', ({ fn }) => fn.countAll().as('count')])
    .where('import_id', '=', importId)
    .groupBy('kind')
    .execute();
  const stored = Object.fromEntries(rows.map(({ kind, count }) => [kind, Number(count)]));
  return { ...noCounts(), ...stored, unchanged };
}

/** Counts what an administrator looks at in the rows. Reasons of rejected rows: the commonest one first. */
export async function countReasons(queries: Pick<Queries, 'selectFrom'>, importId: string) {
  const rows = await queries
    .selectFrom('import_rows')
    .select(['kind', 'code', ({ fn }) => fn.countAll().as('count')])
    .where('import_id', '=', importId)
    .where('code', 'is not', null)
    .groupBy(['kind', 'code'])
    .execute();
  const counted = rows
    .map(({ kind, code, count }) => ({ kind, code: code as ImportCode, count: Number(count) }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
  const numberOf = (wanted: ImportCode) =>
    counted.reduce((sum, { code, count }) => (code === wanted ? sum + count : sum), 0);
  return {
    rejectedBy: counted.flatMap(({ kind, code, count }) =>
      kind === 'rejected' ? [{ code, count }] : [],
    ),
    sameNames: numberOf('same-name'),
    removedAddresses: numberOf('address-removed'),
  };
}

/** Returns up to `limit` rows, of one kind or reason or of all, after this position. */
export async function pageOfRows(
  queries: Pick<Queries, 'selectFrom'>,
  importId: string,
  {
    kind,
    code,
    after,
    limit,
  }: {
    kind?: RowKind | undefined;
    code?: string | undefined;
    after: number;
    limit: number;
  },
): Promise<(Omit<ImportRow, 'record'> & { fullName: string | null })[]> {
  let query = queries
    .selectFrom('import_rows as r')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.position', 'r.line', 'r.external_id', 'r.user_id', 'r.kind', 'r.code', 'r.field'])
    .select(['r.changes', 'r.candidates', 'r.other_line', 'r.username as new_username'])
    .select(['u.username', 'u.full_name'])
    .where('r.import_id', '=', importId)
    .where('r.position', '>', after)
    .orderBy('r.position')
    .limit(limit);
  if (kind !== undefined) query = query.where('r.kind', '=', kind);
  if (code !== undefined) query = query.where('r.code', '=', code);
  return (await query.execute()).map((row) => ({
    position: row.position,
    line: row.line,
    externalId: row.external_id,
    userId: row.user_id,
    username: row.username ?? row.new_username,
    fullName: row.full_name,
    kind: row.kind as RowKind,
    code: row.code,
    field: row.field,
    changes: row.changes === null ? null : JSON.parse(row.changes),
    candidates: row.candidates === null ? undefined : JSON.parse(row.candidates),
    otherLine: row.other_line,
  }));
}

/** Delete expired imports: their rows first, because there may be many. */
export const importCleanupTasks = (db: Database, now: () => number): CleanupTask[] => [
  (limit) =>
    deleteExpired(
      db,
      { table: 'import_files', key: ['import_id', 'position'] },
      sql`expires_at <= ${now()}`,
      limit,
    ),
  (limit) =>
    deleteExpired(
      db,
      { table: 'import_rows', key: ['import_id', 'position'] },
      sql`import_id in (select id from imports where expires_at <= ${now()})`,
      limit,
    ),
  (limit) =>
    deleteExpired(
      db,
      { table: 'imports', key: ['id'] },
      sql`expires_at <= ${now()} and not exists (select 1 from import_rows r where r.import_id = imports.id)`,
      limit,
    ),
];
