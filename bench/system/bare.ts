// Starts what our server is compared with, as separate processes: the bare library, and Fastify with a constant
// response.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startProgram } from './server.ts';

type InFolder = { args(port: number, folder: string): string[]; processors: number };

/** Starts a program with its own folder, which is deleted when the program stops. */
async function startInFolder({ args, processors }: InFolder): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'brama-bench-bare-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const server = await startProgram({
      args: (port) => args(port, folder),
      env: () => ({ NODE_ENV: 'production' }),
      processors,
    });
    return { ...server, stop: () => server.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** `kept`: where the library stores its records. */
export function startBare(kept: 'memory' | 'SQLite', processors: number): Promise<RunningServer> {
  return startInFolder({
    args: (port, folder) => [
      'bench/bare/provider.ts',
      kept === 'memory' ? kept : join(folder, 'records.sqlite'),
      `${port}`,
    ],
    processors,
  });
}

/** `bytes`: the response on every path. */
export function startConstant(bytes: string, processors: number): Promise<RunningServer> {
  return startInFolder({
    args(port, folder) {
      const file = join(folder, 'answer');
      writeFileSync(file, bytes);
      return ['bench/bare/constant.ts', `${port}`, file];
    },
    processors,
  });
}
