// `npm start` as a process: starting, stopping, refusing, surviving.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { serverScript } from '../../scripts/children.ts';
import { freePort, root, startSystem } from '../support/processes.ts';

function start(env: Record<string, string>) {
  return spawnSync(process.execPath, [join(root, 'scripts/start/start.ts')], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
}

/** Of a process; those whose command line holds a text. */
const childrenOf = (pid: number, command = '') =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim() !== '' && line.includes(command))
    .map((line) => Number.parseInt(line, 10));

const halfOfDiia = {
  DIIA_ACQUIRER_TOKEN: 'acquirer',
  DIIA_AUTH_TOKEN: 'YWJjZA==',
  DIIA_BRANCH_ID: 'b',
  DIIA_OFFER_ID: 'o',
};

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function signIn(url: string) {
  const headers = { 'content-type': 'application/json', origin: url };
  const post = (path: string, body: unknown) =>
    fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const ticket = await post('/api/auth', { username: 'o.shevchenko', password: 'brama-demo-2026' });
  const entered = await post('/api/auth/internal', await ticket.json());
  return (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

const statusOf = async (url: string, cookie: string) =>
  (await fetch(`${url}/user`, { headers: { cookie } })).status;

test.describe('npm start', { tag: '@release' }, () => {
  // several starts in one test
  test.describe.configure({ timeout: 180_000 });

  test('Ctrl-C stops every process and loses no data', async () => {
    const first = await startSystem();
    expect(first.output()).toContain('o.shevchenko');
    expect(first.output()).toContain(first.sampleUrl);
    const children = childrenOf(first.process.pid ?? 0);
    expect(children.length).toBeGreaterThanOrEqual(2);
    const cookie = await signIn(first.url);
    expect(await statusOf(first.url, cookie)).toBe(200);
    expect(await first.stop('SIGINT')).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
    const second = await startSystem({ dataDir: first.dataDir });
    expect(await statusOf(second.url, cookie)).toBe(200);
    await second.stop();
    first.remove();
  });

  test('kill -9 loses no session and leaves no process, and the next start succeeds', async () => {
    const first = await startSystem();
    const children = childrenOf(first.process.pid ?? 0);
    const cookies = await Promise.all(Array.from({ length: 5 }, () => signIn(first.url)));
    await first.stop('SIGKILL');
    await expect.poll(() => children.filter(isAlive)).toEqual([]);
    const second = await startSystem({ dataDir: first.dataDir });
    for (const cookie of cookies) expect(await statusOf(second.url, cookie)).toBe(200);
    // and the server itself killed, not its parent
    const server = childrenOf(second.process.pid ?? 0, serverScript)[0] ?? 0;
    const cookie = await signIn(second.url);
    process.kill(server, 'SIGKILL');
    await second.stop();
    const third = await startSystem({ dataDir: first.dataDir });
    expect(await statusOf(third.url, cookie)).toBe(200);
    await third.stop();
    first.remove();
  });

  test('a used port, a read-only folder or an invalid setting: one clear line, exit 1', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, 'localhost', resolve));
    const address = taken.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const folder = mkdtempSync(join(tmpdir(), 'brama-e2e-'));
    const names = ['SAMPLE_PORT', 'DIIA_PORT', 'GOOGLE_PORT', 'EDEBO_PORT'];
    const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())]));
    const free: Record<string, string> = Object.fromEntries(ports);
    const cases: [Record<string, string>, RegExp][] = [
      [{ ...free, PORT: String(port), DATA_DIR: folder }, /^PORT: \d+ is in use/m],
      [{ DATA_DIR: '/dev/null/data' }, /^DATA_DIR: cannot write to the folder/m],
      [
        { DATA_DIR: folder, SESSION_IDLE_SECONDS: 'soon' },
        /^SESSION_IDLE_SECONDS: must be a whole/m,
      ],
      [{ DATA_DIR: folder, SAMPLE_PORT: 'x' }, /^SAMPLE_PORT: must be a whole number/m],
      [{ DATA_DIR: folder, DIIA_PORT: '0' }, /^DIIA_PORT: must be a whole number/m],
      [{ DATA_DIR: folder, GOOGLE_PORT: '70000' }, /^GOOGLE_PORT: must be a whole number/m],
      [{ DATA_DIR: folder, GOOGLE_CLIENT_ID: 'x' }, /^GOOGLE_CLIENT_SECRET: must be set/m],
      [
        { DATA_DIR: folder, DIIA_HOST: 'https://api2.diia.example', ...halfOfDiia },
        /^DIIA_CA_DIR: must be set/m,
      ],
      [
        { ...free, DATA_DIR: folder, DIIA_LOGO: '/nowhere/mark.svg' },
        /^DIIA_LOGO: cannot read the file/m,
      ],
      [
        { ...free, DATA_DIR: folder, DIIA_LOGO: '/etc/hosts' },
        /^DIIA_LOGO: must be the path of an/m,
      ],
      [
        { DATA_DIR: folder, DATABASE_URL: `postgres://x@127.0.0.1:${port === 1 ? 2 : 1}/x` },
        /^DATABASE_URL: cannot open the database/m,
      ],
    ];
    for (const [env, line] of cases) {
      const { status, stderr, stdout } = start(env);
      expect([status, stderr]).toEqual([1, expect.stringMatching(line)]);
      // on a slow machine the progress of the demo's users is printed
      const told = stderr
        .trim()
        .split('\n')
        .filter((text) => !/: \d+ %$/.test(text));
      expect(told).toHaveLength(1);
      expect(stdout).not.toContain('ready');
    }
    taken.close();
    rmSync(folder, { recursive: true });
  });

  test('the mode can come from a file, and a production database gets no demo data', () => {
    const folder = mkdtempSync(join(tmpdir(), 'brama-e2e-'));
    const file = join(folder, 'mode');
    writeFileSync(file, 'production\n');
    const { status, stderr } = start({ NODE_ENV_FILE: file, DATA_DIR: folder });
    expect([status, stderr]).toEqual([1, expect.stringContaining('BASE_URL: must be set')]);
    expect(existsSync(join(folder, 'brama.sqlite'))).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test('production reports every missing setting at once and rejects a folder with demo data', async () => {
    const bare = start({ NODE_ENV: 'production', BRAMA_DEMO: '1' });
    expect(bare.status).toBe(1);
    expect(bare.stderr.trim().split('\n')).toEqual([
      expect.stringContaining('BASE_URL:'),
      expect.stringContaining('TAX_ID_KEY:'),
      expect.stringContaining('DATA_KEY:'),
      expect.stringContaining('BRAMA_DEMO:'),
    ]);
    const demo = await startSystem();
    await demo.stop();
    const key = '0123456789abcdef'
      .split('')
      .map((d) => `${d}1${d}7`)
      .join('');
    const production = {
      NODE_ENV: 'production',
      BASE_URL: 'https://id.campus.example',
      TAX_ID_KEY: key,
      DATA_KEY: key.replaceAll('1', '9'),
      PORT: String(await freePort()),
    };
    const refused = start({ ...production, DATA_DIR: demo.dataDir });
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining('the database holds the demo'),
    ]);
    demo.remove();
  });

  test('production in an empty folder starts nothing of the demo', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'brama-e2e-'));
    const key = '0123456789abcdef'
      .split('')
      .map((d) => `${d}1${d}7`)
      .join('');
    const port = await freePort();
    const child = spawn(process.execPath, [join(root, 'scripts/start/start.ts')], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        BASE_URL: 'https://id.campus.example',
        TAX_ID_KEY: key,
        DATA_KEY: key.replaceAll('1', '9'),
        PORT: String(port),
        DATA_DIR: folder,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await expect
      .poll(() => output, { timeout: 60_000 })
      .toContain('ready at https://id.campus.example');
    expect(childrenOf(child.pid ?? 0)).toHaveLength(1);
    expect(output).not.toContain('o.shevchenko');
    const answer = await fetch(`http://localhost:${port}/uk/`);
    expect(answer.headers.get('strict-transport-security')).toContain('max-age');
    expect(answer.headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true });
  });
});
