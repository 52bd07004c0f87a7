// Measures signed-in users while others sign in: p99 of /user beside sign-ins on as many connections, compared with
// the same connections alone.

import { median } from '../figures.ts';
import type { Connection } from '../load/connection.ts';
import { askUser, signIn } from '../load/steps.ts';
import { connections } from '../plan.ts';
import { calmerHalf, measure, rowOf, takeTurns } from '../rounds.ts';
import { placeOf, type Row, type Scenario, type Verdict } from '../scenario.ts';
import { cookiesOf } from '../sessions.ts';
import type { World } from '../system/world.ts';

const mostTimes = 5;

type Round = {
  quiet: Awaited<ReturnType<typeof measure<'user'>>>;
  storm: Awaited<ReturnType<typeof measure<'user' | 'signIn'>>>;
};

const noise = ({ quiet, storm }: Round) =>
  Math.max(quiet.costs.othersShare, storm.costs.othersShare);

function rowsOf(world: World, all: readonly Round[]): Row[] {
  const rounds = calmerHalf(all, noise);
  const quiet = rounds.map(({ quiet: { loads, costs } }) => ({ figures: loads.user, costs }));
  // the costs of the window belong to both loads together
  const under = rounds.map(({ storm }) => ({ figures: storm.loads.user }));
  const storm = rounds.map(({ storm }) => ({ figures: storm.loads.signIn }));
  return [
    rowOf('/user, nothing else', world, quiet),
    rowOf('/user in the storm', world, under),
    rowOf('sign-in beside it', world, storm),
  ];
}

function verdictOn(world: World, all: readonly Round[]): Verdict {
  const rounds = calmerHalf(all, noise);
  const times = median(
    rounds.map(({ quiet, storm }) => storm.loads.user.p99 / quiet.loads.user.p99),
  );
  return {
    aim: 'p99 of /user under a storm of sign-ins',
    where: placeOf(world),
    figure: `${times.toFixed(2)} × of idle`,
    wanted: '≤ 5 ×',
    met: times <= mostTimes,
  };
}

export const mixed: Scenario = {
  name: 'mixed',
  about: 'GET /user while others sign in',
  async run(plan, worlds) {
    const cookies = new Map<World, () => string>();
    for (const world of worlds) cookies.set(world, await cookiesOf(world));
    const rounds = await takeTurns(plan.storm.count, worlds, async (world): Promise<Round> => {
      const next = cookies.get(world) ?? (() => '');
      const user = { connections, operation: (on: Connection) => askUser(on, next()) };
      const storm = { connections, operation: (on: Connection) => signIn(on, world.nextUser()) };
      return {
        quiet: await measure(world, { user }, plan.fast.window),
        storm: await measure(world, { user, signIn: storm }, plan.storm.window),
      };
    });
    return {
      rows: [...rounds].flatMap(([world, own]) => rowsOf(world, own)),
      verdicts: [...rounds].map(([world, own]) => verdictOn(world, own)),
      rounds: [...rounds].map(([world, own]) => ({ world: placeOf(world), rounds: own })),
    };
  },
};
