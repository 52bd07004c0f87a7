// Runs rounds of measurements and sums them up in rows. Compared targets take turns within every round, in changing
// order, so that noise of the machine affects all of them equally.

import { median } from './figures.ts';
import { type Load, type LoadFigures, runLoads, type Window } from './load/closed-loop.ts';
import { type Costs, watchCosts } from './machine/costs.ts';
import type { Row } from './scenario.ts';
import type { RunningServer } from './system/server.ts';

/** A measured server with its database, and its name in the table. */
export type Target = {
  database: string;
  users?: number;
  server: Pick<RunningServer, 'pid' | 'port'>;
  databasePid: number | undefined;
};

export type Measurement<Name extends string> = { loads: Record<Name, LoadFigures>; costs: Costs };

/** Runs named loads side by side on one server. */
export async function measure<Name extends string>(
  { server, databasePid }: Target,
  loads: Record<Name, Omit<Load, 'port'>>,
  window: Window,
): Promise<Measurement<Name>> {
  const watch = watchCosts({ serverPid: server.pid, databasePid });
  const names = Object.keys(loads) as Name[];
  const { port } = server;
  const figures = await runLoads(
    names.map((name) => ({ ...loads[name], port })),
    window,
    watch.edge,
  );
  const named = Object.fromEntries(names.map((name, index) => [name, figures[index]]));
  return { loads: named as Record<Name, LoadFigures>, costs: watch.costs() };
}

/** Calls `step` for every item in every round. Every other round runs in reverse order. */
export async function takeTurns<Item, Result>(
  rounds: number,
  items: readonly Item[],
  step: (item: Item) => Promise<Result>,
): Promise<Map<Item, Result[]>> {
  const results = new Map<Item, Result[]>(items.map((item) => [item, []]));
  for (let round = 0; round < rounds; round++)
    for (const item of round % 2 === 0 ? items : items.toReversed())
      results.get(item)?.push(await step(item));
  return results;
}

/**
 * Returns the calmer half of the rounds, including the middle one. Calm means that other processes used little of the
 * machine; the outcome never decides.
 */
export function calmerHalf<Round>(
  rounds: readonly Round[],
  othersShare: (round: Round) => number,
): Round[] {
  const byCalm = rounds.toSorted((a, b) => othersShare(a) - othersShare(b));
  return byCalm.slice(0, Math.ceil(rounds.length / 2));
}

/**
 * Returns the medians of one load over its rounds, as a row. Costs per operation are given only for a load that ran
 * alone.
 */
export function rowOf(
  what: string,
  { database, users }: Pick<Target, 'database' | 'users'>,
  rounds: readonly { figures: LoadFigures; costs?: Costs }[],
): Row {
  const middle = (of: (figures: LoadFigures) => number) =>
    median(rounds.map(({ figures }) => of(figures)));
  const perOperation = (of: (costs: Costs) => number) =>
    median(
      rounds.map(({ figures, costs }) => (costs ? of(costs) / figures.operations : Number.NaN)),
    );
  return {
    what,
    database,
    ...(users !== undefined && { users }),
    perSecond: middle(({ perSecond }) => perSecond),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    serverCpuMs: perOperation(({ serverCpuMs }) => serverCpuMs),
    databaseCpuMs: perOperation(({ databaseCpuMs }) => databaseCpuMs),
    clientCpuMs: perOperation(({ clientCpuMs }) => clientCpuMs),
    errors: rounds.reduce((sum, { figures }) => sum + figures.errors, 0),
    othersShare: median(rounds.map(({ costs }) => costs?.othersShare ?? Number.NaN)),
  };
}
