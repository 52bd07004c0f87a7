// Makes very many hops and checks that the heap after garbage collection stays flat. A leak ends the run with exit code 1.

import { openConnection } from '../load/connection.ts';
import { createInspector, type Inspector } from '../machine/heap.ts';
import { familyMemory } from '../machine/processes.ts';
import { connections, type Plan } from '../plan.ts';
import type { Outcome, Scenario } from '../scenario.ts';
import { operations } from '../sso/loads.ts';
import { openTarget, type Provider, type SsoTarget, withProviders } from '../sso/targets.ts';
import { bareName } from '../system/bare.ts';

/** Caches fill and code is compiled during the first share of the hops. */
const warmUpShare = 0.25;
const samples = 20;
/** Divided by 150 000 hops after the warm-up: 14 bytes, less than any object that could leak with every hop. */
const mostGrowthMib = 2;

type Sample = { hops: number; heapMib: number; rssMib: number };

async function makeHops(target: SsoTarget, count: number) {
  const hop = operations.hop(target);
  let left = count;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await openConnection(target.server.port);
      while (left-- > 0) await hop(connection);
      connection.close();
    }),
  );
}

async function samplesOf(target: SsoTarget, inspector: Inspector, hops: number) {
  const all: Sample[] = [];
  for (let sample = 1; sample <= samples; sample += 1) {
    await makeHops(target, hops / samples);
    const heapMib = await inspector.usedMib({ collectFirst: true });
    const { rss } = familyMemory(target.server.pid);
    all.push({ hops: (sample * hops) / samples, heapMib, rssMib: rss });
  }
  return all;
}

/** Returns by how much the heap has grown after the warm-up: the rise of the line with the least squares. */
function growthMib(all: readonly Sample[]): number {
  const steady = all.slice(Math.floor(all.length * warmUpShare));
  const mean = (of: (sample: Sample) => number) =>
    steady.reduce((sum, sample) => sum + of(sample), 0) / steady.length;
  const [x, y] = [mean(({ hops }) => hops), mean(({ heapMib }) => heapMib)];
  const slope =
    mean((one) => (one.hops - x) * (one.heapMib - y)) / mean((one) => (one.hops - x) ** 2);
  return slope * ((steady.at(-1)?.hops ?? 0) - (steady[0]?.hops ?? 0));
}

async function run(provider: Provider, hops: number): Promise<Outcome> {
  const inspector = await createInspector();
  const target = await openTarget(provider, { nodeArgs: inspector.nodeArgs });
  try {
    const all = await samplesOf(target, inspector, hops);
    const growth = growthMib(all);
    const leaks = growth > mostGrowthMib;
    return {
      rows: all
        .filter((_, at) => (at + 1) % 5 === 0 || at === 0)
        .map((sample) => ({
          what: `after ${sample.hops} hops`,
          database: provider.name,
          note: `heap ${sample.heapMib.toFixed(1)} MiB, RSS ${sample.rssMib.toFixed(0)} MiB`,
        })),
      verdicts: [
        {
          aim: `growth of the heap, last ${(1 - warmUpShare) * 100} % of ${hops} hops`,
          where: provider.name,
          figure: `${growth.toFixed(2)} MiB`,
          wanted: `≤ ${mostGrowthMib} MiB`,
          met: !leaks,
        },
      ],
      rounds: all,
      ...(leaks && { failed: true }),
    };
  } finally {
    inspector.close();
    await target.server.stop();
  }
}

export const leak: Scenario = {
  name: 'leak',
  about: 'the heap during very many hops',
  onlyWhenNamed: true,
  ownServers: true,
  run: ({ databases, hops }: Plan) =>
    withProviders(databases, async (providers): Promise<Outcome> => {
      const ours = providers.filter(({ name }) => name !== bareName);
      // side by side, because nothing is timed
      const outcomes = await Promise.all(ours.map((provider) => run(provider, hops)));
      return {
        rows: outcomes.flatMap(({ rows }) => rows),
        verdicts: outcomes.flatMap(({ verdicts }) => verdicts),
        rounds: outcomes.map(({ rounds }) => rounds),
        ...(outcomes.some(({ failed }) => failed) && { failed: true }),
      };
    }),
};
