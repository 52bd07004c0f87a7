// Do the times of refused sign-ins tell anything? Unknown user, disabled user and user without a
// password against a wrong password, one after the other on one connection, in random order.

import { chanceOfGreater, median, quantile } from '../figures.ts';
import { openConnection } from '../load/connection.ts';
import { beRefused, refusals as kinds, type Refusal } from '../load/steps.ts';
import { placeOf, type Row, type Scenario, type Verdict } from '../scenario.ts';
import type { World } from '../system/world.ts';

/**
 * The chance that one answer is slower than another: 50 % means that they cannot be told apart. With 120
 * tries of each, chance alone strays by 3.7 points.
 */
const mostLean = 0.1;
const names = Object.keys(kinds) as Refusal[];
const reference: Refusal = 'wrong password';

type Times = Record<Refusal, number[]>;

/** Every kind once in random order, again and again. */
async function timesOf(world: World, tries: number): Promise<Times> {
  const connection = await openConnection(world.server.port);
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Times;
  // the first try also warms up
  for (let round = -5; round < tries; round++)
    for (const name of names.toSorted(() => Math.random() - 0.5)) {
      const began = performance.now();
      await beRefused(connection, name, world.nextUser());
      if (round >= 0) times[name].push(performance.now() - began);
    }
  connection.close();
  return times;
}

function rowsOf({ database, users }: World, times: Times): Row[] {
  return names.map((name) => ({
    what: `refused: ${name}`,
    database,
    users,
    p50: median(times[name]),
    p99: quantile(times[name], 0.99),
    note: `slower than a ${reference} in ${(chanceOfGreater(times[name], times[reference]) * 100).toFixed(0)} % of pairs`,
  }));
}

function verdictsOn(world: World, times: Times): Verdict[] {
  return names
    .filter((name) => name !== reference)
    .map((name) => {
      const chance = chanceOfGreater(times[name], times[reference]);
      return {
        aim: `${name} looks like a ${reference}`,
        where: placeOf(world),
        figure: `slower in ${(chance * 100).toFixed(0)} % of pairs`,
        wanted: '40–60 %',
        met: Math.abs(chance - 0.5) <= mostLean,
      };
    });
}

export const refusals: Scenario = {
  name: 'refusals',
  about: 'the time of refused sign-ins tells nothing',
  async run(plan, worlds) {
    const largest = Math.max(...worlds.map(({ users }) => users));
    const measured: [World, Times][] = [];
    for (const world of worlds.filter(({ users }) => users === largest))
      measured.push([world, await timesOf(world, plan.refusals)]);
    return {
      rows: measured.flatMap(([world, times]) => rowsOf(world, times)),
      verdicts: measured.flatMap(([world, times]) => verdictsOn(world, times)),
      rounds: measured.map(([world, times]) => ({ world: placeOf(world), times })),
    };
  },
};
