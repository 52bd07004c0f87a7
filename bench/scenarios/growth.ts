// Compares the processor time of every operation with few and with very many users and sessions, on both databases.

import { median } from '../figures.ts';
import { connections, type Plan } from '../plan.ts';
import { markdownTable, spreadOf } from '../report/markdown.ts';
import { takeTurns } from '../rounds.ts';
import type { Outcome, Row, Scenario, Verdict } from '../scenario.ts';
import { type Compared, measureAt, rowsOf, warmUp } from '../sso/compared.ts';
import { openOurs, type Provider, type SsoTarget, withServers } from '../sso/targets.ts';
import type { DatabaseName } from '../system/world.ts';

/** Growth of the processor time, from the smallest population to the largest. */
const most = 0.1;

const operations = [
  { name: 'user', what: '/user' },
  { name: 'ticket', what: 'launch with ticket' },
  { name: 'hop', what: 'hop' },
  { name: 'refresh', what: 'refresh' },
  { name: 'signIn', what: 'password sign-in' },
] as const;

const spaced = (count: number) => count.toLocaleString('en').replaceAll(',', ' ');

/** The server and the database together, because a lookup costs both. */
const cpuMs = ({ loads: { operation }, costs }: Compared) =>
  (costs.serverCpuMs + costs.databaseCpuMs) / operation.operations;

type Rounds = ReadonlyMap<SsoTarget, readonly Compared[]>;

function growthOf(rounds: Rounds): number[] {
  const all = [...rounds.values()];
  const [few = [], many = []] = [all[0], all.at(-1)];
  return many.flatMap((one, round) => {
    const other = few[round];
    return other ? [(cpuMs(one) / cpuMs(other) - 1) * 100] : [];
  });
}

async function measureOn(database: DatabaseName, targets: readonly SsoTarget[], plan: Plan) {
  const rows: Row[] = [];
  const lines: string[][] = [];
  const verdicts: Verdict[] = [];
  for (const { name, what } of operations) {
    await warmUp(name, targets, plan);
    const rounds = await takeTurns(plan.compared.count, targets, (target) =>
      measureAt(target, name, connections, plan.compared.window),
    );
    const growth = growthOf(rounds);
    rows.push(...rowsOf(what, rounds));
    lines.push([
      what,
      database,
      ...[...rounds.values()].map((own) => spreadOf(own.map(cpuMs), 2)),
      `${spreadOf(growth, 0)} %`,
    ]);
    verdicts.push({
      aim: `${what}: growth of processor time`,
      where: database,
      figure: `${median(growth).toFixed(0)} %`,
      wanted: `≤ ${most * 100} %`,
      met: median(growth) <= most * 100,
    });
  }
  return { rows, lines, verdicts };
}

async function compareOn(database: DatabaseName, plan: Plan) {
  const providers: Provider[] = [];
  try {
    for (const users of plan.populations) {
      const began = performance.now();
      const provider = await openOurs(database, users);
      providers.push({ ...provider, name: `${database}, ${spaced(users)}` });
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      console.error(`${database}: ${spaced(users)} users and sessions in ${seconds} s`);
    }
    return await withServers(providers, (targets) => measureOn(database, targets, plan));
  } finally {
    for (const provider of providers) await provider.close();
  }
}

export const growth: Scenario = {
  name: 'growth',
  about: 'what very many users and sessions cost',
  onlyWhenNamed: true,
  ownServers: true,
  async run(plan): Promise<Outcome> {
    const outcomes: Awaited<ReturnType<typeof compareOn>>[] = [];
    for (const database of plan.databases) outcomes.push(await compareOn(database, plan));
    const sizes = plan.populations.map((count) => `${spaced(count)} users and sessions`);
    return {
      rows: outcomes.flatMap(({ rows }) => rows),
      verdicts: outcomes.flatMap(({ verdicts }) => verdicts),
      markdown: markdownTable(
        ['CPU-ms, server and database', 'database', ...sizes, 'growth'],
        outcomes.flatMap(({ lines }) => lines),
      ),
      rounds: outcomes.map(({ rows }) => rows),
    };
  },
};
