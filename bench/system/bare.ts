// Starts the bare library as a separate process.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, type StartOptions, startProgram } from './server.ts';

/** The name of the bare library in tables. */
export const bareName = 'bare library';

/** Starts oidc-provider with a new SQLite file, which is deleted when the program stops. */
export async function startBare(options: StartOptions): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'brama-bench-bare-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const server = await startProgram({
      args: (port) => ['bench/bare/provider.ts', join(folder, 'records.sqlite'), `${port}`],
      env: () => ({ NODE_ENV: 'production' }),
      ...options,
    });
    return { ...server, stop: () => server.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
