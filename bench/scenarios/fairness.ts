// Runs `/user`, hops and password sign-ins beside each other, with the server on one and on two processors. Compares p99 and
// rate of each beside another with its own alone in the same round.

import { median } from '../figures.ts';
import { keepingOff } from '../machine/affinity.ts';
import { cores } from '../machine/processes.ts';
import { connections, type Plan } from '../plan.ts';
import { markdownTable, spreadOf } from '../report/markdown.ts';
import { type Measurement, measure, rowOf, takeTurns } from '../rounds.ts';
import type { Outcome, Scenario, Verdict } from '../scenario.ts';
import { operations } from '../sso/loads.ts';
import { openTarget, type Provider, type SsoTarget, withProviders } from '../sso/targets.ts';
import { bareName } from '../system/bare.ts';
import type { RunningServer } from '../system/server.ts';

const names = ['user', 'hop', 'signIn'] as const;
type Name = (typeof names)[number];
const titles: Record<Name, string> = { user: '/user', hop: 'hop', signIn: 'sign-in' };

/** The least share of its rate that must remain on one processor. */
const leastShares = { hop: { signIn: 0.5 }, signIn: { hop: 0.4 } } as const;
const mostUserTimes = 5;

type Target = SsoTarget & { server: RunningServer; processors: number };
/** Each operation alone, and each pair of them, in the order of `names`. */
const combinations = names.flatMap((one, at) => [
  [one],
  ...names.slice(at + 1).map((other) => [one, other]),
]);
type Round = Map<string, Measurement<Name>>;
const keyOf = (combination: readonly Name[]) => combination.join(' ');

const where = ({ database, processors }: Target) =>
  `${database}, ${processors} core${processors === 1 ? '' : 's'}`;

/** The load generator stays off the processors of the server, where the machine has more. */
function roundOf(target: Target, { compared: { window } }: Plan): Promise<Round> {
  return keepingOff(target.processors, async () => {
    const round: Round = new Map();
    for (const combination of combinations) {
      const loads = Object.fromEntries(
        combination.map((name) => [name, { connections, operation: operations[name](target) }]),
      ) as Parameters<typeof measure<Name>>[1];
      round.set(keyOf(combination), await measure(target, loads, window));
    }
    return round;
  });
}

/** Returns the measurements of an operation beside another, or alone if `other` is the same. */
function measuredOf(rounds: readonly Round[], name: Name, other: Name) {
  const combination = names.filter((one) => one === name || one === other);
  return rounds.flatMap((round) => round.get(keyOf(combination)) ?? []);
}

const figuresOf = (rounds: readonly Round[], name: Name, other: Name) =>
  measuredOf(rounds, name, other).map(({ loads }) => loads[name]);

type Figure = 'p99' | 'perSecond';

/** Returns the median of figures beside another operation against those alone. */
function timesOf(rounds: readonly Round[], figure: Figure, name: Name, other: Name): number {
  const alone = figuresOf(rounds, name, name);
  const beside = figuresOf(rounds, name, other);
  return median(beside.map((one, round) => one[figure] / (alone[round]?.[figure] ?? Number.NaN)));
}

function shareVerdict(
  target: Target,
  rounds: readonly Round[],
  name: Name,
  other: Name,
  least: number,
): Verdict {
  const share = timesOf(rounds, 'perSecond', name, other);
  return {
    aim: `${titles[name]}s beside ${titles[other]}s: rate against alone`,
    where: where(target),
    figure: `${(share * 100).toFixed(0)} %`,
    wanted: `≥ ${least * 100} %`,
    met: share >= least,
  };
}

function verdictsOn(target: Target, rounds: readonly Round[]): Verdict[] {
  const times = timesOf(rounds, 'p99', 'user', 'signIn');
  const user = {
    aim: 'p99 of /user beside sign-ins',
    where: where(target),
    figure: `${times.toFixed(1)} × of alone`,
    wanted: `≤ ${mostUserTimes} ×`,
    met: times <= mostUserTimes,
  };
  if (target.processors > 1) return [user];
  return [
    user,
    shareVerdict(target, rounds, 'hop', 'signIn', leastShares.hop.signIn),
    shareVerdict(target, rounds, 'signIn', 'hop', leastShares.signIn.hop),
  ];
}

/** Returns the table of p99: what is measured in rows, what runs beside it in columns. */
function matrixOf(all: ReadonlyMap<Target, readonly Round[]>): string {
  const lines = [...all].flatMap(([target, rounds]) =>
    names.map((name) => [
      titles[name],
      where(target),
      ...[name, ...names].map((other, column) =>
        column > 0 && other === name
          ? ''
          : spreadOf(
              figuresOf(rounds, name, other).map(({ p99 }) => p99),
              1,
            ),
      ),
    ]),
  );
  const beside = names.map((name) => `beside ${titles[name]}`);
  return markdownTable(['p99, ms', 'server', 'alone', ...beside], lines);
}

function rowsOf(target: Target, rounds: readonly Round[]) {
  return names.flatMap((name) =>
    names.map((other) => {
      const measured = measuredOf(rounds, name, other);
      const isAlone = name === other;
      const row = rowOf(
        isAlone ? `${titles[name]} alone` : `${titles[name]} beside ${titles[other]}`,
        { database: where(target) },
        // the costs of two loads cannot be divided
        measured.map(({ loads, costs }) => ({ figures: loads[name], ...(isAlone && { costs }) })),
      );
      return { ...row, othersShare: median(measured.map(({ costs }) => costs.othersShare)) };
    }),
  );
}

async function openTargets(providers: readonly Provider[], targets: Target[]) {
  const most = Math.min(2, cores);
  for (const provider of providers.filter(({ name }) => name !== bareName))
    for (let processors = 1; processors <= most; processors += 1)
      targets.push({ ...(await openTarget(provider, { processors })), processors });
}

async function run(plan: Plan, providers: readonly Provider[]): Promise<Outcome> {
  const targets: Target[] = [];
  try {
    await openTargets(providers, targets);
    // until the hot code is compiled; not counted
    for (const target of targets) await roundOf(target, plan);
    const rounds = await takeTurns(plan.compared.count, targets, (target) => roundOf(target, plan));
    return {
      rows: [...rounds].flatMap(([target, own]) => rowsOf(target, own)),
      verdicts: [...rounds].flatMap(([target, own]) => verdictsOn(target, own)),
      markdown: matrixOf(rounds),
      rounds: [...rounds].map(([target, own]) => ({
        where: where(target),
        rounds: own.map((round) => Object.fromEntries(round)),
      })),
    };
  } finally {
    for (const { server } of targets) await server.stop();
  }
}

export const fairness: Scenario = {
  name: 'fairness',
  about: '/user, single sign-on and password sign-ins beside each other',
  onlyWhenNamed: true,
  ownServers: true,
  run: (plan) => withProviders(plan.databases, (providers) => run(plan, providers)),
};
