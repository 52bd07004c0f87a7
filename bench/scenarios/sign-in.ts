// Measures sign-in by password (verify the password, then start the session) beside the bare library, and beside one hash
// alone.

import { median } from '../figures.ts';
import { type HashCost, measureHash } from '../machine/argon2.ts';
import type { Plan } from '../plan.ts';
import { takeTurns } from '../rounds.ts';
import type { Outcome, Scenario } from '../scenario.ts';
import {
  type Compared,
  connectionCounts,
  measureAt,
  rowsOf,
  serverCpuMs,
  warmUp,
  withConnections,
} from '../sso/compared.ts';
import { type SsoTarget, withTargets } from '../sso/targets.ts';

/** Processor time of a sign-in besides its hash. */
const mostOverHashMs = 2;

type Round = { measured: Compared; hash: HashCost };

function outcomeOf(connections: number, rounds: ReadonlyMap<SsoTarget, readonly Round[]>): Outcome {
  const title = withConnections('password sign-in', connections);
  const figures = (of: (round: Round) => number) =>
    new Map([...rounds].map(([target, own]) => [target.name, own.map(of)]));
  const hashes = [...rounds.values()].flat().map(({ hash }) => hash.cpuMs);
  return {
    rows: rowsOf(
      title,
      new Map([...rounds].map(([target, own]) => [target, own.map(({ measured }) => measured)])),
    ),
    goals: [
      {
        what: `${title}, CPU-ms`,
        rounds: figures(({ measured }) => serverCpuMs(measured)),
        digits: 1,
      },
      {
        what: `the same without one hash (${median(hashes).toFixed(1)})`,
        rounds: figures(({ measured, hash }) => serverCpuMs(measured) - hash.cpuMs),
        digits: 2,
        most: { figure: mostOverHashMs },
      },
    ],
    verdicts: [],
    rounds: [...rounds.values()],
  };
}

async function compare(connections: number, targets: readonly SsoTarget[], plan: Plan) {
  const { count, window } = plan.compared;
  // the hash comes right before every measurement, because the speed of a shared machine changes
  const rounds = await takeTurns(count, targets, async (target): Promise<Round> => {
    const hash = await measureHash(window);
    return { hash, measured: await measureAt(target, 'signIn', connections, window) };
  });
  return outcomeOf(connections, rounds);
}

export const signIn: Scenario = {
  name: 'sign-in',
  about: 'password sign-in beside the bare library and one hash',
  ownServers: true,
  run: (plan) =>
    withTargets(plan.databases, async (targets) => {
      await warmUp('signIn', targets, plan);
      const outcomes: Outcome[] = [];
      for (const connections of connectionCounts)
        outcomes.push(await compare(connections, targets, plan));
      return {
        rows: outcomes.flatMap(({ rows }) => rows),
        goals: outcomes.flatMap(({ goals = [] }) => goals),
        verdicts: [],
        rounds: outcomes.flatMap(({ rounds }) => rounds),
      };
    }),
};
