// Measures sign-in with a passkey beside what a password sign-in costs besides its hash.

import { median } from '../figures.ts';
import type { Load } from '../load/closed-loop.ts';
import { signInByPasskey } from '../load/passkey.ts';
import { signIn } from '../load/steps.ts';
import { keepingOff } from '../machine/affinity.ts';
import { measureHash } from '../machine/argon2.ts';
import { connections, type Plan } from '../plan.ts';
import { measure, rowOf, type Target, takeTurns } from '../rounds.ts';
import type { Outcome, Scenario } from '../scenario.ts';
import { type Compared, serverCpuMs } from '../sso/compared.ts';
import { nextUser, processors } from '../sso/targets.ts';
import { addPasskeys } from '../system/population.ts';
import { startServer } from '../system/server.ts';
import { type DatabaseName, seed } from '../system/world.ts';

const users = 1_000;
/** Processor time of a sign-in with a passkey besides that of the bookkeeping of a password sign-in. */
const mostMoreMs = 2;

type Kinds = Record<'password' | 'passkey', { operation: Omit<Load, 'port'> }>;
type Round = { password: Compared; passkey: Compared; hashMs: number };

async function measureRounds(target: Target, kinds: Kinds, { compared, warmUpMs }: Plan) {
  for (const kind of [kinds.password, kinds.passkey])
    await measure(target, kind, { warmUpMs: 0, ms: warmUpMs });
  // the hash comes right before its measurement, because the speed of a shared machine changes
  const rounds = await takeTurns(compared.count, [target], async (): Promise<Round> => {
    const { cpuMs: hashMs } = await measureHash(compared.window);
    const password = await measure(target, kinds.password, compared.window);
    const passkey = await measure(target, kinds.passkey, compared.window);
    return { password, passkey, hashMs };
  });
  return rounds.get(target) ?? [];
}

const moreThanBookkeeping = ({ password, passkey, hashMs }: Round) =>
  serverCpuMs(passkey) - (serverCpuMs(password) - hashMs);

function outcomeOf(target: Target, rounds: readonly Round[]): Outcome {
  const rowFor = (what: string, of: (round: Round) => Compared) =>
    rowOf(
      what,
      target,
      rounds.map((round) => ({ figures: of(round).loads.operation, costs: of(round).costs })),
    );
  const more = median(rounds.map(moreThanBookkeeping));
  return {
    rows: [
      rowFor('password sign-in', ({ password }) => password),
      rowFor('passkey sign-in', ({ passkey }) => passkey),
    ],
    verdicts: [
      {
        aim: 'a passkey sign-in costs little more than a password sign-in without its hash',
        where: target.database,
        figure: `${more.toFixed(2)} CPU-ms more`,
        wanted: `at most ${mostMoreMs}`,
        met: more <= mostMoreMs,
      },
    ],
    rounds,
  };
}

async function measureOn(database: DatabaseName, plan: Plan): Promise<Outcome> {
  const seeded = await seed(database, users);
  try {
    const owners = await addPasskeys(seeded);
    const server = await startServer(seeded.settings, { processors });
    const target = { database, users, server, databasePid: seeded.databasePid };
    let turn = 0;
    const nextOwner = () => owners[turn++ % owners.length] ?? { userId: '', credentialId: '' };
    const kinds: Kinds = {
      password: {
        operation: { connections, operation: (on) => signIn(on, nextUser(users)) },
      },
      passkey: { operation: { connections, operation: (on) => signInByPasskey(on, nextOwner()) } },
    };
    try {
      const rounds = await keepingOff(processors, () => measureRounds(target, kinds, plan));
      return outcomeOf(target, rounds);
    } finally {
      await server.stop();
    }
  } finally {
    await seeded.close();
  }
}

export const passkey: Scenario = {
  name: 'passkey',
  about: 'sign-in with a passkey beside that with a password',
  ownServers: true,
  async run(plan) {
    const outcomes: Outcome[] = [];
    for (const database of plan.databases) outcomes.push(await measureOn(database, plan));
    return {
      rows: outcomes.flatMap(({ rows }) => rows),
      verdicts: outcomes.flatMap(({ verdicts }) => verdicts),
      rounds: outcomes.flatMap(({ rounds }) => rounds),
    };
  },
};
