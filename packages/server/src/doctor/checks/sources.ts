// The sources of users: whether each is imported as often as before, and whether an import of it needs an administrator. A source of the
// register ЄДЕБО needs its settings, and the register must accept them.

import type { Database } from '../../database/connect.ts';
import { isMissingTable } from '../../database/errors.ts';
import type { EdeboSettings } from '../../directory/import/edebo/settings.ts';
import { type Import, importsIn, lastOfSources } from '../../directory/import/import-store.ts';
import { countEndingSoon } from '../../users/sources/link-store.ts';
import { listSources, type Source } from '../../users/sources/source-store.ts';
import { type Check, type CheckRun, type Found, found } from '../check.ts';

const dayMs = 24 * 3_600_000;
/** A source of the register is imported every night, and completely once a week. */
const usualMs = 8 * dayMs;
/** Fewer imports say nothing about how often a file comes. */
const regularImports = 3;
/** An administrator has so long to decide. */
const decisionMs = 2 * dayMs;
/** Imports are kept so long. */
const keptDays = 30;

const requestMs = 4000;

/** What is stored about a source. */
export type SourceHistory = {
  source: Pick<Source, 'name' | 'kind' | 'mapping' | 'approvedAt'>;
  /** The last import that was no dry run. */
  last: Pick<Import, 'state' | 'created_at'> | undefined;
  /** The last import that has failed, if none has been written since. */
  failed: Pick<Import, 'error'> | undefined;
  /** When the imports of the last 30 days were written, the first one first. */
  doneAt: readonly number[];
};

/** Returns how old the last written import may be; undefined for a file that does not come regularly. */
function mostAgeMs({ source, doneAt }: SourceHistory): number | undefined {
  if (source.kind === 'edebo') return usualMs;
  if (doneAt.length < regularImports) return undefined;
  const gaps = doneAt.slice(1).map((at, index) => at - (doneAt[index] ?? at));
  return Math.max(usualMs, 2 * Math.max(...gaps));
}

/** A later import that waits does not hide one that has failed. */
function ofDecisions({ source: { name }, last, failed }: SourceHistory, now: number): Found[] {
  const all: Found[] = [];
  if (failed)
    all.push(
      found('source-import-failed', { source: name, reason: failed.error ?? 'interrupted' }),
    );
  if (last?.state === 'waiting' && last.created_at <= now - decisionMs) {
    const days = Math.floor((now - last.created_at) / dayMs);
    all.push(found('source-import-waits', { source: name, days }));
  }
  return all;
}

function ofAge(history: SourceHistory, now: number): Found[] {
  const { source, doneAt } = history;
  const { name, approvedAt } = source;
  if (approvedAt === null) return [found('source-never-imported', { source: name })];
  const most = mostAgeMs(history);
  const lastAt = doneAt.at(-1);
  if (most === undefined || (lastAt !== undefined && lastAt > now - most)) return [];
  const days = lastAt === undefined ? keptDays : Math.floor((now - lastAt) / dayMs);
  return [found('source-old', { source: name, days })];
}

/** Returns what is wrong with the imports of a source. */
export function findingsOfSource(history: SourceHistory, now: number): Found[] {
  const { source } = history;
  if (source.mapping === null) return [found('source-without-mapping', { source: source.name })];
  const all = ofDecisions(history, now);
  // a failure, or an import that waits, explains the age
  return all.length > 0 ? all : ofAge(history, now);
}

async function ofRegister(
  sources: readonly Source[],
  last: ReadonlyMap<string, Import>,
  { config: { edebo }, now }: CheckRun,
): Promise<Found[]> {
  const registered = sources.filter(({ kind }) => kind === 'edebo');
  if (registered.length === 0) return [];
  if (!edebo) return registered.map(({ name }) => found('source-needs-register', { source: name }));
  // the register has one token for each user: an import keeps its own
  const isReading = registered.some(({ name }) => last.get(name)?.state === 'comparing');
  return isReading ? [] : [await ofCredentials(edebo, now)];
}

async function ofCredentials(settings: EdeboSettings, now: () => number): Promise<Found> {
  const { EdeboClient } = await import('../../directory/import/edebo/client.ts');
  const { EdeboError, faultOf } = await import('../../directory/import/edebo/edebo-error.ts');
  const { createPostToOneAddress } = await import('../../outbound/one-address.ts');
  const post = createPostToOneAddress(settings.url);
  const { host } = new URL(settings.url);
  const deps = { settings, post, now, timeoutMs: requestMs, isImpatient: true };
  try {
    await new EdeboClient(deps).connect();
    return found('register-fine', { host });
  } catch (error) {
    if (error instanceof EdeboError) return found(`provider-${faultOf(error)}`, { host });
    throw error;
  }
}

async function ofNotices(db: Database, { config: { mail }, now }: CheckRun): Promise<Found[]> {
  if (mail) return [];
  const count = await countEndingSoon(db, now());
  return count > 0 ? [found('source-without-notices', { count })] : [];
}

async function historyOf(db: Database, source: Source, last: Import | undefined) {
  const done = await importsIn(db, source.name, ['done']);
  const doneAt = done.flatMap(({ finished_at: at }) => at ?? []);
  const since = Math.max(0, ...doneAt);
  const failed = (await importsIn(db, source.name, ['failed'])).findLast(
    ({ is_dry_run: isDryRun, finished_at: at }) => isDryRun === 0 && (at ?? 0) > since,
  );
  return { source, last, failed, doneAt };
}

async function ofSources(db: Database, given: CheckRun): Promise<Found[]> {
  const sources = await listSources(db);
  if (sources.length === 0) return [found('sources-none')];
  const { last } = await lastOfSources(db);
  const all: Found[] = [];
  for (const source of sources) {
    const history = await historyOf(db, source, last.get(source.name));
    all.push(...findingsOfSource(history, given.now()));
  }
  all.push(...(await ofNotices(db, given)));
  if (all.length === 0) all.push(found('sources-fine', { count: sources.length }));
  return [...all, ...(await ofRegister(sources, last, given))];
}

export const checkSources: Check = {
  id: 'sources',
  needs: [
    'DATABASE_URL',
    'DATA_DIR',
    'EDEBO_URL',
    'EDEBO_USER',
    'EDEBO_PASSWORD',
    'EDEBO_APP_KEY',
    'EDEBO_UNIVERSITY_ID',
  ],
  async run(run) {
    const db = await run.answers.database().catch(() => undefined);
    if (!db) return [found('sources-unknown')];
    try {
      return await ofSources(db, run);
    } catch (error) {
      // the check of the database names what is missing
      if (isMissingTable(error)) return [found('sources-unknown')];
      throw error;
    }
  },
};
