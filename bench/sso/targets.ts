// Starts the compared providers: the bare library in memory and on SQLite, and our server with few and with many
// sessions. All run on the same processor, so that none gains from two.

import { signInAtBare } from '../load/bare-sign-in.ts';
import type { Connection } from '../load/connection.ts';
import { openConnection } from '../load/connection.ts';
import { barePaths, ourPaths, type ProviderPaths } from '../load/openid-steps.ts';
import { signIn } from '../load/steps.ts';
import type { Target } from '../rounds.ts';
import { startBare } from '../system/bare.ts';
import { addLiveSessions } from '../system/live-sessions.ts';
import { usernameOf } from '../system/people.ts';
import { type DatabaseName, openWorld } from '../system/world.ts';

/** The measured servers run on the first processor alone. */
export const processors = 1;
const users = 1_000;
const browsers = 48;

export type SsoTarget = Target & {
  name: string;
  paths: ProviderPaths;
  signIn(connection: Connection): Promise<string>;
  /** Returns cookies of signed-in browsers, one after the other, over and over. */
  nextCookie(): string;
  close(): Promise<void>;
};

type Ready = Omit<SsoTarget, 'nextCookie' | 'signIn'> & {
  signInAs(connection: Connection, username: string): Promise<string>;
};

/** Signs some browsers in. */
async function withBrowsers({ signInAs, ...ready }: Ready): Promise<SsoTarget> {
  let number = 0;
  const nextUser = () => usernameOf((number++ * 7) % users);
  const connection = await openConnection(ready.server.port);
  const cookies: string[] = [];
  for (let i = 0; i < browsers; i++) cookies.push(await signInAs(connection, nextUser()));
  connection.close();
  let at = 0;
  return {
    ...ready,
    signIn: (on) => signInAs(on, nextUser()),
    nextCookie: () => cookies[at++ % cookies.length] ?? '',
  };
}

async function openBare(kept: 'memory' | 'SQLite'): Promise<SsoTarget> {
  const server = await startBare(kept, processors);
  return withBrowsers({
    name: `bare, ${kept}`,
    database: kept,
    server,
    databasePid: undefined,
    paths: barePaths,
    signInAs: signInAtBare,
    close: server.stop,
  });
}

export async function openOurs(
  database: DatabaseName,
  sessions: number,
  onProcessors = processors,
): Promise<SsoTarget> {
  const world = await openWorld(database, users, { portal: 'openid', processors: onProcessors });
  try {
    await addLiveSessions(world, sessions);
    return await withBrowsers({
      name: `Brama, ${sessions} sessions`,
      database,
      server: world.server,
      databasePid: world.databasePid,
      paths: ourPaths,
      signInAs: signIn,
      close: world.close,
    });
  } catch (error) {
    await world.close();
    throw error;
  }
}

export type SsoTargets = {
  bareMemory: SsoTarget;
  bareSqlite: SsoTarget;
  /** Our server with few and with many sessions. */
  ours: { database: DatabaseName; few: SsoTarget; many: SsoTarget }[];
  all: SsoTarget[];
  close(): Promise<void>;
};

export const fewSessions = 1_000;
const manySessions = 100_000;

export async function openTargets(databases: readonly DatabaseName[]): Promise<SsoTargets> {
  const all: SsoTarget[] = [];
  const close = async () => {
    for (const target of all.splice(0)) await target.close();
  };
  async function open(target: Promise<SsoTarget>) {
    const opened = await target;
    all.push(opened);
    return opened;
  }
  try {
    const bareMemory = await open(openBare('memory'));
    const bareSqlite = await open(openBare('SQLite'));
    const ours: SsoTargets['ours'] = [];
    for (const database of databases) {
      const few = await open(openOurs(database, fewSessions));
      ours.push({ database, few, many: await open(openOurs(database, manySessions)) });
    }
    return { bareMemory, bareSqlite, ours, all, close };
  } catch (error) {
    await close();
    throw error;
  }
}
