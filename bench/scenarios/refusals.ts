// Checks that the times of refused sign-ins reveal nothing. The kinds are unknown usernames and addresses, disabled
// users, a user without a password, and an address of two users. Each is compared with a wrong password, on one
// connection.

import { largestOf, rowsOf, type Times, timesInTurns, verdictsOn } from '../likeness.ts';
import { openConnection } from '../load/connection.ts';
import { beRefused, refusals as kinds, type Refusal } from '../load/steps.ts';
import { placeOf, type Scenario } from '../scenario.ts';
import type { World } from '../system/world.ts';

const what = 'refused';
const reference: Refusal = 'wrong password';

async function timesOf(world: World, tries: number): Promise<Times> {
  const connection = await openConnection(world.server.port);
  const times = await timesInTurns(Object.keys(kinds), tries, async (kind) => {
    const began = performance.now();
    await beRefused(connection, kind as Refusal, world.nextUser());
    return { [what]: performance.now() - began };
  });
  connection.close();
  return times[what] ?? {};
}

export const refusals: Scenario = {
  name: 'refusals',
  about: 'the time of refused sign-ins tells nothing',
  async run(plan, worlds) {
    const measured: [World, Times][] = [];
    for (const world of largestOf(worlds))
      measured.push([world, await timesOf(world, plan.refusals)]);
    return {
      rows: measured.flatMap(([world, times]) => rowsOf(world, { what, times, reference })),
      verdicts: measured.flatMap(([world, times]) => verdictsOn(world, { what, times, reference })),
      rounds: measured.map(([world, times]) => ({ world: placeOf(world), times })),
    };
  },
};
