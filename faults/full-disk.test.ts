// Fills the disk under load. Nothing acknowledged is lost, every refusal is an honest 503, the process stays alive, and the
// server recovers by itself once there is room again.

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { Client, isReady, repeat, type Statuses, until } from './clients.ts';
import { prepareServer, type Server, startServer, users } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    runs: number;
  }
}

const isRoot = process.getuid?.() === 0;
const runs = inject('runs');

/** Some commits near the end succeed and others fail: less than this is left, by chance. */
const leastRoom = 128 * 1024;

type Disk = {
  folder: string /** Leaves `room` bytes. */;
  fill(room: number): void;
  makeRoom(): void;
  remove(): void;
};

function run(command: string, ...args: string[]) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`);
}

function makeDisk(): Disk {
  const place = mkdtempSync(join(tmpdir(), 'brama-faults-'));
  run('mount', '-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', place);
  const folder = join(place, 'data');
  mkdirSync(folder, { mode: 0o700 });
  const filler = join(place, 'filler');
  return {
    folder,
    fill(room) {
      const file = openSync(filler, 'a');
      for (const bytes of [1024 * 1024, 4096, 1])
        try {
          for (;;) writeSync(file, Buffer.alloc(bytes, 1));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      ftruncateSync(file, fstatSync(file).size - room);
      closeSync(file);
    },
    makeRoom: () => rmSync(filler),
    remove() {
      run('umount', place);
      rmSync(place, { recursive: true });
    },
  };
}

/** Everybody signed in; some also at the application. */
async function prepareClients(server: Server, statuses: Statuses): Promise<Client[]> {
  const clients = users.map(() => new Client(() => server, statuses));
  for (const [index, client] of clients.entries()) {
    expect(await client.signIn(users[index] ?? '')).toBe(true);
    await client.hop();
    expect(client.known.refreshToken).toBeDefined();
  }
  return clients;
}

/** What each client does over and over while the disk is full. */
function load(clients: readonly Client[]) {
  const stops = clients.map((client, index) => {
    if (index % 3 === 0)
      return repeat(async () => {
        await client.refresh();
      });
    if (index % 3 === 1) return repeat(() => client.hop());
    return repeat(async () => {
      await client.authorize();
      await client.signIn(users[index] ?? '');
    });
  });
  return () => Promise.all(stops.map((stop) => stop()));
}

async function fillUnderLoad() {
  const disk = makeDisk();
  let server: Server | undefined;
  try {
    const settings = await prepareServer(disk.folder);
    server = await startServer(settings);
    const started = server;
    const statuses: Statuses = new Map();
    const clients = await prepareClients(server, statuses);
    const refused = () => statuses.get(503) ?? 0;
    const stop = load(clients);
    const began = statuses.get(200) ?? 0;
    await until(async () => (statuses.get(200) ?? 0) - began > 5 * clients.length);
    disk.fill(randomInt(leastRoom));
    // each of the clients has been refused several times, and the server says so of itself
    await until(async () => refused() > 20 * clients.length && !(await isReady(started)));
    expect(await clients[0]?.isSignedIn()).toBe(true);
    disk.makeRoom();
    const recoveryMs = await until(() => isReady(started));
    await stop();
    const lost = (await Promise.all(clients.map((client) => client.lost()))).flat();
    return { statuses, lost, recoveryMs, ended: server.ended() };
  } finally {
    await server?.stop();
    disk.remove();
  }
}

test.for(Array.from({ length: runs }, (_, index) => index + 1))(
  'a full disk under load loses no acknowledged data (run %i)',
  async (_run, { skip }) => {
    skip(!isRoot, 'root is needed to mount a small disk');
    const { statuses, lost, recoveryMs, ended } = await fillUnderLoad();
    const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    console.log(
      `sent ${sent}, refused ${statuses.get(503)}, lost ${lost.length}, recovered after ${recoveryMs} ms`,
    );
    expect(lost).toEqual([]);
    expect(ended).toBeUndefined();
    expect([...statuses.keys()].sort()).toEqual([200, 303, 503]);
  },
);
