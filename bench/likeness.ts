// Checks whether an attacker can distinguish responses by their time. Sends kinds of requests one after the other in
// random order, and compares each kind with the same reference kind.

import { chanceOfGreater, median, quantile } from './figures.ts';
import { placeOf, type Row, type Verdict } from './scenario.ts';
import type { World } from './system/world.ts';

/**
 * Limit of the chance that one response is slower than another, as a distance from 50 % (no difference). With 120
 * attempts of each, chance alone deviates by 3.7 points.
 */
const mostLean = 0.1;
/** Rounds for warm-up. */
const roundsBefore = 5;

/** Milliseconds, for each kind. */
export type Times = Record<string, number[]>;

/** Measures every kind once in random order, again and again. `measure` returns milliseconds for each kind. */
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

/** Returns the worlds with most users, where a lookup of a user takes longest. */
export function largestOf(worlds: readonly World[]): World[] {
  const largest = Math.max(...worlds.map(({ users }) => users));
  return worlds.filter(({ users }) => users === largest);
}
