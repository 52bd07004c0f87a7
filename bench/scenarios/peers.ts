// Measures other single sign-on products in turns with ours: always the bare library, and Glewlwyd and LemonLDAP::NG where
// their Debian packages are installed.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/children.ts';
import { median } from '../figures.ts';
import { keepingOff } from '../machine/affinity.ts';
import { familyMemory } from '../machine/processes.ts';
import { openGlewlwyd } from '../peers/glewlwyd.ts';
import { openLemonldap } from '../peers/lemonldap.ts';
import type { Plan } from '../plan.ts';
import { type Bars, barChart } from '../report/bar-chart.ts';
import { markdownTable, spreadOf } from '../report/markdown.ts';
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
import {
  type Provider,
  processors,
  type SsoTarget,
  withProviders,
  withServers,
} from '../sso/targets.ts';
import { bareName } from '../system/bare.ts';

const chart = 'docs/pictures/peers.svg';

const operations = [
  { name: 'documents', what: 'discovery, JWKS', digits: 3 },
  { name: 'hop', what: 'hop', digits: 2 },
  { name: 'refresh', what: 'refresh', digits: 2 },
] as const;

/** One line of the table: the figures of every round, by provider. */
type Line = { what: string; digits: number; rounds: Map<string, number[]> };

async function startsOf(providers: readonly Provider[], { starts, idleMs }: Plan): Promise<Line[]> {
  const rounds = await takeTurns(starts, providers, async (provider) => {
    const server = await provider.start({ readyPath: provider.paths.discovery });
    try {
      await sleep(idleMs);
      return { ms: server.readyMs, ...familyMemory(server.pid) };
    } finally {
      await server.stop();
    }
  });
  const figures = (of: (start: { ms: number; rss: number; pss: number }) => number) =>
    new Map([...rounds].map(([{ name }, own]) => [name, own.map(of)]));
  return [
    { what: 'start to first discovery, ms', digits: 0, rounds: figures(({ ms }) => ms) },
    {
      what: 'idle after it, PSS of all processes, MiB',
      digits: 0,
      rounds: figures(({ pss }) => pss),
    },
  ];
}

async function loadsOf(targets: readonly SsoTarget[], plan: Plan) {
  const rows: Row[] = [];
  const lines: Line[] = [];
  for (const { name, what, digits } of operations) {
    await warmUp(name, targets, plan);
    for (const connections of connectionCounts) {
      const title = withConnections(what, connections);
      const rounds = await takeTurns(plan.compared.count, targets, (target) =>
        measureAt(target, name, connections, plan.compared.window),
      );
      rows.push(...rowsOf(title, rounds));
      const figures = [...rounds].map(
        ([target, own]) => [target.name, own.map(serverCpuMs)] as const,
      );
      lines.push({ what: `${title}, CPU-ms`, digits, rounds: new Map(figures) });
    }
  }
  return { rows, lines };
}

/** Returns how many times the figure of the bare library each round has. */
function ratioOf({ rounds }: Line, name: string): number {
  const bare = rounds.get(bareName) ?? [];
  return median((rounds.get(name) ?? []).map((figure, at) => figure / (bare[at] ?? Number.NaN)));
}

function tableOf(lines: readonly Line[], names: readonly string[]): string {
  return markdownTable(
    ['median (range), × bare library', ...names],
    lines.map((line) => [
      line.what,
      ...names.map((name) => {
        const figure = spreadOf(line.rounds.get(name) ?? [], line.digits);
        return name === bareName ? figure : `${figure}, ${ratioOf(line, name).toFixed(2)} ×`;
      }),
    ]),
  );
}

const barsOf = (lines: readonly Line[], names: readonly string[]): Bars[] =>
  lines.map((line) => ({
    title: line.what,
    bars: names.map((name) => ({ name, times: ratioOf(line, name) })),
  }));

async function compare(providers: readonly Provider[], plan: Plan): Promise<Outcome> {
  const names = providers.map(({ name }) => name);
  const starts = await keepingOff(processors, () => startsOf(providers, plan));
  const { rows, lines } = await withServers(providers, (targets) => loadsOf(targets, plan));
  const all = [...lines, ...starts];
  if (plan.writesDocs)
    writeFileSync(join(root, chart), barChart(`Times the ${bareName}`, barsOf(all, names)));
  return {
    rows,
    verdicts: [],
    markdown: tableOf(all, names),
    rounds: all.map(({ what, rounds }) => ({ what, rounds: Object.fromEntries(rounds) })),
  };
}

async function run(plan: Plan, ours: readonly Provider[]): Promise<Outcome> {
  const peers = [await openGlewlwyd(), openLemonldap()].filter((peer) => peer !== undefined);
  try {
    const named = ours.map((one) =>
      one.name === bareName ? one : { ...one, name: `Brama, ${one.name}` },
    );
    return await compare([...named, ...peers], plan);
  } finally {
    for (const peer of peers) await peer.close();
  }
}

export const peers: Scenario = {
  name: 'peers',
  about: 'other single sign-on products beside the bare library',
  onlyWhenNamed: true,
  ownServers: true,
  run: (plan) => withProviders(plan.databases, (providers) => run(plan, providers)),
};
