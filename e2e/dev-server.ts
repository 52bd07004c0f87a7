// Vite's development server for one test worker: the only place the component page stands.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort, root } from './processes.ts';

export type DevServer = { url: string; stop(): Promise<void> };

/** Resolves once it listens; rejects with what it printed when it ends before. */
export async function startDevServer(): Promise<DevServer> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'packages/web', '--configLoader', 'native'],
    {
      cwd: root,
      env: { ...process.env, PORT: String(port), NODE_ENV: 'development' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += chunk;
        if (printed.includes('ready in')) resolve();
      });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${printed}`)));
  });
  return {
    url: `http://localhost:${port}`,
    stop() {
      child.kill();
      return exited;
    },
  };
}
