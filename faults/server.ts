// A started server over a data folder of the test's choice, with users and two applications, seen from outside only.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../e2e/support/processes.ts';
import { root, serverScript, startChild, whenReady } from '../scripts/children.ts';

export const client = {
  id: 'faults',
  secret: randomBytes(32).toString('base64url'),
  redirectUri: 'https://faults.campus.example/callback',
};
export const password = randomBytes(24).toString('base64url');
export const users = Array.from({ length: 12 }, (_, number) => `user.${number}`);

const manifest = {
  groups: ['students'],
  users: users.map((username) => ({
    username,
    password,
    fullName: username,
    email: `${username}@campus.example`,
    groups: ['students'],
  })),
  applications: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      name: 'faults',
      title: { uk: 'Збої', en: 'Faults' },
      description: { uk: 'Збої', en: 'Faults' },
      access: 'everyone',
      protocol: {
        type: 'oidc',
        metadata: {
          client_id: client.id,
          redirect_uris: [client.redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
        },
        secret: client.secret,
      },
    },
  ],
};

export type Server = {
  url: string;
  /** Exit code or signal, once the process has ended. */
  ended(): string | undefined;
  stop(): Promise<void>;
  /** Ends the process without any warning. */
  kill(): Promise<void>;
};

type Settings = Record<string, string>;

/** Runs a command to its end. Returns what it prints. */
export async function runCommand(settings: Settings, args: string[], input = ''): Promise<string> {
  const child = spawn(process.execPath, [join(root, serverScript), ...args], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const [printed, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`${args[0]} ended with code ${code}: ${said}`);
  return printed.trim();
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** Settings of a server over `dataDir`, with users and applications applied; `others` are further users of the manifest. */
export async function prepareServer(
  dataDir: string,
  others: readonly object[] = [],
): Promise<Settings> {
  const port = await freePort();
  const settings = {
    NODE_ENV: '',
    BRAMA_DEMO: '0',
    BASE_URL: `http://localhost:${port}`,
    PORT: `${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_STARTS_PER_MINUTE: '1000000',
    RATE_LIMIT_SECRETS_PER_MINUTE: '1000000',
  };
  const whole = { ...manifest, users: [...manifest.users, ...others] };
  await runCommand(settings, ['migrate']);
  await runCommand(settings, ['apply', '-'], JSON.stringify(whole));
  return settings;
}

export async function startServer(settings: Settings): Promise<Server> {
  const child = startChild(serverScript, ['serve'], { env: settings });
  return {
    url: await whenReady(child),
    ended: () => child.signalCode ?? child.exitCode?.toString(),
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}
