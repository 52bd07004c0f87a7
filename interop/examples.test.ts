// The sites in examples/: started as their README says, with the button, the ticket and a session of their own.

import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createPerson } from '@brama/server/testing/oidc/parties/person';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../e2e/processes.ts';
import { root } from '../scripts/children.ts';
import { type Brama, startBrama } from './brama.ts';
import { navigate } from './navigation.ts';

const runtimes = [
  { name: 'node', command: [process.execPath, 'server.mjs'] },
  { name: 'python', command: ['python3', 'app.py'] },
] as const;

const isThere = (command: string) => spawnSync(command, ['--version']).status === 0;

async function startSite(folder: string, [file, ...args]: readonly string[], env: object) {
  const child = spawn(file ?? '', args, {
    cwd: join(root, 'examples', folder),
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
        if (said.includes('ready at')) resolve();
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

for (const { name, command } of runtimes)
  describe.runIf(isThere(command[0]))(`examples/${name}`, () => {
    let brama: Brama;
    let site: Awaited<ReturnType<typeof startSite>>;
    let origin: string;
    const secret = randomBytes(32).toString('base64');
    const id = crypto.randomUUID();

    beforeAll(async () => {
      brama = await startBrama();
      const port = await freePort();
      origin = `http://localhost:${port}`;
      const application = {
        id,
        name: `example-${name}`,
        title: { uk: 'Приклад', en: 'Example' },
        description: { uk: 'Приклад', en: 'An example' },
        access: 'everyone',
        protocol: { type: 'ticket', redirectUrl: `${origin}/back`, secret },
      };
      await brama.apply(JSON.stringify({ applications: [application] }));
      const env = { BRAMA_URL: brama.issuer, APP_ID: id, APP_SECRET: secret, PORT: `${port}` };
      site = await startSite(name, command, env);
    });
    afterAll(async () => {
      await site?.stop();
      await brama?.stop();
    });

    const linkIn = (body: string) =>
      (/<a href="([^"]+)">Sign in/.exec(body)?.[1] ?? '').replaceAll(/&amp;|&#38;/g, '&');

    async function signedIn() {
      const person = createPerson(navigate);
      const first = await person.go(`${origin}/`);
      expect(first.body).toContain(`data-app-id="${id}"`);
      const page = await person.go(linkIn(first.body));
      const { username, password } = brama.student;
      return { person, back: await person.submit(page, { username, password }) };
    }

    test('the button leads to us, the ticket back, and the site knows who came', async () => {
      const { person, back } = await signedIn();
      expect([back.status, back.url]).toEqual([200, `${origin}/`]);
      expect(back.body).toContain('<h1>Шевченко Олена Іванівна</h1>');
      expect(back.body).toContain('Student KV-1, signed in by PASSWORD');
      const out = await person.submit(back);
      expect(out.body).toContain('Nobody is signed in');
    });

    test('a ticket of somebody else, or a made-up one, signs nobody in', async () => {
      const stranger = createPerson(navigate);
      await stranger.go(`${origin}/`);
      for (const query of ['ticketId=x&state=x', 'ticketId=x', 'state=', ''])
        expect((await stranger.go(`${origin}/back?${query}`)).status).toBe(400);
      expect((await stranger.go(`${origin}/`)).body).toContain('Nobody is signed in');
    });

    test('a sound ticket does not sign in the browser of another (login CSRF)', async () => {
      const attacker = createPerson(navigate, [brama.issuer]);
      const victim = createPerson(navigate);
      const { body } = await victim.go(`${origin}/`);
      expect(linkIn(body)).toContain('state=');
      const foreign = new URL(linkIn(body));
      foreign.searchParams.set('state', 'of-the-attacker');
      const page = await attacker.go(foreign);
      const { username, password } = brama.student;
      const { leadsTo = '' } = await attacker.submit(page, { username, password });
      expect(leadsTo).toContain(`${origin}/back?`);
      expect((await victim.go(leadsTo)).status).toBe(400);
      expect((await victim.go(`${origin}/`)).body).toContain('Nobody is signed in');
    });

    test('what it is told stays text, and its log holds no ticket', async () => {
      const page = await createPerson(navigate).go(`${origin}/back?ticketId=%3Cb%3E&state=%3Cb%3E`);
      expect(page.body).not.toContain('<b>');
      expect(site.said()).not.toContain('ticketId');
    });
  });
