// The scenarios for every CAS client: two sites, one sign-in, and four ways to sign out.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { overOpenidClient } from '../packages/server/test/support/oidc/parties/openid-client.ts';
import type { Send } from '../packages/server/test/support/oidc/parties/party.ts';
import { createPerson, type Page } from '../packages/server/test/support/oidc/parties/person.ts';
import { startReceiver } from '../packages/server/test/support/oidc/parties/receiver.ts';
import { registerAt } from '../packages/server/test/support/oidc/parties/registered.ts';
import { startSecureBrama } from './brama.ts';
import { createNavigate } from './navigation.ts';

export type SecureBrama = Awaited<ReturnType<typeof startSecureBrama>>;
type Person = ReturnType<typeof createPerson>;

/** A name that XML, JSON and pages must escape. */
const member = {
  username: 'o.koval',
  password: 'Верба над ставком 48',
  fullName: 'Коваль Олена & «Їжак» <R>',
  email: 'o.koval@campus.example',
  groups: ['students', 'employees'],
};

type Site = {
  /** The page for signed-in users. */
  home: string;
  /** The entry in Brama, as YAML or JSON. */
  manifest: string;
  /** Whether the client reads attributes. */
  hasAttributes: boolean;
};

export type CasClient = {
  sites: readonly [Site, Site];
  /** What a user does between the sign-in and the page; nothing by default. */
  enter?(person: Person, page: Page): Promise<Page>;
  /** Begins the sign-out at the first site. Resolves with the question of Brama. */
  leave(person: Person): Promise<Page>;
  /** Where the user is after that. */
  left: string;
  /** A page of the first site for employees only, if it has one. */
  staff?: string;
  stop(): Promise<void>;
};

/** Returns the entry of a site, as a manifest. */
export function entryOf(home: string): string {
  const title = { uk: home, en: home };
  const attributes = { displayName: 'fullName', mail: 'email', memberOf: 'groups' };
  const protocol = { type: 'cas', services: [home], attributes };
  const id = crypto.randomUUID();
  const name = `site-${id.slice(0, 8)}`;
  const entry = { id, name, title, description: title, access: 'everyone', protocol };
  return JSON.stringify({ applications: [entry] });
}

/** Makes a printed entry that of another site. */
export const entryFrom = (printed: string, name: string) =>
  printed
    .replace(/ id: \S+/, ` id: ${crypto.randomUUID()}`)
    .replace(/ name: \S+/, ` name: site-${name.replaceAll('.', '-')}`);

const unescaped = (html: string) =>
  html
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** Returns where the browser ends that opens the site. */
async function endOf(person: Person, { home }: Site) {
  const { status, url } = await person.go(home);
  const { origin, pathname } = new URL(url);
  return [status, origin, pathname];
}

/** Signs the user in at an OpenID application, and out there. */
async function signOutByOpenId({ issuer, apply }: SecureBrama, send: Send, person: Person) {
  const receiver = await startReceiver();
  const [application] = await registerAt(receiver.origin);
  if (!application) return expect.fail('no application');
  const { id, clientId, home, protocol } = application;
  const title = { uk: clientId, en: clientId };
  const entry = { id, name: clientId, title, description: title, access: 'everyone', protocol };
  await apply(JSON.stringify({ applications: [entry] }));
  const party = await overOpenidClient.connect(application, { issuer, send });
  const attempt = await party.begin();
  const { url } = await person.go(attempt.address);
  const question = await person.go(party.signOutAddress(await party.finish(url, attempt), 'x'));
  expect((await person.submit(question)).url).toBe(`${home}?state=x`);
  return receiver.close();
}

/** `start`: starts the sites, which Brama does not know yet. */
export function describeCas(name: string, start: (brama: SecureBrama) => Promise<CasClient>) {
  let brama: SecureBrama;
  let client: CasClient;
  let send: Send;

  beforeAll(async () => {
    brama = await startSecureBrama();
    send = createNavigate(brama.certificate);
    await brama.apply(JSON.stringify({ users: [member] }));
    client = await start(brama);
    for (const { manifest, home } of client.sites) {
      await brama.apply(manifest);
      await vi.waitFor(async () => expect(await isKnown(home)).toBe(true), 5_000);
    }
  });
  afterAll(async () => {
    await client?.stop();
    await brama?.stop();
  });

  /** The server reads new services at most once a second. */
  async function isKnown(home: string): Promise<boolean> {
    const query = new URLSearchParams({ service: home });
    return (await send(`${brama.issuer}/cas/login?${query}`)).status !== 400;
  }

  const enter = (person: Person, page: Page) => client.enter?.(person, page) ?? page;

  function expectMember({ home, hasAttributes }: Site, page: Page) {
    const shown = unescaped(page.body);
    expect([page.status, page.url]).toEqual([200, home]);
    expect(shown).toContain(member.username);
    if (hasAttributes)
      for (const text of [member.fullName, member.email]) expect(shown).toContain(text);
  }

  /** Returns a user who has signed in at the first site by our page, and has opened both. */
  async function signedIn(): Promise<Person> {
    const person = createPerson(send);
    const [first, second] = client.sites;
    const page = await person.go(first.home);
    expect(page.url).toContain(`${brama.issuer}/uk/?appId=`);
    const { username, password } = member;
    const back = await person.submit(page, { username, password });
    expectMember(first, await enter(person, back));
    expectMember(second, await enter(person, await person.go(second.home)));
    return person;
  }

  /** Every site wants a new sign-in: the browser ends at our page. On a busy machine a notification may be late. */
  async function expectClosed(person: Person) {
    for (const site of client.sites)
      await expect
        .poll(() => endOf(person, site), { timeout: 15_000 })
        .toEqual([200, brama.issuer, '/uk/']);
  }

  describe(name, () => {
    test('both sites know the user and read the attributes, the second one without a question', async () => {
      const person = await signedIn();
      // both have sessions of their own
      for (const site of client.sites) expectMember(site, await person.go(site.home));
    });

    test('a section for employees rejects a student', async ({ skip }) => {
      if (!client.staff) return skip();
      const student = { ...member, username: 's.moroz', email: 's.moroz@campus.example' };
      await brama.apply(JSON.stringify({ users: [{ ...student, groups: ['students'] }] }));
      const person = createPerson(send);
      const { username, password } = student;
      const page = await person.submit(await person.go(client.staff), { username, password });
      expect(page.status).toBe(403);
    });

    test('sign-out at the portal ends both sessions', async () => {
      const person = await signedIn();
      await person.signOut(brama.issuer);
      await expectClosed(person);
    });

    test('sign-out at an OpenID application ends both sessions', async () => {
      const person = await signedIn();
      await signOutByOpenId(brama, send, person);
      await expectClosed(person);
    });

    test('sign-out at the first site ends both sessions', async () => {
      const person = await signedIn();
      const question = await client.leave(person);
      expect(new URL(question.url).origin).toBe(brama.issuer);
      expect((await person.submit(question)).url).toBe(client.left);
      await expectClosed(person);
    });

    test('sign-out of one user does not end the sessions of another', async () => {
      const [leaving, staying] = [await signedIn(), await signedIn()];
      await leaving.signOut(brama.issuer);
      await expectClosed(leaving);
      for (const site of client.sites) expectMember(site, await staying.go(site.home));
    });
  });
}
