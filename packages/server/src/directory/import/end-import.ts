// Ends an import: its state, what it no longer needs, and its event. All imports that were not dry runs end here.

import type { ImportFailure } from '@brama/contract/admin/imports/codes';
import type { Queries } from '../../database/connect.ts';
import type { Change, Happened } from '../../events/change.ts';
import { changeImport, dropRecords, type ErrorPlace, type Import } from './import-store.ts';
import type { Counts } from './plan/stops.ts';
import { dropFile } from './upload/file-store.ts';

/** `by`: the user, or the user of the operating system, who did not approve it. */
export type ImportEnd =
  | { state: 'done'; counts: Counts }
  | { state: 'failed'; error: ImportFailure; place?: ErrorPlace | undefined }
  | { state: 'refused'; by: string | null }
  | { state: 'replaced' };

type Ended = Pick<Import, 'id' | 'source' | 'file_of'>;

function eventOf({ id, source }: Ended, end: ImportEnd): Happened {
  const details = { source, import: id };
  if (end.state === 'refused') return { type: 'import.refused', details };
  if (end.state === 'replaced') return { type: 'import.replaced', details };
  if (end.state === 'failed')
    return { type: 'import.failed', details: { ...details, reason: end.error } };
  const { created, changed, linked, left } = end.counts;
  const results = created + changed + linked + left;
  return { type: 'import.finished', details: { ...details, results } };
}

function columnsOf(end: ImportEnd, at: number) {
  if (end.state === 'done') return { counts: end.counts };
  if (end.state === 'refused') return { decided_at: at, decided_by: end.by };
  if (end.state === 'replaced') return {};
  return { error: end.error, ...(end.place && { error_place: end.place }) };
}

async function dropContent(queries: Queries, ended: Ended): Promise<void> {
  await dropRecords(queries, ended.id);
  await dropFile(queries, ended);
}

export async function endImport(
  { queries, record }: Pick<Change, 'queries' | 'record'>,
  ended: Ended,
  end: ImportEnd,
  at: number,
): Promise<void> {
  const { state } = end;
  await changeImport(queries, ended.id, { state, finished_at: at, ...columnsOf(end, at) });
  if (state !== 'done') await dropContent(queries, ended);
  await record(eventOf(ended, end));
}
