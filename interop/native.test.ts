// The command-line tool of docs/integrate/openid-connect.md: it listens on a port of this computer, and the user confirms in a browser.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../packages/server/test/support/oidc/parties/person.ts';
import { root } from '../scripts/children.ts';
import { type Brama, startBrama } from './brama.ts';
import { blockOf } from './recipe.ts';

const folder = mkdtempSync(join(tmpdir(), 'brama-native-'));
const script = join(folder, 'sign-in.mjs');

const manifest = `applications:
  - id: 7e5f8a07-b15a-4fcd-9fa6-ce9c7ae18d56
    name: campus-app
    title: { uk: Застосунок кампусу, en: Campus app }
    description: { uk: Розклад, en: Timetable }
    access: { groups: [students] }
${blockOf('Native applications', 'yaml').replaceAll(/^/gm, '    ').trimEnd()}
`;

/** Puts the printed program into a folder of its own, for a server on this computer, which has no https. */
function install(issuer: string) {
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  symlinkSync(join(root, 'node_modules/openid-client'), join(modules, 'openid-client'));
  const printed = blockOf('A command-line tool', 'js');
  const here = printed
    .replace('https://id.campus.example', issuer)
    .replace('client.None()', 'client.None(), { execute: [client.allowInsecureRequests] }');
  writeFileSync(script, here);
}

describe('a command-line tool with the code of docs/integrate/openid-connect.md', () => {
  let brama: Brama;

  beforeAll(async () => {
    brama = await startBrama();
    await brama.apply(manifest);
    install(brama.issuer);
  });
  afterAll(async () => {
    await brama?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts it, and reads what it prints to the address that it wants to be opened. */
  async function start() {
    const child = spawn(process.execPath, [script], {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    let failure = '';
    child.stderr.on('data', (chunk) => {
      failure += chunk;
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const { value = '' } = await lines.next();
    const [, address] = /^Open in your browser: (\S+)$/.exec(value) ?? [];
    if (address === undefined) throw new Error(`no address: ${value} ${failure}`);
    return {
      address,
      async end() {
        const { value: said } = await lines.next();
        const [code] = await ended;
        return { said, code, failure };
      },
    };
  }

  async function student() {
    const person = createPerson(fetch);
    await person.signIn(brama.issuer, brama.student.username, brama.student.password);
    return person;
  }

  test('after confirmation in the browser the tool knows the user', async () => {
    const tool = await start();
    const person = await student();
    const page = await person.go(tool.address);
    expect(new URL(page.url).pathname).toMatch(/^\/oidc\/consent\//);
    expect(page.body).toContain('Застосунок кампусу');
    const after = await person.submit(page, { decision: 'allow' });
    expect([after.status, after.body]).toEqual([200, 'Go back to the terminal.']);
    expect(new URL(after.url).hostname).toBe('127.0.0.1');
    const said = `Signed in: ${brama.student.fullName}`;
    expect(await tool.end()).toEqual({ said, code: 0, failure: '' });
  });

  test('a signed-in user must confirm again, and the tool gets an error on cancellation', async () => {
    const [first, second] = [await start(), await start()];
    expect(new URL(first.address).search).not.toBe(new URL(second.address).search);
    const person = await student();
    await person.submit(await person.go(first.address), { decision: 'allow' });
    expect((await first.end()).code).toBe(0);
    const page = await person.go(second.address);
    const after = await person.submit(page, { decision: 'refuse' });
    expect(after.status).toBe(200);
    const { code, failure } = await second.end();
    expect(code).toBe(1);
    expect(failure).toContain('access_denied');
  });
});
