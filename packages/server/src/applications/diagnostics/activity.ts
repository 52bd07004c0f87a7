// Notes for the owners of applications: how far the last sign-ins got, the use of secrets, refused requests, and results of
// back-channel logout. A request only notes in memory, so it needs no statement. The notes are stored every few seconds; a crash loses
// those of the last seconds.

import { sql } from 'kysely';
import type { Logger } from 'pino';
import { hashSecret } from '../../crypto/secrets.ts';
import type { Database } from '../../database/connect.ts';
import type { Statement } from '../../database/direct.ts';
import { prepare, runTogether } from '../../database/prepared.ts';
import type {
  ApplicationLogoutsTable,
  ApplicationStepsTable,
  LogoutAttempt,
} from '../../database/tables/application-tables.ts';

/** Contains no code, token or secret, and no values of a query. Words come from closed lists, addresses are shortened. */
export type Refusal = {
  /** What was refused, such as `token request`. */
  request: string;
  /** The error code of the protocol. */
  error: string;
  /** Why, for errors with several causes. */
  reason?: string | undefined;
  /** The parameter that differs from the record. */
  parameter?: string | undefined;
  received?: readonly string[] | undefined;
  registered?: readonly string[] | undefined;
  /** How an address differs, such as `trailing-slash`. */
  differs?: readonly string[] | undefined;
};

/** Steps of a sign-in before its end. */
export type SignInStep = ApplicationStepsTable['step'];

type NotedRefusal = { applicationId: string; facts: string; at: number; count: number };
type NotedLogouts = Pick<ApplicationLogoutsTable, 'day' | 'result' | 'count' | 'at' | 'reason'> & {
  applicationId: string;
};

const flushMs = 5_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const maxRefusals = 20;
/** How long results of back-channel logout are kept. */
const logoutDays = 30;

const dayOf = (at: number) => at - (at % dayMs);
/** Returns the first of the days whose results are kept and shown. */
export const firstLogoutDay = (now: number) => dayOf(now) - (logoutDays - 1) * dayMs;
/** Between two flushes. Further ones are dropped. */
const maxNoted = 1_000;

function prepareStatements(db: Database) {
  const latest = (table: string, column: string) =>
    sql<number>`case when excluded.${sql.ref(column)} > ${sql.ref(`${table}.${column}`)} then excluded.${sql.ref(column)} else ${sql.ref(`${table}.${column}`)} end`;
  const relaxed = { relaxedDurability: true };
  type Use = { applicationId: string; secretId: string; at: number };
  type Row = NotedRefusal & { fingerprint: string };
  // an application may have been deleted since
  const exists = (id: string) => db.selectFrom('applications').select('id').where('id', '=', id);
  return {
    signIn: prepare(
      db,
      ({ applicationId, at }: { applicationId: string; at: number }) =>
        db
          .insertInto('application_sign_ins')
          .columns(['application_id', 'at'])
          .expression(exists(applicationId).select(sql<number>`cast(${at} as bigint)`.as('at')))
          .onConflict((on) =>
            on.column('application_id').doUpdateSet({ at: latest('application_sign_ins', 'at') }),
          ),
      relaxed,
    ),
    step: prepare(
      db,
      ({ applicationId, step, at }: { applicationId: string; step: SignInStep; at: number }) =>
        db
          .insertInto('application_steps')
          .columns(['application_id', 'step', 'at'])
          .expression(
            exists(applicationId)
              .select(sql<SignInStep>`cast(${step} as text)`.as('step'))
              .select(sql<number>`cast(${at} as bigint)`.as('at')),
          )
          .onConflict((on) =>
            on
              .columns(['application_id', 'step'])
              .doUpdateSet({ at: latest('application_steps', 'at') }),
          ),
      relaxed,
    ),
    use: prepare(
      db,
      ({ applicationId, secretId, at }: Use) =>
        db
          .insertInto('application_secret_uses')
          .columns(['application_id', 'secret_id', 'used_at'])
          .expression(
            exists(applicationId)
              .select(sql<string>`cast(${secretId} as text)`.as('secret_id'))
              .select(sql<number>`cast(${at} as bigint)`.as('used_at')),
          )
          .onConflict((on) =>
            on
              .columns(['application_id', 'secret_id'])
              .doUpdateSet(({ ref }) => ({ used_at: ref('excluded.used_at') })),
          ),
      relaxed,
    ),
    refusal: prepare(
      db,
      ({ applicationId, fingerprint, facts, at, count }: Row) =>
        db
          .insertInto('application_refusals')
          .columns(['application_id', 'fingerprint', 'at', 'count', 'facts'])
          .expression(
            exists(applicationId)
              .select(sql<string>`cast(${fingerprint} as text)`.as('fingerprint'))
              .select(sql<number>`cast(${at} as bigint)`.as('at'))
              .select(sql<number>`cast(${count} as integer)`.as('count'))
              .select(sql<string>`cast(${facts} as text)`.as('facts')),
          )
          .onConflict((on) =>
            on.columns(['application_id', 'fingerprint']).doUpdateSet(({ ref }) => ({
              at: latest('application_refusals', 'at'),
              count: sql<number>`${ref('application_refusals.count')} + ${ref('excluded.count')}`,
            })),
          ),
      relaxed,
    ),
    logouts: prepare(
      db,
      ({ applicationId, day, result, count, at, reason }: NotedLogouts) =>
        db
          .insertInto('application_logouts')
          .columns(['application_id', 'day', 'result', 'count', 'at', 'reason'])
          .expression(
            exists(applicationId)
              .select(sql<number>`cast(${day} as bigint)`.as('day'))
              .select(sql<NotedLogouts['result']>`cast(${result} as text)`.as('result'))
              .select(sql<number>`cast(${count} as integer)`.as('count'))
              .select(sql<number>`cast(${at} as bigint)`.as('at'))
              .select(sql<string | null>`cast(${reason} as text)`.as('reason')),
          )
          .onConflict((on) =>
            on.columns(['application_id', 'day', 'result']).doUpdateSet(({ ref }) => ({
              at: latest('application_logouts', 'at'),
              count: sql<number>`${ref('application_logouts.count')} + ${ref('excluded.count')}`,
              reason: ref('excluded.reason'),
            })),
          ),
      relaxed,
    ),
    pruneLogouts: prepare(
      db,
      ({ applicationId, before }: { applicationId: string; before: number }) =>
        db
          .deleteFrom('application_logouts')
          .where('application_id', '=', applicationId)
          .where('day', '<', before),
      relaxed,
    ),
    prune: prepare(
      db,
      ({ applicationId }: { applicationId: string }) =>
        db
          .deleteFrom('application_refusals')
          .where('application_id', '=', applicationId)
          .where('fingerprint', 'not in', (kept) =>
            kept
              .selectFrom('application_refusals')
              .select('fingerprint')
              .where('application_id', '=', applicationId)
              .orderBy('at', 'desc')
              .orderBy('fingerprint')
              .limit(sql.lit(maxRefusals)),
          ),
      relaxed,
    ),
  };
}

type Deps = { db: Database; now: () => number; log: Pick<Logger, 'warn'> };

export class ApplicationActivity {
  readonly #deps: Deps;
  readonly #statements;
  #signIns = new Map<string, number>();
  #steps = new Map<string, { applicationId: string; step: SignInStep; at: number }>();
  #uses = new Map<string, { applicationId: string; secretId: string; at: number }>();
  #refusals = new Map<string, NotedRefusal>();
  #logouts = new Map<string, NotedLogouts>();
  /** Id of a secret → when this node has last noted its use. */
  readonly #notedUses = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#statements = prepareStatements(deps.db);
  }

  /** A user has signed in to the application. Never throws. */
  signedIn(applicationId: string): void {
    this.#signIns.set(applicationId, this.#deps.now());
    this.#schedule();
  }

  /** A sign-in to the application has reached a step. Never throws. */
  reached(applicationId: string, step: SignInStep): void {
    this.#steps.set(`${applicationId} ${step}`, { applicationId, step, at: this.#deps.now() });
    this.#schedule();
  }

  /** Notes the use of a secret, at most once an hour. Never throws. */
  secretUsed(applicationId: string, secretId: string): void {
    const at = this.#deps.now();
    const key = `${applicationId} ${secretId}`;
    if (at - (this.#notedUses.get(key) ?? Number.NEGATIVE_INFINITY) < hourMs) return;
    this.#notedUses.set(key, at);
    this.#uses.set(key, { applicationId, secretId, at });
    this.#schedule();
  }

  /** Notes a refused request; equal ones are one row with their number. Never throws. */
  refused(applicationId: string, refusal: Refusal): void {
    const facts = JSON.stringify(refusal);
    const key = `${applicationId} ${facts}`;
    const known = this.#refusals.get(key);
    const at = this.#deps.now();
    if (known) Object.assign(known, { at, count: known.count + 1 });
    else if (this.#refusals.size < maxNoted)
      this.#refusals.set(key, { applicationId, facts, at, count: 1 });
    this.#schedule();
  }

  /** An application was notified that a session is over, or the attempt failed. Never throws. */
  notified(applicationId: string, { result, reason }: LogoutAttempt): void {
    const at = this.#deps.now();
    const day = dayOf(at);
    const key = `${applicationId} ${day} ${result}`;
    const count = (this.#logouts.get(key)?.count ?? 0) + 1;
    this.#logouts.set(key, { applicationId, day, result, count, at, reason });
    this.#schedule();
  }

  /** Stores what was noted until now. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const statements = this.#take();
    if (statements.length > 0)
      this.#storing = this.#storing.then(async () => {
        try {
          await runTogether(this.#deps.db, statements);
        } catch (err) {
          this.#deps.log.warn({ err }, 'activity of applications not stored');
        }
      });
    return this.#storing;
  }

  #schedule() {
    this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref();
  }

  /** Sorted, so that nodes never wait for each other in a circle. */
  #take(): Statement[] {
    const { signIn, step, use, refusal, logouts, pruneLogouts, prune } = this.#statements;
    const sorted = <T>(notes: Map<string, T>) =>
      [...notes].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, note]) => note);
    const refusals = sorted(this.#refusals);
    const notified = sorted(this.#logouts);
    const before = firstLogoutDay(this.#deps.now());
    const refusedBy = [...new Set(refusals.map(({ applicationId }) => applicationId))];
    const signIns = sorted(
      new Map(
        [...this.#signIns].map(([applicationId, at]) => [applicationId, { applicationId, at }]),
      ),
    );
    const statements = [
      ...signIns.map((one) => signIn.filled(one)),
      ...sorted(this.#steps).map((one) => step.filled(one)),
      ...sorted(this.#uses).map((one) => use.filled(one)),
      ...refusals.map((one) =>
        refusal.filled({ ...one, fingerprint: hashSecret(one.facts).slice(0, 22) }),
      ),
      ...refusedBy.map((applicationId) => prune.filled({ applicationId })),
      ...notified.map((one) => logouts.filled(one)),
      ...[...new Set(notified.map(({ applicationId }) => applicationId))].map((applicationId) =>
        pruneLogouts.filled({ applicationId, before }),
      ),
    ];
    this.#signIns = new Map();
    this.#steps = new Map();
    this.#uses = new Map();
    this.#refusals = new Map();
    this.#logouts = new Map();
    return statements;
  }
}
