// Starts the product the way a person does, on free ports and a data folder of its own.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverScript } from '../../scripts/children.ts';
import { folderInMemory } from '../../scripts/environment/memory-folder.ts';

export const root = join(import.meta.dirname, '../..');

const canListen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Below those that the system hands out by itself, which anybody may be given before we come to listen. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    if (await canListen(port)) return port;
  }
}

export type System = {
  url: string;
  sampleUrl: string;
  /** The simulator of Diia. */
  diiaUrl: string;
  /** The simulator of Google. */
  googleUrl: string;
  dataDir: string;
  logFile: string;
  /** Everything printed so far. */
  output(): string;
  process: ChildProcess;
  /** Asks it to stop and waits until it has. Resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  remove(): void;
};

export type SystemOptions = { env?: Record<string, string>; dataDir?: string };

/** Resolves once the product says that it is ready; rejects with what it printed when it ends before. */
export async function startSystem({ env = {}, dataDir }: SystemOptions = {}): Promise<System> {
  const folder = dataDir ?? mkdtempSync(join(folderInMemory(), 'brama-e2e-'));
  const ports = await Promise.all(Array.from({ length: 5 }, freePort));
  const [port, samplePort, diiaPort, googlePort, edeboPort] = ports;
  const logFile = join(folder, 'output.log');
  const child = spawn(process.execPath, [join(root, 'scripts/start/start.ts')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      SAMPLE_PORT: String(samplePort),
      DIIA_PORT: String(diiaPort),
      GOOGLE_PORT: String(googlePort),
      EDEBO_PORT: String(edeboPort),
      DATA_DIR: folder,
      LOG_LEVEL: 'trace',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  const log = createWriteStream(logFile);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        printed += chunk;
        log.write(chunk);
        if (printed.includes('Brama is ready')) resolve();
      });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${printed}`)));
  });
  return {
    url: `http://localhost:${port}`,
    sampleUrl: `http://127.0.0.1:${samplePort}`,
    diiaUrl: `http://127.0.0.1:${diiaPort}`,
    googleUrl: `http://127.0.0.1:${googlePort}`,
    dataDir: folder,
    logFile,
    output: () => printed,
    process: child,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs a command of `npm run brama` on the data in this folder. Returns what it has printed. */
export async function runCommand(dataDir: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir };
  const options = { cwd: root, env };
  return (await promisify(execFile)(process.execPath, [serverScript, ...args], options)).stdout;
}
