// Can answers be told apart by their time? Kinds of requests in random order, one after the other, each compared with
// the same one of them.

import { chanceOfGreater, median, quantile } from './figures.ts';
import { placeOf, type Row, type Verdict } from './scenario.ts';
import type { World } from './system/world.ts';

/**
 * The chance that one answer is slower than another: 50 % means that they cannot be told apart. With 120
 * tries of each, chance alone strays by 3.7 points.
 */
const mostLean = 0.1;
/** They warm everything up. */
const roundsBefore = 5;

/** Milliseconds, for each kind. */
export type Times = Record<string, number[]>;

/** Every kind once in random order, again and again; `measure` answers with milliseconds by what they are of. */
export async function timesInTurns(
  kinds: readonly string[],
  tries: number,
  measure: (kind: string) => Promise<Record<string, number>>,
): Promise<Record<string, Times>> {
  const all: Record<string, Times> = {};
  for (let round = -roundsBefore; round < tries; round++)
    for (const kind of kinds.toSorted(() => Math.random() - 0.5))
      for (const [what, ms] of Object.entries(await measure(kind)))
        if (round >= 0) {
          all[what] ??= {};
          all[what][kind] ??= [];
          all[what][kind].push(ms);
        }
  return all;
}

type Compared = { what: string; times: Times; reference: string };

function chanceOf({ times, reference }: Compared, kind: string): number {
  return chanceOfGreater(times[kind] ?? [], times[reference] ?? []);
}

const inPercent = (chance: number) => `${(chance * 100).toFixed(0)} %`;

export function rowsOf({ database, users }: World, compared: Compared): Row[] {
  const { what, times, reference } = compared;
  return Object.entries(times).map(([kind, own]) => ({
    what: `${what}: ${kind}`,
    database,
    users,
    p50: median(own),
    p99: quantile(own, 0.99),
    note: `slower than ${reference} in ${inPercent(chanceOf(compared, kind))} of pairs`,
  }));
}

export function verdictsOn(world: World, compared: Compared): Verdict[] {
  const { what, times, reference } = compared;
  return Object.keys(times)
    .filter((kind) => kind !== reference)
    .map((kind) => {
      const chance = chanceOf(compared, kind);
      return {
        aim: `${what}: ${kind} looks like ${reference}`,
        where: placeOf(world),
        figure: `slower in ${inPercent(chance)} of pairs`,
        wanted: '40–60 %',
        met: Math.abs(chance - 0.5) <= mostLean,
      };
    });
}

/** The worlds with most users: there looking somebody up takes longest. */
export function largestOf(worlds: readonly World[]): World[] {
  const largest = Math.max(...worlds.map(({ users }) => users));
  return worlds.filter(({ users }) => users === largest);
}
