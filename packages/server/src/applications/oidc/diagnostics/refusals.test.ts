import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../../test/support/browser.ts';
import {
  addOidcApplication,
  addOidcApplications,
  portal as application,
  office,
} from '../../../../test/support/oidc/applications.ts';
import { createClient } from '../../../../test/support/oidc/client.ts';
import { withWholeAddresses } from '../../../../test/support/oidc/raw.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';

describe('error pages', () => {
  let world: World;
  let portal: Awaited<ReturnType<typeof createClient>>;

  beforeAll(async () => {
    world = await makeWorld('sqlite');
    world.clock.now = Date.now();
    await addOidcApplications(world.db);
    portal = await createClient(world.server);
  });
  afterAll(() => world.close());

  const sent = (url: string) => world.send({ url, headers: { accept: 'text/html' } });

  test.each([
    [
      'client_id',
      'nobody-we-know',
      'invalid_client: не знаємо.',
      'client_id: nobody-we-know<mark></mark> / <mark></mark> / ',
    ],
    [
      'redirect_uri',
      'https://portal.example/callback/',
      'invalid_redirect_uri: не та адреса. Інше: trailing-slash.',
      'redirect_uri: https://portal.example/callback<mark>/</mark> / https://portal.example/callback<mark></mark> / ',
    ],
    [
      'redirect_uri',
      '',
      'invalid_request: не так. Немає redirect_uri.',
      'redirect_uri: <mark></mark> / https://portal.example/callback<mark></mark> / ',
    ],
    ['client_id', '', 'invalid_request: не так.', ': <mark></mark> / <mark></mark> / '],
  ])(
    '%s=%s: the page shows the user what to do and the owner what is wrong',
    async (name, value, why, facts) => {
      const attempt = new URL((await portal.begin()).address);
      attempt.searchParams.set(name, value);
      const answer = await sent(attempt.pathname + attempt.search);
      expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
      expect(answer.body).toMatch(/data-page="request-refused".*<p>Почніть спочатку.<\/p>/s);
      expect(answer.body).toContain(`<p lang="uk">${why}</p><p lang="en">${why}</p>`);
      const id = `${answer.headers['x-request-id']}`;
      expect(answer.body).toContain(`<code>${id.slice(0, 8)}</code>`);
      expect(withWholeAddresses(answer.body)).toContain(`<dl>${facts}</dl>`);
      expect(answer.body).not.toContain(attempt.searchParams.get('state'));
    },
  );

  test('a logout with an unregistered address shows the error', async () => {
    const query = new URLSearchParams({
      client_id: application.id,
      post_logout_redirect_uri: 'https://evil.example/',
    });
    const { body } = await sent(`/oidc/logout?${query}`);
    expect(body).toMatch(/data-page="request-refused".*<p>Ви ще тут.<\/p>/s);
    expect(body).toContain('<p lang="uk">invalid_request: вихід. Інше: host.</p>');
    expect(withWholeAddresses(body)).toContain(
      'post_logout_redirect_uri: https://<mark>evi</mark>l.example/ / https://<mark>porta</mark>l.example/ / ',
    );
  });

  test('an expired request shows the error page', async () => {
    const { statusCode, body } = await sent('/oidc/auth/nothing-waits-here');
    expect(statusCode).toBe(410);
    expect(body).toMatch(/data-page="request-refused".*<p>Уже не діє.<\/p>/s);
    expect(body).toContain('пізно.');
  });

  test('after the client gets the error, the page says that the request has ended', async () => {
    const staff = await createClient(world.server, office);
    const browser = createBrowser(world.server);
    browser.take(await world.signIn());
    const page = await browser.go((await staff.begin()).address);
    const { location } = await browser.go(/href="([^"]+)"/.exec(page.body)?.[1] ?? '');
    expect(location).toContain('error=access_denied');
    const back = await browser.go(new URL(page.url).pathname);
    expect(back.status).toBe(410);
    expect(back.body).toMatch(/data-page="request-refused".*<p>Уже не діє.<\/p>/s);
    expect(back.body).not.toContain('office');
  });

  test.each([
    ['it@campus.example', 'mailto:it@campus.example it@campus.example'],
    ['https://campus.example/ask?a=1', 'https://campus.example/ask?a=1'],
  ])('a user without access sees the contact of the application: %s', async (contact, shown) => {
    const own = { ...application, id: crypto.randomUUID(), callback: 'https://own.example/cb' };
    const metadata = {
      redirect_uris: [own.callback],
      scope: 'openid profile email groups campus',
    };
    await addOidcApplication(world.db, {
      id: own.id,
      name: `own-${own.id}`,
      groups: ['employees'],
      contact,
      protocol: { metadata, secret: own.secret },
    });
    const client = await createClient(world.server, own);
    const browser = createBrowser(world.server);
    browser.take(await world.signIn());
    const page = await browser.go((await client.begin()).address);
    expect(page.status).toBe(403);
    expect(withWholeAddresses(page.body)).toContain(`<b>${shown}`);
  });
});
