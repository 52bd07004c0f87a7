// The compared providers, which can be started again and again: the bare library on SQLite, and our server on both
// databases. All run on the same processor, so that none gains from two.

import { signInAtBare } from '../load/bare-sign-in.ts';
import { type Connection, openConnection } from '../load/connection.ts';
import { barePaths, ourPaths, type ProviderPaths } from '../load/openid-steps.ts';
import { signIn } from '../load/steps.ts';
import { keepingOff } from '../machine/affinity.ts';
import type { Target } from '../rounds.ts';
import { bareName, startBare } from '../system/bare.ts';
import { usernameOf } from '../system/people.ts';
import { addLiveSessions, addUsers } from '../system/population.ts';
import {
  type RunningServer,
  type Settings,
  type StartOptions,
  startServer,
} from '../system/server.ts';
import { type DatabaseName, seed } from '../system/world.ts';

/** The measured servers run on the first processor alone. */
export const processors = 1;
/** Users whom `apply` creates, and their number unless a scenario needs more. */
const fewUsers = 1_000;
const browsers = 48;

export type Provider = {
  /** The column in the table of goals. */
  name: string;
  databasePid: number | undefined;
  users: number;
  paths: ProviderPaths;
  signInAs(connection: Connection, username: string): Promise<string>;
  start(options?: StartOptions & { settings?: Settings }): Promise<RunningServer>;
  close(): Promise<void>;
};

const bare: Provider = {
  name: bareName,
  databasePid: undefined,
  users: fewUsers,
  paths: barePaths,
  signInAs: signInAtBare,
  start: (options) => startBare({ processors, ...options }),
  close: async () => undefined,
};

/** Creates the database of our server, with users and as many live sessions. */
export async function openOurs(database: DatabaseName, users = fewUsers): Promise<Provider> {
  const seeded = await seed(database, Math.min(users, fewUsers), 'openid');
  await addUsers(seeded, users);
  await addLiveSessions(seeded);
  return {
    name: database,
    databasePid: seeded.databasePid,
    users,
    paths: ourPaths,
    signInAs: signIn,
    start: ({ settings, ...options } = {}) =>
      startServer({ ...seeded.settings, ...settings }, { processors, ...options }),
    close: seeded.close,
  };
}

/** Calls `work` with the bare library and our server on each database. */
export async function withProviders<T>(
  databases: readonly DatabaseName[],
  work: (providers: readonly Provider[]) => Promise<T>,
): Promise<T> {
  const providers = [bare];
  try {
    for (const database of databases) providers.push(await openOurs(database));
    return await work(providers);
  } finally {
    for (const provider of providers) await provider.close();
  }
}

export type SsoTarget = Target & {
  name: Provider['name'];
  paths: ProviderPaths;
  signIn(connection: Connection): Promise<string>;
  /** Returns cookies of signed-in browsers, one after the other, over and over. */
  nextCookie(): string;
};

let usersSoFar = 0;
/** Returns users far apart: the step is a prime that divides none of the numbers of users. */
export const nextUser = (users = fewUsers) => usernameOf((usersSoFar++ * 7919) % users);

/** Signs some browsers in. */
export async function withBrowsers(
  { name, databasePid, users, paths, signInAs }: Provider,
  server: RunningServer,
): Promise<SsoTarget> {
  const connection = await openConnection(server.port);
  const cookies: string[] = [];
  for (let i = 0; i < browsers; i++) cookies.push(await signInAs(connection, nextUser(users)));
  connection.close();
  let at = 0;
  return {
    name,
    database: name,
    server,
    databasePid,
    paths,
    signIn: (on) => signInAs(on, nextUser(users)),
    nextCookie: () => cookies[at++ % cookies.length] ?? '',
  };
}

/** Starts the provider and signs some browsers in. */
export async function openTarget(
  provider: Provider,
  options: StartOptions = {},
): Promise<SsoTarget & { server: RunningServer }> {
  const server = await provider.start(options);
  return { ...(await withBrowsers(provider, server)), server };
}

/** Calls `work` with a running server of every provider. This process stays off their processor. */
export async function withServers<T>(
  providers: readonly Provider[],
  work: (targets: readonly SsoTarget[]) => Promise<T>,
): Promise<T> {
  const targets: Awaited<ReturnType<typeof openTarget>>[] = [];
  try {
    for (const provider of providers) targets.push(await openTarget(provider));
    return await keepingOff(processors, () => work(targets));
  } finally {
    for (const { server } of targets) await server.stop();
  }
}

export function withTargets<T>(
  databases: readonly DatabaseName[],
  work: (targets: readonly SsoTarget[]) => Promise<T>,
): Promise<T> {
  return withProviders(databases, (providers) => withServers(providers, work));
}
