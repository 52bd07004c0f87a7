// One system under test: a database with a given number of users, seeded by the real `apply` command, and a server on
// it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../../scripts/children.ts';
import { startPostgres, type ThrowawayPostgres } from '../../scripts/environment/postgres.ts';
import { campus, type Portal } from './manifest.ts';
import { usernameOf } from './people.ts';
import {
  environment,
  mainScript,
  type RunningServer,
  type Settings,
  startServer,
} from './server.ts';

export const databases = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseName = (typeof databases)[number];

export type World = {
  database: DatabaseName;
  users: number;
  settings: Settings;
  server: RunningServer;
  databasePid: number | undefined;
  /** Milliseconds that the process of `apply` took for all users. */
  applyMs: number;
  /** Cookies of sessions opened so far. */
  sessions: string[];
  /** Returns a user who was not returned recently, because numbers advance in wide steps. */
  nextUser(): string;
  close(): Promise<void>;
};

async function apply(folder: string, manifest: object, settings: Settings): Promise<number> {
  const file = join(folder, 'campus.json');
  writeFileSync(file, JSON.stringify(manifest), { mode: 0o600 });
  const began = performance.now();
  const child = spawn(process.execPath, [mainScript, 'apply', file], {
    cwd: root,
    env: environment(settings),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // progress, and the reason of a failure
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`apply ended with code ${code}: ${said}`);
  return performance.now() - began;
}

/** Returns the numbers 0 to `count` − 1, each once before any repeats, with neighbours far apart. */
function createRound(count: number) {
  // a prime that divides none of the sizes in use, so that the steps reach every number
  const step = 7919;
  let number = 0;
  return () => {
    number = (number + step) % count;
    return number;
  };
}

/** `processors`: how many the server may use, counted from the first; all by default. */
export type WorldOptions = { portal?: Portal; processors?: number };

export async function openWorld(
  database: DatabaseName,
  users: number,
  { portal = 'tickets', processors }: WorldOptions = {},
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'brama-bench-'));
  const undo: (() => Promise<void> | void)[] = [
    () => rmSync(folder, { recursive: true, force: true }),
  ];
  async function close() {
    for (const step of undo.splice(0).reverse()) await step();
  }
  try {
    let postgres: ThrowawayPostgres | undefined;
    if (database === 'PostgreSQL') {
      postgres = await startPostgres({ durable: true });
      undo.push(postgres.stop);
    }
    const settings = {
      DATA_DIR: folder,
      ...(postgres && { DATABASE_URL: postgres.url }),
    };
    const applyMs = await apply(folder, campus(users, portal), settings);
    const server = await startServer(settings, processors);
    undo.push(server.stop);
    const next = createRound(users);
    return {
      database,
      users,
      settings,
      server,
      databasePid: postgres?.pid,
      applyMs,
      sessions: [],
      nextUser: () => usernameOf(next()),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
