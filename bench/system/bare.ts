// What ours is measured against, as processes of their own: the bare library, and Fastify that says
// always the same.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startProgram } from './server.ts';

type InFolder = { args(port: number, folder: string): string[]; processors: number };

/** A program with a folder of its own, which goes when it stops. */
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

/** `kept`: what the library keeps its records in. */
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

/** `bytes`: what it answers, on every path. */
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
