// The sites in examples/ while Brama is busy or unreachable, and in several tabs at once. A stand-in for Brama gives
// prepared responses.

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../e2e/support/processes.ts';
import { createPerson } from '../packages/server/test/support/oidc/parties/person.ts';
import { root } from '../scripts/children.ts';
import { examplePrograms, requireRuntime } from './example-programs.ts';
import { navigate } from './navigation.ts';
import { startProgram } from './sites.ts';

const student = { NAME: 'Olena', STUDENT_ID: 'KV-1', EMPLOYEE_ID: '', AUTH_METHOD: 'PASSWORD' };
const employee = { ...student, STUDENT_ID: '', EMPLOYEE_ID: 'E-7' };
type Answer = { status: number; retryAfter?: string } | 'broken';

const good: Answer = { status: 200 };
const busy: Answer = { status: 503, retryAfter: '0' };

/** Answers about tickets in this order; `asked` counts. */
async function startStandIn() {
  const told = { answers: [] as Answer[], asked: 0, data: student };
  const server = createServer((request, response) => {
    const answer = told.answers.shift() ?? good;
    told.asked += 1;
    if (answer === 'broken') return request.socket.destroy();
    const { status, retryAfter } = answer;
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter && { 'retry-after': retryAfter }),
    });
    return response.end(JSON.stringify({ data: told.data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { told, address: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** The server of the React site needs something built; what, is all the same to it. */
function builtReact(): string {
  const folder = mkdtempSync(join(tmpdir(), 'brama-example-'));
  cpSync(join(root, 'examples/react/server.mjs'), join(folder, 'server.mjs'));
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  writeFileSync(join(folder, 'dist/index.html'), '<title>Example</title>');
  return folder;
}

const reactFolder = builtReact();
const ofOneFile = examplePrograms.map((program) => ({
  ...program,
  folder: join(root, 'examples', program.name),
}));
const [node] = ofOneFile;
const sites = [...ofOneFile, ...(node ? [{ ...node, name: 'react', folder: reactFolder }] : [])];

let brama: Awaited<ReturnType<typeof startStandIn>>;
beforeAll(async () => {
  brama = await startStandIn();
});
beforeEach(() => {
  brama.told.answers = [];
  brama.told.asked = 0;
  brama.told.data = student;
});
afterAll(() => {
  brama?.close();
  rmSync(reactFolder, { recursive: true, force: true });
});

for (const { name, folder, command, ...program } of sites)
  describe(`examples/${name}`, () => {
    let site: Awaited<ReturnType<typeof startProgram>>;
    let home: string;
    beforeAll(async () => {
      requireRuntime(program);
      const PORT = `${await freePort()}`;
      const settings = { BRAMA_URL: brama.address, APP_ID: 'app', APP_SECRET: 'secret', PORT };
      site = await startProgram(folder, command, settings);
      home = name === 'react' ? `${site.origin}/api/session` : `${site.origin}/`;
    });
    afterAll(() => site?.stop());

    const stateIn = (body: string) => /state(?:="|":")([\w-]{22})"/.exec(body)?.[1] ?? '';
    const backWith = (state: string) => `${site.origin}/back?ticketId=ticket&state=${state}`;

    /** Returns a user on the page with the button, and the address to which Brama would return. */
    async function atTheButton(person = createPerson(navigate)) {
      const { body } = await person.go(home);
      return { person, back: backWith(stateIn(body)) };
    }
    const isIn = async ({ go }: ReturnType<typeof createPerson>) =>
      (await go(home)).body.includes('Olena');

    test.each<[string, Answer[]]>([
      ['too much to do, then too many requests', [busy, { status: 429, retryAfter: '0' }]],
      ['a connection that breaks', ['broken']],
      ['an answer of a proxy', [{ status: 502 }]],
    ])('%s: the request is repeated, and the user is signed in', async (_, answers) => {
      const { person, back } = await atTheButton();
      brama.told.answers = [...answers];
      expect((await person.go(back)).status).toBe(200);
      expect(brama.told.asked).toBe(answers.length + 1);
      expect(await isIn(person)).toBe(true);
    });

    test.each<[string, number, Answer[]]>([
      ['three times', 3, [busy, busy, busy]],
      ['once, where it would take long', 1, [{ status: 429, retryAfter: '600' }]],
      ['once, where nobody can tell', 1, [{ status: 503, retryAfter: new Date(0).toUTCString() }]],
    ])(
      'no response, requested %s: an error page links to the same address, which still works',
      async (_, times, answers) => {
        const { person, back } = await atTheButton();
        brama.told.answers = [...answers];
        const page = await person.go(back);
        expect([page.status, brama.told.asked]).toEqual([503, times]);
        expect(page.body).toContain('<h1>Brama does not answer</h1>');
        expect(page.body).toContain('<a href="">Try again</a>');
        expect(await isIn(person)).toBe(false);
        expect((await person.go(back)).status).toBe(200);
        expect(await isIn(person)).toBe(true);
        expect(site.said()).not.toMatch(/ticket|state=/);
      },
    );

    test('a rejected ticket is not requested again', async () => {
      const { person, back } = await atTheButton();
      brama.told.answers = [{ status: 404, retryAfter: '0' }];
      expect((await person.go(back)).status).toBe(400);
      expect(brama.told.asked).toBe(1);
    });

    test('an employee is not shown as a student', async () => {
      const { person, back } = await atTheButton();
      brama.told.data = employee;
      await person.go(back);
      const { body } = await person.go(home);
      expect(body).toContain(
        name === 'react' ? '"employeeId":"E-7"' : '<p>Employee E-7, signed in',
      );
    });

    test('two tabs have separate states, each valid once', async () => {
      const first = await atTheButton();
      const second = await atTheButton(first.person);
      for (const { back } of [first, second]) {
        expect((await first.person.go(back)).status).toBe(200);
        expect((await first.person.go(back)).status).toBe(400);
      }
      expect(brama.told.asked).toBe(2);
      const stranger = await atTheButton();
      expect((await stranger.person.go((await atTheButton()).back)).status).toBe(400);
      expect(brama.told.asked).toBe(2);
    });
  });
