// Measures the preview and the start of a bulk change of 10 000 among 100 000 users on both databases. Other requests are sent meanwhile, to
// see how long they wait.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/children.ts';
import { median, quantile } from '../figures.ts';
import { openConnection } from '../load/connection.ts';
import { signIn } from '../load/steps.ts';
import type { Outcome, Row, Scenario, Verdict } from '../scenario.ts';
import { usernameOf } from '../system/people.ts';
import { environment, mainScript, type RunningServer, startServer } from '../system/server.ts';
import { type DatabaseName, type Seeded, seed } from '../system/world.ts';
import { grantRole, untilSearchable } from './directory.ts';

const users = 100_000;
/** Usernames with it: 10 000 of them. */
const query = 'user.01';
const changed = 10_000;
const mostMs = 2000;
/** On SQLite no other request is served during the transaction of a preview. */
const mostWaitMs = 500;
const rounds = 5;
/** The job is watched so long, or to its end. */
const watchedMs = 10_000;

async function createToken({ settings }: Seeded, username: string): Promise<string> {
  const args = [mainScript, 'admin', 'token', username, '--name', 'bench'];
  const child = spawn(process.execPath, args, { cwd: root, env: environment(settings) });
  const [printed, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`admin token ended with code ${code}: ${said}`);
  return printed.trim();
}

type Called = { id: string; counts: { waiting: number; changed: number } };

async function call(
  { port }: RunningServer,
  token: string,
  path: string,
  body?: object,
): Promise<Called> {
  const response = await fetch(`http://localhost:${port}/api/admin/bulk-changes${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} ${response.status}: ${await response.text()}`);
  return (await response.json()) as Called;
}

/** Asks for a signed-in user again and again until stopped. Returns the milliseconds of each response. */
function watch({ port }: RunningServer, cookie: string): () => Promise<number[]> {
  const waits: number[] = [];
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      const began = performance.now();
      const { status } = await fetch(`http://localhost:${port}/user`, { headers: { cookie } });
      if (status !== 200) throw new Error(`/user: ${status}`);
      waits.push(performance.now() - began);
      await sleep(5);
    }
  })();
  return async () => {
    isOver = true;
    await loop;
    return waits;
  };
}

async function timed<Result>(work: Promise<Result>): Promise<[ms: number, result: Result]> {
  const began = performance.now();
  const result = await work;
  return [performance.now() - began, result];
}

type Figures = {
  previewMs: number[];
  previewWaits: number[];
  startMs: number;
  jobWaits: number[];
  usersPerSecond: number;
};

async function measureOn(database: DatabaseName): Promise<Figures> {
  const seeded = await seed(database, users, 'tickets');
  try {
    await grantRole(seeded, usernameOf(0), 'administrator');
    const server = await startServer({
      ...seeded.settings,
      SECOND_FACTOR_ROLES: 'off',
      // a line for each user
      LOG_LEVEL: 'error',
    });
    try {
      await untilSearchable(seeded);
      const connection = await openConnection(server.port);
      const cookie = await signIn(connection, usernameOf(1));
      connection.close();
      const token = await createToken(seeded, usernameOf(0));
      const body = { act: { type: 'disable' }, users: { filter: { q: query } } };
      const previewMs: number[] = [];
      let previewed: Called | undefined;
      const stopPreviews = watch(server, cookie);
      for (let round = 0; round < rounds; round += 1) {
        const [ms, result] = await timed(call(server, token, '', body));
        previewMs.push(ms);
        previewed = result;
      }
      const previewWaits = await stopPreviews();
      if (previewed?.counts.waiting !== changed) throw new Error('found other users');
      const stopJob = watch(server, cookie);
      const path = `/${previewed.id}`;
      const [startMs] = await timed(call(server, token, `${path}/start`, { count: changed }));
      const began = performance.now();
      let { counts } = await call(server, token, path);
      while (counts.waiting > 0 && performance.now() - began < watchedMs) {
        await sleep(200);
        ({ counts } = await call(server, token, path));
      }
      const seconds = (performance.now() - began) / 1000;
      const jobWaits = await stopJob();
      return {
        previewMs,
        previewWaits,
        startMs,
        jobWaits,
        usersPerSecond: counts.changed / seconds,
      };
    } finally {
      await server.stop();
    }
  } finally {
    await seeded.close();
  }
}

const verdict = (aim: string, database: DatabaseName, ms: number, most: number): Verdict => ({
  aim,
  where: `${database}, ${users} users`,
  figure: `${ms.toFixed(0)} ms`,
  wanted: `≤ ${most} ms`,
  met: ms <= most,
});

export const bulk: Scenario = {
  name: 'bulk',
  about: 'preview and start of a bulk change of 10 000 users, and other requests meanwhile',
  onlyWhenNamed: true,
  ownServers: true,
  async run({ databases }): Promise<Outcome> {
    const rows: Row[] = [];
    const verdicts: Verdict[] = [];
    const measured: [DatabaseName, Figures][] = [];
    for (const database of databases) {
      const figures = await measureOn(database);
      measured.push([database, figures]);
      const { previewMs, previewWaits, startMs, jobWaits, usersPerSecond } = figures;
      for (const [what, times] of [
        ['preview', previewMs],
        ['another request during previews', previewWaits],
        ['start', [startMs]],
        ['another request during the job', jobWaits],
      ] as const)
        rows.push({ what, database, users, p50: median(times), p99: quantile(times, 0.99) });
      rows.push({ what: 'users changed in a second', database, users, perSecond: usersPerSecond });
      verdicts.push(
        verdict('preview, longest', database, Math.max(...previewMs), mostMs),
        verdict('start', database, startMs, mostMs),
        verdict(
          'another request during a preview, longest',
          database,
          Math.max(...previewWaits),
          mostWaitMs,
        ),
        verdict(
          'another request during the job, p99',
          database,
          quantile(jobWaits, 0.99),
          mostWaitMs,
        ),
      );
    }
    return { rows, verdicts, rounds: measured };
  },
};
