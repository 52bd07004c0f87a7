// Sends wrong passwords at the limit of the machine, with limits raised so that the server hashes all of them.
// Measures the delay of signed-in users, and whether right passwords from known devices still succeed.

import { median } from '../figures.ts';
import { type Connection, openConnection } from '../load/connection.ts';
import { askUser, trustedDevice, tryPassword } from '../load/steps.ts';
import { connections } from '../plan.ts';
import { calmerHalf, measure, rowOf, takeTurns } from '../rounds.ts';
import { placeOf, type Row, type Scenario, type Verdict } from '../scenario.ts';
import { cookiesOf } from '../sessions.ts';
import type { World } from '../system/world.ts';

const mostTimes = 3;
/** More than the hash queue holds, so that it is full all the time. */
const attackers = 256;
const devices = 4;

type Device = { username: string; cookie: string };
type Round = {
  quiet: Awaited<ReturnType<typeof measure<'user'>>>;
  flood: Awaited<ReturnType<typeof measure<'user' | 'known' | 'wrong'>>>;
  /** Right passwords from known devices that the server refused. */
  turnedAway: number;
  /** Wrong passwords that the server hashed, and those for which the queue had no room. */
  hashed: number;
  busy: number;
};

const noise = ({ quiet, flood }: Round) =>
  Math.max(quiet.costs.othersShare, flood.costs.othersShare);

async function devicesOf(world: World): Promise<Device[]> {
  const connection = await openConnection(world.server.port);
  const all: Device[] = [];
  for (let i = 0; i < devices; i++) {
    const username = world.nextUser();
    all.push({ username, cookie: await trustedDevice(connection, username) });
  }
  connection.close();
  return all;
}

async function roundOf(
  world: World,
  { quiet, storm }: { quiet: Parameters<typeof measure>[2]; storm: Parameters<typeof measure>[2] },
  { cookie, known }: { cookie: () => string; known: readonly Device[] },
): Promise<Round> {
  const user = { connections, operation: (on: Connection) => askUser(on, cookie()) };
  const counts = { turnedAway: 0, hashed: 0, busy: 0 };
  let next = 0;
  const wrong = {
    connections: attackers,
    async operation(on: Connection) {
      const status = await tryPassword(on, { username: `guess-${next++}`, secret: 'wrong' });
      counts[status === 401 ? 'hashed' : 'busy'] += 1;
    },
  };
  const right = {
    connections: devices,
    async operation(on: Connection) {
      const device = known[next++ % known.length];
      const status = device ? await tryPassword(on, device) : 0;
      if (status !== 200) counts.turnedAway += 1;
    },
  };
  return {
    quiet: await measure(world, { user }, quiet),
    flood: await measure(world, { user, known: right, wrong }, storm),
    ...counts,
  };
}

function rowsOf(world: World, all: readonly Round[]): Row[] {
  const rounds = calmerHalf(all, noise);
  const quiet = rounds.map(({ quiet: { loads, costs } }) => ({ figures: loads.user, costs }));
  const under = (name: 'user' | 'known' | 'wrong') =>
    rounds.map(({ flood }) => ({ figures: flood.loads[name] }));
  return [
    rowOf('/user, nothing else', world, quiet),
    rowOf('/user in the flood', world, under('user')),
    rowOf('right password, known device', world, under('known')),
    rowOf('wrong passwords', world, under('wrong')),
  ];
}

function verdictsOn(world: World, all: readonly Round[]): Verdict[] {
  const where = placeOf(world);
  const times = median(
    calmerHalf(all, noise).map(({ quiet, flood }) => flood.loads.user.p99 / quiet.loads.user.p99),
  );
  const sum = (of: (round: Round) => number) => all.reduce((total, round) => total + of(round), 0);
  const [turnedAway, busy, hashed] = [
    sum((round) => round.turnedAway),
    sum((round) => round.busy),
    sum((round) => round.hashed),
  ];
  return [
    {
      aim: 'p99 of /user under a flood of wrong passwords',
      where,
      figure: `${times.toFixed(2)} × of idle`,
      wanted: `≤ ${mostTimes} ×`,
      met: times <= mostTimes,
    },
    {
      aim: 'right passwords from known devices that are turned away',
      where,
      figure: `${turnedAway}, while ${hashed} wrong ones were hashed and ${busy} found no room`,
      wanted: '0',
      met: turnedAway === 0,
    },
  ];
}

export const flood: Scenario = {
  name: 'flood',
  about: 'wrong passwords at the limit of the machine: who still gets in, and how fast',
  async run(plan, worlds) {
    const parts = new Map<World, { cookie: () => string; known: Device[] }>();
    for (const world of worlds)
      parts.set(world, { cookie: await cookiesOf(world), known: await devicesOf(world) });
    const windows = { quiet: plan.fast.window, storm: plan.storm.window };
    const rounds = await takeTurns(plan.storm.count, worlds, (world) =>
      roundOf(world, windows, parts.get(world) ?? { cookie: () => '', known: [] }),
    );
    return {
      rows: [...rounds].flatMap(([world, own]) => rowsOf(world, own)),
      verdicts: [...rounds].flatMap(([world, own]) => verdictsOn(world, own)),
      rounds: [...rounds].map(([world, own]) => ({ world: placeOf(world), rounds: own })),
    };
  },
};
