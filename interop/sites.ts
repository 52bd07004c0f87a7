// A site of examples/ as a process of its own, and its entry in Brama.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { freePort } from '../e2e/support/processes.ts';
import type { Brama } from './brama.ts';

export type Site = Awaited<ReturnType<typeof startSite>>;

type Command = readonly [string, ...string[]];
type Settings = { BRAMA_URL: string; APP_ID: string; APP_SECRET: string; PORT: string };

/** What a program prints when it listens: ours, and the web server of PHP. */
const isReady = /ready at|Development Server .* started/;

/** Starts `command` in `folder`, and waits until it is ready. */
export async function startCommand(
  folder: string,
  [file, ...args]: Command,
  settings: Record<string, string>,
) {
  const child = spawn(file, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
        if (isReady.test(said)) resolve();
      });
  });
  return {
    said: () => said,
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

/** Starts an example, as its README says. */
export async function startProgram(folder: string, command: Command, settings: Settings) {
  const program = await startCommand(folder, command, settings);
  return { id: settings.APP_ID, origin: `http://localhost:${settings.PORT}`, ...program };
}

/** The same, once Brama knows the application. */
export async function startSite(brama: Brama, name: string, folder: string, command: Command) {
  const port = `${await freePort()}`;
  const id = crypto.randomUUID();
  const secret = randomBytes(32).toString('base64');
  const application = {
    id,
    name: `example-${name}`,
    title: { uk: 'Приклад', en: 'Example' },
    description: { uk: 'Приклад', en: 'An example' },
    access: 'everyone',
    protocol: { type: 'ticket', redirectUrl: `http://localhost:${port}/back`, secret },
  };
  await brama.apply(JSON.stringify({ applications: [application] }));
  const settings = { BRAMA_URL: brama.issuer, APP_ID: id, APP_SECRET: secret, PORT: port };
  return startProgram(folder, command, settings);
}
