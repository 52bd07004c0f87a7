// Measures what many users cost. Compares the same operation with the fewest and with the most users, round by round.

import { median } from './figures.ts';
import { calmerHalf, type Measurement } from './rounds.ts';
import type { Verdict } from './scenario.ts';
import type { World } from './system/world.ts';

const mostCost = 0.1;

type Rounds = ReadonlyMap<World, readonly Measurement<'operation'>[]>;

const rate = ({ loads }: Measurement<'operation'>) => loads.operation.perSecond;
const cpu = ({ loads, costs }: Measurement<'operation'>) =>
  (costs.serverCpuMs + costs.databaseCpuMs) / loads.operation.operations;

type Pair = { few: Measurement<'operation'>; many: Measurement<'operation'> };

/** Returns pairs of results that were measured right after each other. */
function pairsOf(
  few: readonly Measurement<'operation'>[],
  many: readonly Measurement<'operation'>[],
): Pair[] {
  const pairs = few.flatMap((one, round) => {
    const other = many[round];
    return other ? [{ few: one, many: other }] : [];
  });
  return calmerHalf(pairs, (pair) =>
    Math.max(pair.few.costs.othersShare, pair.many.costs.othersShare),
  );
}

function percent(share: number) {
  return `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)} %`;
}

/** Returns one verdict for every database that was measured in two sizes. */
export function growthOf(operation: string, rounds: Rounds): Verdict[] {
  const bySize = [...rounds].sort(([a], [b]) => a.users - b.users);
  const databases = [...new Set(bySize.map(([world]) => world.database))];
  return databases.flatMap((database) => {
    const own = bySize.filter(([world]) => world.database === database);
    const [few, many] = [own[0], own.at(-1)];
    if (!few || !many || few === many) return [];
    const pairs = pairsOf(few[1], many[1]);
    // the time of one operation is the inverse of its rate
    const cost = median(pairs.map((pair) => rate(pair.few) / rate(pair.many))) - 1;
    const cpuCost = median(pairs.map((pair) => cpu(pair.many) / cpu(pair.few))) - 1;
    return {
      aim: `${many[0].users} users cost, ${operation}`,
      where: database,
      figure: `${percent(cost)} time (${percent(cpuCost)} processor)`,
      wanted: '≤ 10 %',
      met: cost <= mostCost,
    };
  });
}
