// Measures single sign-on: the whole flow, refreshing, the documents, and the flow beside password sign-ins. Our
// server and the bare library take turns on one processor.

import { median } from '../figures.ts';
import { openConnection } from '../load/connection.ts';
import { readDocument } from '../load/openid-steps.ts';
import { connections, type Plan } from '../plan.ts';
import { calmerHalf, type Measurement, measure, rowOf, takeTurns } from '../rounds.ts';
import type { Outcome, Row, Scenario, Verdict } from '../scenario.ts';
import { operations, type SsoOperation } from '../sso/loads.ts';
import { openTargets, processors, type SsoTarget, type SsoTargets } from '../sso/targets.ts';
import { startConstant } from '../system/bare.ts';

const warmUpMs = 10_000;

type Rounds<Name extends string> = Map<SsoTarget, Measurement<Name>[]>;

const alone = (name: SsoOperation) => (target: SsoTarget) => ({
  operation: { connections, operation: operations[name](target) },
});

/** Half of the connections run the single sign-on flow, half sign in with passwords. */
const together = (target: SsoTarget) => ({
  hop: { connections: connections / 2, operation: operations.hop(target) },
  signIn: { connections: connections / 2, operation: target.signIn },
});

async function measureAlone(name: SsoOperation, targets: readonly SsoTarget[], plan: Plan) {
  const loads = new Map(targets.map((target) => [target, alone(name)(target)]));
  const run = (target: SsoTarget, window = plan.fast.window) =>
    measure(target, loads.get(target) ?? alone(name)(target), window);
  // until the hot code is compiled; not counted
  for (const target of targets) await run(target, { warmUpMs: 0, ms: warmUpMs });
  return takeTurns(plan.fast.count, targets, (target) => run(target));
}

/** Processor time of one operation. */
const cpu = ({ loads, costs }: Measurement<'operation'>) =>
  (costs.serverCpuMs + costs.databaseCpuMs) / loads.operation.operations;

type Comparison<Name extends string> = {
  aim: string;
  where: string;
  of: readonly Measurement<Name>[];
  to: readonly Measurement<Name>[];
  /** Returns the figure to compare. */
  figure(measured: Measurement<Name>): number;
  /** The ratio must be at most, or at least, this. */
  most?: number;
  least?: number;
};

/**
 * Returns the median ratio of figures that were measured right after each other, over the calmer half of the rounds.
 */
function compare<Name extends string>(given: Comparison<Name>): Verdict {
  const pairs = given.of.flatMap((one, round) => {
    const other = given.to[round];
    return other ? [{ one, other }] : [];
  });
  const calm = calmerHalf(pairs, ({ one, other }) =>
    Math.max(one.costs.othersShare, other.costs.othersShare),
  );
  const ratio = median(calm.map(({ one, other }) => given.figure(one) / given.figure(other)));
  const { aim, where, most = Number.POSITIVE_INFINITY, least = 0 } = given;
  const wanted = given.most === undefined ? `≥ ${least} ×` : `≤ ${most} ×`;
  const met = ratio <= most && ratio >= least;
  return { aim, where, figure: `${ratio.toFixed(2)} ×`, wanted, met };
}

function rowsOf<Name extends string>(what: string, load: Name, rounds: Rounds<Name>): Row[] {
  return [...rounds].map(([target, own]) =>
    rowOf(
      `${what}: ${target.name}`,
      target,
      calmerHalf(own, ({ costs }) => costs.othersShare).map(({ loads, costs }) => ({
        figures: loads[load],
        ...(Object.keys(loads).length === 1 && { costs }),
      })),
    ),
  );
}

const of = <Name extends string>(rounds: Rounds<Name>, target: SsoTarget) =>
  rounds.get(target) ?? [];

function growthVerdicts(what: string, { ours }: SsoTargets, rounds: Rounds<'operation'>) {
  return ours.map(({ database, few, many }) =>
    compare({
      aim: `${what}: 100 000 sessions against 1 000, processor time`,
      where: database,
      of: of(rounds, many),
      to: of(rounds, few),
      figure: cpu,
      most: 1.15,
    }),
  );
}

async function compareAlone(name: 'hop' | 'refresh', targets: SsoTargets, plan: Plan) {
  const rounds = await measureAlone(name, targets.all, plan);
  const own = targets.ours.filter(({ database }) => database === 'SQLite');
  const verdicts = own.map(({ database, few }) =>
    compare({
      aim: `${name}: processor time against the bare library on SQLite`,
      where: database,
      of: of(rounds, few),
      to: of(rounds, targets.bareSqlite),
      figure: cpu,
      most: 1,
    }),
  );
  return {
    rows: rowsOf(name, 'operation', rounds),
    verdicts: [...verdicts, ...growthVerdicts(name, targets, rounds)],
    rounds: [...rounds.values()],
  };
}

/** Compares a document of our server with Fastify that returns the same bytes. */
async function compareDocument(name: 'discovery' | 'jwks', { ours }: SsoTargets, plan: Plan) {
  const target = ours[0]?.few;
  if (!target) return { rows: [], verdicts: [], rounds: [] };
  const connection = await openConnection(target.server.port);
  const { body } = await readDocument(connection, target.paths[name]);
  connection.close();
  const server = await startConstant(body, processors);
  const constant: SsoTarget = { ...target, name: 'constant Fastify', database: '–', server };
  try {
    const rounds = await measureAlone(name, [target, constant], plan);
    const verdict = compare({
      aim: `${name}: processor time against a constant answer`,
      where: target.database,
      of: of(rounds, target),
      to: of(rounds, constant),
      figure: cpu,
      most: 2,
    });
    return {
      rows: rowsOf(name, 'operation', rounds),
      verdicts: [verdict],
      rounds: [...rounds.values()],
    };
  } finally {
    await server.stop();
  }
}

async function compareMixed({ bareMemory, bareSqlite, ours }: SsoTargets, plan: Plan) {
  const own = ours.map(({ few }) => few);
  const all = [bareMemory, bareSqlite, ...own];
  const rounds = await takeTurns(plan.storm.count, all, (target) =>
    measure(target, together(target), plan.storm.window),
  );
  const verdicts = own.map((target) =>
    compare({
      aim: 'hops beside sign-ins: rate against the bare library in memory',
      where: target.database,
      of: of(rounds, target),
      to: of(rounds, bareMemory),
      figure: ({ loads }) => loads.hop.perSecond,
      least: 2,
    }),
  );
  return {
    rows: [
      ...rowsOf('hop beside sign-ins', 'hop', rounds),
      ...rowsOf('sign-in beside hops', 'signIn', rounds),
    ],
    verdicts,
    rounds: [...rounds.values()],
  };
}

export const sso: Scenario = {
  name: 'sso',
  about: 'single sign-on next to the bare library',
  onlyWhenNamed: true,
  async run(plan): Promise<Outcome> {
    const targets = await openTargets(plan.databases);
    try {
      const outcomes = [
        await compareAlone('hop', targets, plan),
        await compareMixed(targets, plan),
        // later, because the library's memory holds a thousand records: at its end browsers have lost their sessions
        await compareAlone('refresh', targets, plan),
        await compareDocument('discovery', targets, plan),
        await compareDocument('jwks', targets, plan),
      ];
      return {
        rows: outcomes.flatMap(({ rows }) => rows),
        verdicts: outcomes.flatMap(({ verdicts }) => verdicts),
        rounds: outcomes.map(({ rounds }) => rounds),
      };
    } finally {
      await targets.close();
    }
  },
};
