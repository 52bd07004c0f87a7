// Measures single sign-on beside the bare library: the whole flow, refreshing with rotation, and the documents.

import type { Plan } from '../plan.ts';
import type { Goal } from '../report/goals.ts';
import { takeTurns } from '../rounds.ts';
import type { Outcome, Row, Scenario } from '../scenario.ts';
import {
  connectionCounts,
  measureAt,
  rowsOf,
  serverCpuMs,
  warmUp,
  withConnections,
} from '../sso/compared.ts';
import { type SsoTarget, withTargets } from '../sso/targets.ts';

const compared = [
  { name: 'hop', what: 'hop', digits: 2, times: { SQLite: 0.9, PostgreSQL: 1.5 } },
  {
    name: 'refresh',
    what: 'refresh with rotation',
    digits: 2,
    times: { SQLite: 1, PostgreSQL: 1.5 },
  },
  {
    name: 'documents',
    what: 'discovery, JWKS',
    digits: 3,
    times: { SQLite: 0.5, PostgreSQL: 0.5 },
  },
] as const;

async function compare(
  { name, what, digits, times }: (typeof compared)[number],
  targets: readonly SsoTarget[],
  plan: Plan,
): Promise<Outcome> {
  await warmUp(name, targets, plan);
  const outcome = { rows: [] as Row[], goals: [] as Goal[], verdicts: [], rounds: [] as unknown[] };
  for (const connections of connectionCounts) {
    const title = withConnections(what, connections);
    const rounds = await takeTurns(plan.compared.count, targets, (target) =>
      measureAt(target, name, connections, plan.compared.window),
    );
    const figures = [...rounds].map(
      ([target, own]) => [target.name, own.map(serverCpuMs)] as const,
    );
    outcome.rows.push(...rowsOf(title, rounds));
    outcome.goals.push({
      what: `${title}, CPU-ms`,
      rounds: new Map(figures),
      digits,
      most: { times },
    });
    outcome.rounds.push(...rounds.values());
  }
  return outcome;
}

export const sso: Scenario = {
  name: 'sso',
  about: 'single sign-on beside the bare library',
  ownServers: true,
  onlyWhenNamed: true,
  run: (plan) =>
    withTargets(plan.databases, async (targets) => {
      const outcomes: Outcome[] = [];
      for (const one of compared) outcomes.push(await compare(one, targets, plan));
      return {
        rows: outcomes.flatMap(({ rows }) => rows),
        goals: outcomes.flatMap(({ goals = [] }) => goals),
        verdicts: [],
        rounds: outcomes.flatMap(({ rounds }) => rounds),
      };
    }),
};
