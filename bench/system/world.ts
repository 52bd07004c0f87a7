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

/** A database with users, and the settings of a server on it. */
export type Seeded = {
  database: DatabaseName;
  users: number;
  settings: Settings;
  databasePid: number | undefined;
  /** Milliseconds that the process of `apply` took for all users. */
  applyMs: number;
  close(): Promise<void>;
};

export type World = Seeded & {
  server: RunningServer;
  /** Cookies of sessions opened so far. */
  sessions: string[];
  /** Returns a user who was not returned recently, because numbers advance in wide steps. */
  nextUser(): string;
};

/** Runs a command. Returns how many milliseconds its process took. */
async function run(settings: Settings, ...args: string[]): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [mainScript, ...args], {
    cwd: root,
    env: environment(settings),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // progress, and the reason of a failure
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${args[0]} ended with code ${code}: ${said}`);
  return performance.now() - began;
}

async function apply(folder: string, manifest: object, settings: Settings): Promise<number> {
  const file = join(folder, 'campus.json');
  writeFileSync(file, JSON.stringify(manifest), { mode: 0o600 });
  await run(settings, 'migrate');
  return run(settings, 'apply', file);
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

/** Creates the database and its users. */
export async function seed(
  database: DatabaseName,
  users: number,
  portal: Portal = 'tickets',
): Promise<Seeded> {
  const folder = mkdtempSync(join(tmpdir(), 'brama-bench-'));
  let postgres: ThrowawayPostgres | undefined;
  async function close() {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    if (database === 'PostgreSQL') postgres = await startPostgres({ durable: true });
    const settings = { DATA_DIR: folder, ...(postgres && { DATABASE_URL: postgres.url }) };
    const applyMs = await apply(folder, campus(users, portal), settings);
    return { database, users, settings, databasePid: postgres?.pid, applyMs, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function openWorld(database: DatabaseName, users: number): Promise<World> {
  const seeded = await seed(database, users);
  try {
    const server = await startServer(seeded.settings);
    const next = createRound(users);
    return {
      ...seeded,
      server,
      sessions: [],
      nextUser: () => usernameOf(next()),
      close: () => server.stop().finally(seeded.close),
    };
  } catch (error) {
    await seeded.close();
    throw error;
  }
}
