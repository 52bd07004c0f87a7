// Measures sign-in by password (verify the password, then start the session) and compares it with argon2 alone on
// this machine.

import { median } from '../figures.ts';
import { growthOf } from '../growth.ts';
import type { Connection } from '../load/connection.ts';
import { signIn as signInOnce } from '../load/steps.ts';
import { type Argon2Limit, measureArgon2Limit } from '../machine/argon2.ts';
import { connections, type Plan } from '../plan.ts';
import { calmerHalf, type Measurement, measure, rowOf, takeTurns } from '../rounds.ts';
import { placeOf, type Row, type Scenario, type Verdict } from '../scenario.ts';
import type { World } from '../system/world.ts';

const leastShare = 0.75;

/** Measures sign-ins and keeps the sessions for other scenarios. */
function measureSignIns(world: World, plan: Plan): Promise<Measurement<'operation'>> {
  const operation = {
    connections,
    operation: async (connection: Connection) =>
      world.sessions.push(await signInOnce(connection, world.nextUser())),
  };
  return measure(world, { operation }, plan.slow.window);
}

type Round = { limit: Argon2Limit; measured: Measurement<'operation'> };

const noise = ({ limit, measured }: Round) =>
  Math.max(limit.othersShare, measured.costs.othersShare);

function verdictOn(world: World, all: readonly Round[]): Verdict {
  const rounds = calmerHalf(all, noise);
  const share = median(
    rounds.map(({ limit, measured }) => measured.loads.operation.perSecond / limit.perSecond),
  );
  // other processes hardly affect this figure
  const cpuShare = median(
    rounds.map(({ limit, measured: { loads, costs } }) => {
      const cpuMs = (costs.serverCpuMs + costs.databaseCpuMs) / loads.operation.operations;
      return limit.cpuMsPerHash / cpuMs;
    }),
  );
  return {
    aim: 'sign-in against the argon2 limit',
    where: placeOf(world),
    figure: `${(share * 100).toFixed(1)} % of it (${(cpuShare * 100).toFixed(1)} % of its processor time hashes)`,
    wanted: '≥ 75 %',
    met: share >= leastShare,
  };
}

function limitRow(all: readonly Argon2Limit[]): Row {
  const limits = calmerHalf(all, ({ othersShare }) => othersShare);
  return {
    what: 'argon2 limit',
    perSecond: median(limits.map(({ perSecond }) => perSecond)),
    serverCpuMs: median(limits.map(({ cpuMsPerHash }) => cpuMsPerHash)),
    othersShare: median(limits.map(({ othersShare }) => othersShare)),
  };
}

export const signIn: Scenario = {
  name: 'sign-in',
  about: 'password sign-in against the argon2 limit of the machine',
  async run(plan, worlds) {
    // the limit is measured right before every measurement, because it changes on a shared machine
    const rounds = await takeTurns(plan.slow.count, worlds, async (world): Promise<Round> => {
      const limit = await measureArgon2Limit(plan.slow.window);
      return { limit, measured: await measureSignIns(world, plan) };
    });
    const measured = new Map(
      [...rounds].map(([world, own]) => [world, own.map((round) => round.measured)]),
    );
    return {
      rows: [
        limitRow([...rounds.values()].flat().map(({ limit }) => limit)),
        ...[...measured].map(([world, own]) =>
          rowOf(
            'sign-in',
            world,
            calmerHalf(own, ({ costs }) => costs.othersShare).map(({ loads, costs }) => ({
              figures: loads.operation,
              costs,
            })),
          ),
        ),
      ],
      verdicts: [
        ...[...rounds].map(([world, own]) => verdictOn(world, own)),
        ...growthOf('sign-in', measured),
      ],
      rounds: [...rounds].map(([world, own]) => ({ world: placeOf(world), rounds: own })),
    };
  },
};
