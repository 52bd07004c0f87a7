// Runs single sign-on and password sign-ins on the same processors. Compares the rate of each beside the other with
// its rate alone in the same round.

import { median } from '../figures.ts';
import { keepingOff } from '../machine/affinity.ts';
import { cores } from '../machine/processes.ts';
import { connections, type Plan } from '../plan.ts';
import { calmerHalf, type Measurement, measure, rowOf, takeTurns } from '../rounds.ts';
import type { Outcome, Row, Scenario, Verdict } from '../scenario.ts';
import { operations } from '../sso/loads.ts';
import { openTarget, type Provider, type SsoTarget, withProviders } from '../sso/targets.ts';
import { bareName } from '../system/bare.ts';
import type { RunningServer } from '../system/server.ts';

/** The least share of each rate that must remain on one processor. */
const leastShares = { hop: 0.5, signIn: 0.4 };
const names = { hop: 'hop', signIn: 'sign-in' };
type Name = keyof typeof names;

type Target = SsoTarget & { server: RunningServer; processors: number };
type Round = {
  hop: Measurement<'hop'>;
  signIn: Measurement<'signIn'>;
  together: Measurement<Name>;
};

const where = ({ database, processors }: Target) =>
  `${database}, ${processors} processor${processors === 1 ? '' : 's'}`;

function roundOf(target: Target, { storm: { window } }: Plan): Promise<Round> {
  const hop = { connections, operation: operations.hop(target) };
  const signIn = { connections, operation: target.signIn };
  // the load generator needs more processor time for one load than for the other
  return keepingOff(target.processors, async () => ({
    hop: await measure(target, { hop }, window),
    signIn: await measure(target, { signIn }, window),
    together: await measure(target, { hop, signIn }, window),
  }));
}

const calm = (rounds: readonly Round[]) =>
  calmerHalf(rounds, ({ hop, signIn, together }) =>
    Math.max(...[hop, signIn, together].map(({ costs }) => costs.othersShare)),
  );

const alone = (name: Name, { hop, signIn }: Round) =>
  name === 'hop' ? hop.loads.hop : signIn.loads.signIn;

/** Returns the share of a rate that remains beside the other load (1: all of it). */
function shareOf(name: Name, rounds: readonly Round[]): number {
  return median(
    calm(rounds).map(
      (round) => round.together.loads[name].perSecond / alone(name, round).perSecond,
    ),
  );
}

function rowsOf(target: Target, rounds: readonly Round[]): Row[] {
  const chosen = calm(rounds);
  return (['hop', 'signIn'] as const).flatMap((name) => {
    const row = (how: string, of: Parameters<typeof rowOf>[2]) =>
      rowOf(`${names[name]} ${how}`, { ...target, database: where(target) }, of);
    return [
      row(
        'alone',
        chosen.map((round) => ({ figures: alone(name, round), costs: round[name].costs })),
      ),
      {
        ...row(
          'beside the other',
          chosen.map(({ together }) => ({ figures: together.loads[name] })),
        ),
        note: `${(shareOf(name, rounds) * 100).toFixed(0)} % of its rate alone`,
      },
    ];
  });
}

function verdictsOn(target: Target, rounds: readonly Round[]): Verdict[] {
  if (target.processors > 1) return [];
  return (['hop', 'signIn'] as const).map((name) => {
    const share = shareOf(name, rounds);
    const least = leastShares[name];
    return {
      aim: `${names[name]}s beside ${name === 'hop' ? 'sign-ins' : 'hops'}: rate against alone`,
      where: where(target),
      figure: `${(share * 100).toFixed(0)} %`,
      wanted: `≥ ${least * 100} %`,
      met: share >= least,
    };
  });
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
    const rounds = await takeTurns(plan.slow.count, targets, (target) => roundOf(target, plan));
    return {
      rows: [...rounds].flatMap(([target, own]) => rowsOf(target, own)),
      verdicts: [...rounds].flatMap(([target, own]) => verdictsOn(target, own)),
      rounds: [...rounds].map(([target, own]) => ({ where: where(target), rounds: own })),
    };
  } finally {
    for (const { server } of targets) await server.stop();
  }
}

export const fairness: Scenario = {
  name: 'fairness',
  about: 'single sign-on and password sign-ins beside each other',
  onlyWhenNamed: true,
  ownServers: true,
  run: (plan) => withProviders(plan.databases, (providers) => run(plan, providers)),
};
