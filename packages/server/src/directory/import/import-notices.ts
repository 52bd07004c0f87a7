// Notifies the owners of a source of imports that wait, have failed, or have rejected or waiting rows. That a notice is due is stored with
// the state of the import, and each import has at most one.

import type { ImportFailure } from '@brama/contract/admin/imports/codes';
import { type Language, languages } from '@brama/contract/paths';
import type { Logger } from 'pino';
import type { Database } from '../../database/connect.ts';
import { startRepeating } from '../../jobs/repeating.ts';
import type { ImportNotice, SendImportNotice } from '../../pages/emails/import-notices.ts';
import { findSource, type Source } from '../../users/sources/source-store.ts';
import { findImport, type Import, needsPerson } from './import-store.ts';

const batchSize = 20;
/** A later email would only confuse. */
const latestMs = 7 * 24 * 3_600_000;

type Deps = { db: Database; send: SendImportNotice; now(): number };

function noticeOf(one: Import, { name, title }: Source): ImportNotice | undefined {
  const { state, stops } = one;
  const about = {
    importId: one.id,
    title: Object.fromEntries(
      languages.map((language) => [language, title?.[language] ?? name]),
    ) as Record<Language, string>,
    fileName: one.file_name,
    startedAt: one.created_at,
    counts: one.counts,
  };
  if (state === 'waiting') return { ...about, state, stops };
  if (state === 'failed') return { ...about, state, error: one.error as ImportFailure };
  return state === 'done' && needsPerson(state, one.counts) ? { ...about, state } : undefined;
}

/** Sends the notice of an import, unless another node has taken it. */
async function sendOne({ db, send, now }: Deps, importId: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ notice: 'sent' })
    .where('id', '=', importId)
    .where('notice', '=', 'due')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return;
  const one = await findImport(db, importId);
  const source = one && (await findSource(db, one.source));
  if (!source || one.created_at < now() - latestMs) return;
  const notice = noticeOf(one, source);
  const { notify } = source.settings;
  // an administrator may have decided meanwhile
  if (notice && notify.length > 0) send(notify, notice);
}

/** Sends the notices that are due. */
export async function sendImportNotices(deps: Deps): Promise<void> {
  const due = await deps.db
    .selectFrom('imports')
    .select('id')
    .where('notice', '=', 'due')
    .orderBy('created_at')
    .limit(batchSize)
    .execute();
  for (const { id } of due) await sendOne(deps, id);
}

/** Runs at once and every `intervalMs` until stopped. */
export function startImportNotices(
  deps: Deps,
  intervalMs: number,
  log: Pick<Logger, 'warn'>,
): () => Promise<void> {
  return startRepeating({
    intervalMs,
    startsNow: true,
    work: () => sendImportNotices(deps),
    onFailure: (err) => log.warn({ err }, 'notices of imports not sent'),
  });
}
