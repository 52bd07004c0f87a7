// Finds release commits, and installs, builds and starts the server of one in a folder of its own.

import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root, serverScript, whenReady } from '../children.ts';

export type Release = { commit: string; version: string };

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout.trim();
}

/** The wording before 0.7.0 was “set the version to”. */
const subject = /^chore\(release\): (?:set (?:the )?)?version (?:to )?(\d+\.\d+\.\d+)$/;

/** Returns the releases before and at `commit`, the newest first. */
export function releasesAt(commit = 'HEAD'): Release[] {
  const log = git('log', '--format=%H %s', '--grep=^chore(release): ', commit);
  return log.split('\n').flatMap((line) => {
    const [hash = '', ...words] = line.split(' ');
    const version = subject.exec(words.join(' '))?.[1];
    return version === undefined ? [] : [{ commit: hash, version }];
  });
}

/** Returns whether the release contains the file. */
export function contains({ commit }: Release, path: string): boolean {
  return git('ls-tree', '--name-only', commit, path) !== '';
}

/** Clones the repository into the new `folder`, and runs `npm ci` and the build there. @throws if one of them fails. */
export function install({ commit, version }: Release, folder: string): void {
  git('clone', '--quiet', '--no-checkout', root, folder);
  git('-C', folder, 'checkout', '--quiet', '--detach', commit);
  const { version: written } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (written !== version) throw new Error(`package.json has the version ${written}`);
  // the script runs `npm ci` first, because the folder has no dependencies yet
  const built = spawnSync(process.execPath, ['scripts/run.mjs', 'build'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (built.status !== 0) throw new Error('it cannot be installed; the reason stands above');
}

/** Returns a port that no program uses now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

const environmentOf = (dataDir: string) => ({ PATH: process.env['PATH'], DATA_DIR: dataDir });

/** Runs a command of the server that is built in `folder`. Returns what it prints. @throws if it fails. */
export function runCommand(folder: string, dataDir: string, args: string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, serverScript), ...args],
    { cwd: folder, env: environmentOf(dataDir), input, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${args[0]}: ${stderr.trim()}`);
  return stdout;
}

/** Starts the server that is built in `folder`, waits until it is ready, and stops it. @throws if it does not start. */
export async function startOnce(folder: string, dataDir: string): Promise<void> {
  const port = `${await freePort()}`;
  const server = spawn(process.execPath, [join(folder, serverScript), 'serve'], {
    cwd: folder,
    env: { ...environmentOf(dataDir), HOST: '127.0.0.1', PORT: port },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const address = await whenReady(server);
  const { status } = await fetch(`${address}/readyz`);
  server.kill('SIGTERM');
  await ended;
  if (status !== 200) throw new Error(`/readyz responded with ${status}`);
}
