// How long a disabled or expired user can still use two servers on one PostgreSQL database with 100 000 users.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/children.ts';
import { median } from '../figures.ts';
import { openConnection, UnexpectedAnswer } from '../load/connection.ts';
import { signIn } from '../load/steps.ts';
import type { Plan } from '../plan.ts';
import type { Outcome, Scenario, Verdict } from '../scenario.ts';
import { usernameOf } from '../system/people.ts';
import { environment, mainScript, type RunningServer, startServer } from '../system/server.ts';
import { type Seeded, seed } from '../system/world.ts';

const users = 100_000;
const mostMs = 2000;

type Nodes = readonly [RunningServer, RunningServer];

const cookieAt = async ({ port }: RunningServer, username: string) => {
  const connection = await openConnection(port);
  const cookie = await signIn(connection, username);
  connection.close();
  return cookie;
};

async function makeAdministrator({ settings }: Seeded, username: string): Promise<void> {
  const args = [mainScript, 'admin', 'grant', username];
  const child = spawn(process.execPath, args, { cwd: root, env: environment(settings) });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`admin grant ended with code ${code}`);
}

const statusAt = async ({ port }: RunningServer, cookie: string) =>
  (await fetch(`http://localhost:${port}/user`, { headers: { cookie } })).status;

/** Resolves when both servers refuse the session, with the time. */
async function untilRefused(nodes: Nodes, cookie: string): Promise<number> {
  const refused = nodes.map(async (node) => {
    while ((await statusAt(node, cookie)) !== 401) await sleep(5);
    return performance.now();
  });
  return Math.max(...(await Promise.all(refused)));
}

type Caller = { node: RunningServer; cookie: string };

async function call({ node, cookie }: Caller, method: 'GET' | 'PATCH', id: string, body?: object) {
  const response = await fetch(`http://localhost:${node.port}/api/admin/users${id}`, {
    method,
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(body && { 'content-type': 'application/json', 'if-match': '"1"' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.status !== 200)
    throw new UnexpectedAnswer(`${method} ${response.status}: ${await response.text()}`);
  return response.json();
}

async function idOf(caller: Caller, username: string): Promise<string> {
  const { items } = await call(caller, 'GET', `?limit=1&q=${encodeURIComponent(username)}`);
  return items[0].id;
}

/** Disables a user through the first server. Returns the milliseconds until both refuse the session. */
async function disable(nodes: Nodes, caller: Caller, username: string): Promise<number> {
  const cookie = await cookieAt(nodes[1], username);
  const id = await idOf(caller, username);
  const began = performance.now();
  const refused = untilRefused(nodes, cookie);
  await call(caller, 'PATCH', `/${id}`, { disabled: true });
  return (await refused) - began;
}

/** Lets a user expire soon. Returns the milliseconds from the end until both servers refuse the session. */
async function expire(nodes: Nodes, caller: Caller, username: string): Promise<number> {
  const cookie = await cookieAt(nodes[1], username);
  const id = await idOf(caller, username);
  const end = Date.now() + 500;
  await call(caller, 'PATCH', `/${id}`, { validUntil: new Date(end).toISOString() });
  const endsAt = performance.now() + end - Date.now();
  return (await untilRefused(nodes, cookie)) - endsAt;
}

async function measure(nodes: Nodes, caller: Caller, count: number) {
  const rounds = { disabled: [] as number[], expired: [] as number[] };
  for (let round = 1; round <= count; round++) {
    rounds.disabled.push(await disable(nodes, caller, usernameOf(2 * round)));
    rounds.expired.push(await expire(nodes, caller, usernameOf(2 * round + 1)));
  }
  return rounds;
}

function verdictOf(aim: string, durations: readonly number[]): Verdict {
  const longest = Math.max(...durations);
  return {
    aim,
    where: 'two servers on PostgreSQL, 100 000 users',
    figure: `median ${median(durations).toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
    wanted: `≤ ${mostMs} ms`,
    met: longest <= mostMs,
  };
}

async function run({ refusals }: Plan): Promise<Outcome> {
  const seeded = await seed('PostgreSQL', users);
  const servers: RunningServer[] = [];
  try {
    const administrator = usernameOf(0);
    await makeAdministrator(seeded, administrator);
    const settings = { ...seeded.settings, LOG_LEVEL: 'error' };
    const nodes: Nodes = [await startServer(settings), await startServer(settings)];
    servers.push(...nodes);
    const caller = { node: nodes[0], cookie: await cookieAt(nodes[0], administrator) };
    const rounds = await measure(nodes, caller, Math.min(20, refusals));
    const verdicts = [
      verdictOf('a disabled user is refused', rounds.disabled),
      verdictOf('an expired user is refused', rounds.expired),
    ];
    return {
      rows: [],
      verdicts,
      rounds,
      ...(verdicts.some(({ met }) => !met) && { failed: true }),
    };
  } finally {
    for (const server of servers) await server.stop();
    await seeded.close();
  }
}

export const disabling: Scenario = {
  name: 'disabling',
  about: 'how long a disabled or expired user can still use two servers',
  onlyWhenNamed: true,
  ownServers: true,
  run,
};
