// The sites in examples/ that are one file: started as their README says, with the button, the ticket and a session of
// their own.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../packages/server/test/support/oidc/parties/person.ts';
import { root } from '../scripts/children.ts';
import { type Brama, startBrama } from './brama.ts';
import { openPage, startBrowser } from './browser.ts';
import { examplePrograms, requireRuntime } from './example-programs.ts';
import { navigate } from './navigation.ts';
import { type Site, startSite } from './sites.ts';

for (const program of examplePrograms)
  describe(`examples/${program.name}`, () => {
    let brama: Brama;
    let site: Site;
    let origin: string;

    beforeAll(async () => {
      requireRuntime(program);
      const { name, command } = program;
      brama = await startBrama();
      site = await startSite(brama, name, join(root, 'examples', name), command);
      origin = site.origin;
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
      expect(first.body).toContain(`data-app-id="${site.id}"`);
      const page = await person.go(linkIn(first.body));
      const { username, password } = brama.student;
      return { person, back: await person.submit(page, { username, password }) };
    }

    test('the button opens Brama, the ticket returns, and the site shows the user', async () => {
      const { person, back } = await signedIn();
      expect([back.status, back.url]).toEqual([200, `${origin}/`]);
      expect(back.body).toContain('<h1>Шевченко Олена Іванівна</h1>');
      expect(back.body).toContain('Student KV-1, signed in by PASSWORD');
      const out = await person.submit(back);
      expect(out.body).toContain('Nobody is signed in');
    });

    test('a ticket of another user or an invented ticket signs no user in', async () => {
      const stranger = createPerson(navigate);
      await stranger.go(`${origin}/`);
      for (const query of ['ticketId=x&state=x', 'state=x'])
        expect((await stranger.go(`${origin}/back?${query}`)).status).toBe(400);
      expect((await stranger.go(`${origin}/`)).body).toContain('Nobody is signed in');
    });

    test('opening the site from the list of apps in Brama signs in the right user at once', async () => {
      const person = createPerson(navigate);
      const { username, password } = brama.student;
      await person.signIn(brama.issuer, username, password);
      const chosen = await person.go(`${brama.issuer}/api/app-redirect?appId=${site.id}`);
      expect([chosen.status, chosen.url]).toEqual([200, `${origin}/`]);
      expect(chosen.body).toContain('<h1>Шевченко Олена Іванівна</h1>');
    });

    test('a ticket without a state is ignored, and a new sign-in begins', async () => {
      for (const query of ['ticketId=x', 'ticketId=x&state=', '']) {
        const { leadsTo = '' } = await createPerson(navigate, [origin]).go(
          `${origin}/back?${query}`,
        );
        const { origin: led, searchParams } = new URL(leadsTo);
        expect([led, [...searchParams.keys()]]).toEqual([brama.issuer, ['appId', 'state']]);
      }
    });

    test('the browser renders the button without errors', async () => {
      const browser = await startBrowser();
      const { page, complaints } = await openPage(browser);
      await page.goto(origin);
      await page.locator('a[part=button]').waitFor();
      expect(complaints).toEqual([]);
      await browser.close();
    });

    test('a valid ticket does not sign in another browser (login CSRF)', async () => {
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

    test('parameters are escaped, and the log contains no ticket', async () => {
      const page = await createPerson(navigate).go(`${origin}/back?ticketId=%3Cb%3E&state=%3Cb%3E`);
      expect(page.body).not.toContain('<b>');
      expect(site.said()).not.toContain('ticketId');
    });
  });
