// Makes small Debian systems in folders, and runs programs in them as a container or systemd would. It needs root on Linux.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './release-commit.ts';

const slowestStartMs = 30_000;

export const firstUser = 'o.shevchenko';
/** The arguments of `brama` that set up a new installation. */
export const setUp = [
  'setup',
  '--address=https://id.campus.example',
  '--organisation-uk=Університет',
  '--organisation-en=The University',
  `--username=${firstUser}`,
  '--name=Олена Шевченко',
  '--email=o.shevchenko@campus.example',
];

/** Returns why nothing can run here, or undefined. */
export function obstacle(programs: readonly string[]): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux';
  const missing = programs.filter((one) => spawnSync(one, ['--version']).error !== undefined);
  return missing.length > 0 ? `there is no ${missing.join(', ')}` : undefined;
}

/** Debian without documents, as its slim images for containers. */
export const slim = [
  ...['doc', 'groff', 'info', 'lintian', 'linda', 'locale', 'man'].map(
    (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
  ),
  '--dpkgopt=path-include=/usr/share/doc/*/copyright',
];

/** Downloads the required packages of a Debian release, and installs them in `target`: a folder, or an archive. */
export function makeDebian(target: string, release: string, options: readonly string[] = []): void {
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', ...options, release, target], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

type Confinement = {
  /** Name or number, of the user and the group. */
  user: string;
  /** Folder of the system → a folder outside, or undefined for the one that is there. All others are read-only. */
  writable?: Record<string, string | undefined>;
  workingFolder?: string;
  env: Record<string, string>;
};

/** Returns the arguments of `unshare` that run the program in the system. The process keeps its id until the program runs. */
function entering(system: string, program: readonly string[], confined?: Confinement): string[] {
  const at = (folder: string) => `'${join(system, folder)}'`;
  const lines = [
    `mount --bind ${at('.')} ${at('.')}`,
    `mount -t proc proc ${at('proc')}`,
    `mount --rbind /dev ${at('dev')}`,
    `mount -t tmpfs tmpfs ${at('tmp')}`,
  ];
  if (confined?.writable) {
    for (const [folder, outside] of Object.entries(confined.writable))
      lines.push(`mount --bind ${outside ? `'${outside}'` : at(folder)} ${at(folder)}`);
    lines.push(`mount -o remount,bind,ro ${at('.')}`);
  }
  lines.push(`echo entered >&3`, `exec chroot ${at('.')} "$@" 3>&-`);
  return ['--mount', 'sh', '-ec', lines.join('\n'), 'sh', ...withRights(program, confined)];
}

function withRights(program: readonly string[], confined?: Confinement): readonly string[] {
  if (!confined) return program;
  const { user, workingFolder = '/', env } = confined;
  return [
    'setpriv',
    `--reuid=${user}`,
    `--regid=${user}`,
    '--clear-groups',
    '--bounding-set=-all',
    '--no-new-privs',
    '--',
    'env',
    '--ignore-environment',
    `--chdir=${workingFolder}`,
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ...program,
  ];
}

/** Runs a program as root, or confined. Returns its output. @throws if it fails */
export function runIn(system: string, program: readonly string[], confined?: Confinement): string {
  const { status, stdout, stderr } = spawnSync('unshare', entering(system, program, confined), {
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  if (status === 0) return stdout;
  throw new Error(`${program.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}

/** Resolves when the address responds with 200. */
async function untilReady(address: string, server: ChildProcess): Promise<void> {
  const last = performance.now() + slowestStartMs;
  while (server.exitCode === null && performance.now() < last) {
    const response = await fetch(address).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    await wait(5);
  }
  throw new Error('the server is not ready');
}

/**
 * Starts a server, passes its address to `use`, and stops it. Returns the milliseconds from its start until it was ready.
 * @throws if it does not start, or does not stop with the exit code 0
 */
export async function whileServing(
  system: string,
  program: readonly string[],
  confined: Confinement,
  use: (port: string) => void | Promise<void> = () => undefined,
): Promise<number> {
  const port = `${await freePort()}`;
  const env = { ...confined.env, HOST: '127.0.0.1', PORT: port };
  const server = spawn('unshare', entering(system, program, { ...confined, env }), {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  const ended = new Promise<number | null>((resolve) => server.once('close', resolve));
  try {
    await new Promise((resolve) => server.stdio[3]?.once('data', resolve).once('close', resolve));
    const began = performance.now();
    await untilReady(`http://127.0.0.1:${port}/readyz`, server);
    const milliseconds = Math.round(performance.now() - began);
    await use(port);
    server.kill('SIGTERM');
    if ((await ended) !== 0) throw new Error('the server did not stop with the exit code 0');
    return milliseconds;
  } catch (error) {
    server.kill('SIGKILL');
    await ended;
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`${reason}\n${printed}`, { cause: error });
  }
}
