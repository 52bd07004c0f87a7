// Apache's mod_auth_openidc before two sites: one sign-in opens both, one sign-out ends both.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../packages/server/test/support/oidc/parties/person.ts';
import { prepareSites } from './apache-openidc.ts';
import { type Brama, startBrama } from './brama.ts';
import { navigate } from './navigation.ts';

describe('two sites behind mod_auth_openidc, configured as in docs/integrate/recipes.md', () => {
  let brama: Brama;
  let apache: Awaited<ReturnType<typeof prepareSites>>;
  let stopApache: () => Promise<void>;
  let wiki: string;
  let lab: string;

  beforeAll(async () => {
    brama = await startBrama();
    apache = await prepareSites(brama.issuer);
    for (const { manifest } of apache.sites) await brama.apply(manifest);
    stopApache = await apache.start();
    [wiki, lab] = apache.sites.map(({ origin }) => origin) as [string, string];
  });
  afterAll(async () => {
    await stopApache?.();
    apache?.remove();
    await brama?.stop();
  });

  /** Returns a user who has signed in at the first site by our page, and has opened both. */
  async function signedIn() {
    const person = createPerson(navigate);
    const page = await person.go(`${wiki}/`);
    expect(page.url).toContain(`${brama.issuer}/uk/?appId=`);
    const { username, password } = brama.student;
    const first = await person.submit(page, { username, password });
    expect([first.status, first.url]).toEqual([200, `${wiki}/`]);
    const second = await person.go(`${lab}/`);
    expect([second.status, second.url]).toEqual([200, `${lab}/`]);
    return { person, first, second };
  }

  type Person = Awaited<ReturnType<typeof signedIn>>['person'];

  /** The site wants a new sign-in: the browser ends at our page, and in no way at its own. */
  async function expectClosed(person: Person, site: string) {
    const { status, url } = await person.go(`${site}/`);
    expect([status, new URL(url).origin, new URL(url).pathname]).toEqual([
      200,
      brama.issuer,
      '/uk/',
    ]);
  }

  test('after sign-in at one site the other opens directly, and both know the user', async () => {
    const { first, second } = await signedIn();
    for (const { body } of [first, second]) {
      expect(body).toContain('REMOTE_USER=o.shevchenko;');
      expect(body).toContain('OIDC_CLAIM_name=Шевченко Олена Іванівна;');
      expect(body).toContain('OIDC_CLAIM_groups=students;');
    }
    const subject = /OIDC_CLAIM_sub=([^;]+);/;
    expect(subject.exec(first.body)?.[1]).toBe(subject.exec(second.body)?.[1]);
  });

  test('a section for employees rejects a student', async () => {
    const { person } = await signedIn();
    expect((await person.go(`${lab}/staff/`)).status).toBe(403);
  });

  test('sign-out at one site notifies the other, and both require a new sign-in', async () => {
    const { person } = await signedIn();
    const back = encodeURIComponent(`${wiki}/signed-out`);
    const question = await person.go(`${wiki}/oidc?logout=${back}`);
    expect(new URL(question.url).origin).toBe(brama.issuer);
    const after = await person.submit(question);
    expect([after.url, after.body]).toEqual([`${wiki}/signed-out/`, 'signed out here']);
    await expectClosed(person, lab);
    await expectClosed(person, wiki);
  });

  test('after sign-out at the portal both sites require a new sign-in', async () => {
    const { person } = await signedIn();
    expect(await person.signOut(brama.issuer)).toEqual({ untold: [] });
    await expectClosed(person, wiki);
    await expectClosed(person, lab);
  });
});
