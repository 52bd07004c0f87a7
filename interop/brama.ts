// A started server with a data folder of its own, and a student in it. Everything is done to it from outside:
// by `apply` and over HTTP.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../e2e/support/processes.ts';
import { root, serverScript, startChild, whenReady } from '../scripts/children.ts';
import { makeCertificate, startTlsProxy } from './tls.ts';

const groups = ['students', 'employees'];

const student = {
  username: 'o.shevchenko',
  password: randomBytes(24).toString('base64url'),
  fullName: 'Шевченко Олена Іванівна',
  email: 'o.shevchenko@campus.example',
  groups: ['students'],
  studentId: 'KV-1',
};

export type Brama = Awaited<ReturnType<typeof startBrama>>;

/** Runs a command with this input. @throws with what it said. */
function run(args: string[], input: string, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [join(root, serverScript), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(said))));
  });
}

/** `manifest`: YAML or JSON. */
const apply = (manifest: string, env: Record<string, string>) => run(['apply', '-'], manifest, env);

/** Starts the server at its public address, which is its own unless a proxy stands before it. */
async function start(port: number, publicAddress: string, settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'brama-interop-'));
  const env = {
    NODE_ENV: '',
    BRAMA_DEMO: '0',
    BASE_URL: publicAddress,
    PORT: `${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    LOG_LEVEL: 'error',
    // the applications listen on this computer
    OUTBOUND_ALLOW: '127.0.0.0/8',
    ...settings,
  };
  await run(['migrate'], '', env);
  await apply(JSON.stringify({ groups, users: [student] }), env);
  const child = startChild(serverScript, ['serve'], { env });
  const issuer = await whenReady(child);
  return {
    issuer,
    student,
    /** `manifest`: YAML or JSON. */
    apply: (manifest: string) => apply(manifest, env),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function startBrama() {
  const port = await freePort();
  return start(port, `http://localhost:${port}`, {});
}

/** Starts it behind a proxy with HTTPS. */
export async function startSecureBrama() {
  const [port, target] = [await freePort(), await freePort()];
  const { remove, ...certificate } = makeCertificate();
  const stopProxy = await startTlsProxy({ port, target, ...certificate });
  const brama = await start(target, `https://localhost:${port}`, {
    TRUST_PROXY: '1',
    NODE_EXTRA_CA_CERTS: certificate.certificateFile,
  });
  return {
    ...brama,
    ...certificate,
    async stop() {
      await brama.stop();
      await stopProxy();
      remove();
    },
  };
}
