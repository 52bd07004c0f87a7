// Starts the bare library as a separate process.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/children.ts';
import { type RunningServer, type StartOptions, startProgram } from './server.ts';

const script = 'bench/bare/provider.ts';

/** The name of the bare library in tables. */
export const bareName = 'bare library';

/** Starts oidc-provider with a new SQLite file, which is deleted when the program stops. */
export async function startBare({
  nodeArgs = [],
  ...options
}: StartOptions): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'brama-bench-bare-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const server = await startProgram({
      command: (port) => [
        process.execPath,
        ...nodeArgs,
        script,
        join(folder, 'records.sqlite'),
        `${port}`,
      ],
      // keeps code without types, so that they cost the library nothing
      env: () => ({
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/brama'),
      }),
      ...options,
    });
    return { ...server, stop: () => server.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
