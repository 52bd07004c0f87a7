// Runs the server as a process: starts it as in production, sends requests over HTTP, and ends it by its process id.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, serverScript } from '../../scripts/children.ts';
import { type Connection, openConnection } from '../load/connection.ts';
import { familyCpuMs } from '../machine/processes.ts';

export const mainScript = join(root, serverScript);

export type Settings = Record<string, string>;

export type RunningServer = {
  port: number;
  pid: number;
  /** From the start of the process to the first 200 of the path that it was started with. */
  readyMs: number;
  /** Processor time until then. */
  readyCpuMs: number;
  stop(): Promise<void>;
};

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Settings without effective limits, because one computer plays all users. */
const unlimited: Settings = {
  RATE_LIMIT_FREE_TRIES: '1000000',
  RATE_LIMIT_USER_PER_HOUR: '1000000',
  RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
  RATE_LIMIT_STARTS_PER_MINUTE: '1000000',
  RATE_LIMIT_SECRETS_PER_MINUTE: '1000000',
};

/** Returns the settings and, of our own environment, only where programs are. */
export function environment(settings: Settings): Settings {
  const { PATH = '' } = process.env;
  return {
    PATH,
    BRAMA_DEMO: '0',
    LOG_LEVEL: 'warn',
    ...unlimited,
    ...settings,
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect({ host: '127.0.0.1', port });
    const answer = (listening: boolean) => {
      probe.destroy();
      resolve(listening);
    };
    probe.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

async function isReady(port: number, path: string): Promise<boolean> {
  if (!(await isListening(port))) return false;
  const connection: Connection = await openConnection(port);
  const { status } = await connection.ask({ method: 'GET', path, headers: '' });
  connection.close();
  return status === 200;
}

/** A program that needs longer is configured wrongly. */
const mostStartMs = 60_000;

async function untilReady(child: ChildProcess, port: number, path: string) {
  const limit = performance.now() + mostStartMs;
  while (!(await isReady(port, path))) {
    if (performance.now() > limit) {
      child.kill('SIGTERM');
      throw new Error(`${path} has not returned 200 for ${mostStartMs} ms`);
    }
    if (child.exitCode !== null) throw new Error('the server ended before it was ready; see above');
    await sleep(3);
  }
}

export type StartOptions = {
  /** How many processors it may use, counted from the first; all by default. */
  processors?: number | undefined;
  /** Options of Node.js itself, for programs that run on it. */
  nodeArgs?: readonly string[];
  /** The program has started when this path returns 200; by default `/readyz`. */
  readyPath?: string | undefined;
};

/** A program that listens on a given free port. */
type Program = Omit<StartOptions, 'nodeArgs'> & {
  command(port: number): string[];
  env(port: number): Settings;
};

/** @throws when the program ends before it is ready. */
export async function startProgram({
  command,
  env,
  processors,
  readyPath = '/readyz',
}: Program): Promise<RunningServer> {
  const port = await freePort();
  const began = performance.now();
  // taskset replaces itself by the program, so the process id stays the same
  const [file = '', ...rest] =
    processors === undefined
      ? command(port)
      : ['taskset', '-c', `0-${processors - 1}`, ...command(port)];
  const child = spawn(file, rest, {
    cwd: root,
    env: environment(env(port)),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = once(child, 'exit');
  await untilReady(child, port, readyPath);
  const readyMs = performance.now() - began;
  const pid = child.pid ?? 0;
  return {
    port,
    pid,
    readyMs,
    readyCpuMs: familyCpuMs(pid),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Starts our server. */
export function startServer(
  settings: Settings,
  { nodeArgs = [], ...options }: StartOptions = {},
): Promise<RunningServer> {
  return startProgram({
    command: () => [process.execPath, ...nodeArgs, mainScript, 'serve'],
    env: (port) => ({ ...settings, PORT: String(port), HOST: '127.0.0.1' }),
    ...options,
  });
}
