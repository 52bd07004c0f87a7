// Whether the parts of the installation work, from what they have last done. Nothing is called for it, so that the page is quick also
// while a part fails.

import { statfs } from 'node:fs/promises';
import type { partStates } from '@brama/contract/admin/system/status';
import { type MethodId, methodIds } from '@brama/contract/sign-in/methods';
import { SqliteAdapter, sql } from 'kysely';
import type { Database, Queries } from '../../database/connect.ts';
import { signInsByMethod } from '../../events/sign-ins.ts';
import type { MailOutcomes } from '../../mail/mailer.ts';
import type { LastOutcomes } from '../../outbound/provider-outcomes.ts';
import type { Handlers } from '../handler.ts';
import { isoTime, isoTimeOrNull } from '../times.ts';
import { listNodes } from './nodes.ts';

type State = (typeof partStates)[number];

export type StatusDeps = {
  version: string;
  /** Folder of the SQLite file. */
  dataDir: string;
  enabledMethods: readonly MethodId[];
  /** Undefined for a method that calls no external system. */
  outcomesOf(method: MethodId): LastOutcomes | undefined;
  /** Undefined if mail is off. */
  mailOutcomes: (() => MailOutcomes) | undefined;
  isMailOn: boolean;
  now(): number;
};

async function one<Row>(queries: Queries, query: ReturnType<typeof sql<Row>>): Promise<Row> {
  const { rows } = await query.execute(queries as Database);
  return rows[0] as Row;
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // the folder of an embedded database that is not a file
    return null;
  }
}

async function databaseOf({ dataDir, now }: StatusDeps, queries: Queries) {
  const isSqlite = queries.getExecutor().adapter instanceof SqliteAdapter;
  const begun = performance.now();
  const before = now();
  const { version, clock } = await one(
    queries,
    isSqlite
      ? sql<{ version: string; clock: number }>`select sqlite_version() as version, 0 as clock`
      : sql<{ version: string; clock: number }>`select current_setting('server_version') as version,
          extract(epoch from clock_timestamp()) * 1000 as clock`,
  );
  const answersInMs = Math.round(performance.now() - begun);
  const { name } = await one(
    queries,
    sql<{ name: string }>`select max(name) as name from kysely_migration`,
  );
  const { size } = await one(
    queries,
    isSqlite
      ? sql<{
          size: number;
        }>`select page_count * page_size as size from pragma_page_count(), pragma_page_size()`
      : sql<{ size: number | string }>`select pg_database_size(current_database()) as size`,
  );
  return {
    kind: isSqlite ? ('sqlite' as const) : ('postgres' as const),
    version,
    migration: name,
    sizeBytes: Number(size),
    freeBytes: isSqlite ? await freeBytes(dataDir) : null,
    answersInMs,
    clockDifferenceMs: isSqlite ? 0 : Math.round(Number(clock) - before),
  };
}

function mailState({ isMailOn }: StatusDeps, outcomes: MailOutcomes): State {
  const { lastSuccessAt, lastFailureAt } = outcomes;
  if (!isMailOn) return 'unused';
  if (lastFailureAt !== null && lastFailureAt > (lastSuccessAt ?? 0)) return 'fails';
  return lastSuccessAt === null ? 'unknown' : 'works';
}

const noOutcomes: MailOutcomes = { lastSuccessAt: null, lastFailureAt: null, reason: null };

function mailOf(deps: StatusDeps) {
  const outcomes = deps.mailOutcomes?.() ?? noOutcomes;
  return {
    state: mailState(deps, outcomes),
    lastSuccessAt: isoTimeOrNull(outcomes.lastSuccessAt),
    lastFailureAt: isoTimeOrNull(outcomes.lastFailureAt),
    reason: outcomes.reason,
  };
}

const weekMs = 7 * 24 * 3_600_000;

/** Returns when a user has last signed in by the method. */
async function lastSignIn(queries: Queries, method: MethodId, since: number) {
  const { rows } = await sql<{ at: number }>`
    select at from ${signInsByMethod(queries)} and method = ${method} and at > ${since}
    order by at desc limit 1`.execute(queries as Database);
  return rows[0]?.at ?? null;
}

function methodState(lastSignInAt: number | null, outcomes: LastOutcomes | undefined): State {
  if (outcomes?.isFailing) return 'fails';
  return (lastSignInAt ?? outcomes?.lastSuccessAt ?? null) === null ? 'unknown' : 'works';
}

async function methodsOf({ enabledMethods, outcomesOf, now }: StatusDeps, queries: Queries) {
  const methods = [];
  for (const method of methodIds) {
    const isOn = enabledMethods.includes(method);
    const at = isOn ? await lastSignIn(queries, method, now() - weekMs) : null;
    const outcomes = outcomesOf(method);
    methods.push({
      method,
      state: isOn ? methodState(at, outcomes) : ('unused' as const),
      lastSignInAt: isoTimeOrNull(at),
      lastFailureAt: isoTimeOrNull(outcomes?.lastFailureAt ?? null),
      reason: outcomes?.fault ?? null,
    });
  }
  return methods;
}

/** A notification that failed so often may never arrive. */
const manyAttempts = 3;

type Counted = { waiting: number | string; failing: number | string; oldest: number | null };

async function jobsOf(queries: Queries) {
  const ofTable = {
    notices: sql<Counted>`select count(*) as waiting, 0 as failing, min(at) as oldest from queued_notices`,
    logouts: sql<Counted>`select count(*) as waiting,
        coalesce(sum(case when logout_attempts >= ${manyAttempts} then 1 else 0 end), 0) as failing, null as oldest
      from (select logout_attempts from oidc_grants where logout_due_at is not null
        union all select logout_attempts from cas_tickets where logout_due_at is not null) due`,
    'bulk-changes': sql<Counted>`select count(*) as waiting, 0 as failing, min(started_at) as oldest
      from bulk_changes where state = 'running'`,
    'search-texts': sql<Counted>`select count(*) as waiting, 0 as failing, null as oldest
      from user_search where text is null`,
  };
  const jobs = [];
  for (const job of Object.keys(ofTable) as (keyof typeof ofTable)[]) {
    const { waiting, failing, oldest } = await one(queries, ofTable[job]);
    jobs.push({
      job,
      waiting: Number(waiting),
      failing: Number(failing),
      oldestAt: isoTimeOrNull(oldest === null ? null : Number(oldest)),
    });
  }
  return jobs;
}

export const createStatusHandlers = (deps: StatusDeps): Handlers<'readStatus'> => ({
  async readStatus({ queries }) {
    const { version, now } = deps;
    const nodes = await listNodes(queries, now());
    return {
      version,
      now: isoTime(now()),
      nodes: nodes.map((node) => ({
        host: node.host,
        version: node.version,
        startedAt: isoTime(node.started_at),
        seenAt: isoTime(node.seen_at),
      })),
      database: await databaseOf(deps, queries),
      mail: mailOf(deps),
      methods: await methodsOf(deps, queries),
      jobs: await jobsOf(queries),
    };
  },
});
