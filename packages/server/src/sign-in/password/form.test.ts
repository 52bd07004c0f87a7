import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../test/support/browser.ts';
import { openedBy } from '../../../test/support/web-build.ts';
import { apps, makeWorld, ours, password, type World } from '../../../test/support/world.ts';

// the form of a browser without JavaScript
describe('the plain login form', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld('sqlite');
  });
  afterAll(() => world.close());

  const submit = (url: string, fields: Record<string, string>, headers = {}) =>
    world.post(url, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    });

  test('signs in, keeps appId and state, and redirects to the applications', async () => {
    const answer = await submit(`/uk/?appId=${apps.campus.id}&state=s&junk=1`, {
      username: 'o.shevchenko',
      password,
    });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe(`/uk/apps?appId=${apps.campus.id}&state=s`);
    const cookie = `brama_session=${answer.cookies[0]?.value}`;
    const page = await world.send({ url: String(answer.headers.location), headers: { cookie } });
    // the page continues, not a redirect: CSP form-action would block the way to another origin
    expect(page.statusCode).toBe(200);
    expect(openedBy(page.body)).toContain(
      `/api/app-redirect?appId=${apps.campus.id}&state=s&userHash=`,
    );
  });

  test.each([
    ['wrong password', { username: 'o.shevchenko', password: 'nope' }, 401],
    ['nothing typed', { username: '', password: '' }, 400],
    ['fields missing', {}, 400],
  ])('%s: the page is shown again with the error', async (_, fields, status) => {
    const answer = await submit('/en/?appId=x', fields as Record<string, string>);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('data-notice="invalid-credentials"');
    expect(answer.body).toContain('href="/en/?appId=x"');
    expect(answer.cookies).toEqual([]);
  });

  describe('«This is a shared computer»', () => {
    const username = 'o.shevchenko';
    const sessionOf = (answer: Awaited<ReturnType<typeof submit>>) =>
      answer.cookies.find(({ name }) => name === 'brama_session');

    test('starts a session that ends with the browser', async () => {
      const fields = { username, password, sharedComputer: 'true' };
      const answer = await submit('/uk/?appId=x&state=s', fields);
      expect(answer.headers.location).toBe('/uk/apps?appId=x&state=s');
      expect(answer.cookies.map(({ name }) => name)).toEqual(['brama_session']);
      expect(sessionOf(answer)?.maxAge).toBeUndefined();
    });

    test('stays checked after a wrong password', async () => {
      const fields = { username, password: 'nope', sharedComputer: 'true' };
      expect((await submit('/uk/', fields)).body).toContain('data-shared="true"');
    });

    test('can be checked by the address, and the form decides', async () => {
      const url = '/uk/?sharedComputer=true&appId=x';
      const page = await world.send({ url });
      expect(page.body).toContain('data-shared="true"');
      expect(page.body).toContain('data-carried="?sharedComputer=true&amp;appId=x"');
      const refused = await submit(url, { username, password: 'nope' });
      expect(refused.body).toContain('data-shared="false"');
      const answer = await submit(url, { username, password });
      expect(answer.headers.location).toBe('/uk/apps?appId=x');
      expect(sessionOf(answer)?.maxAge).toBe(604_800);
    });

    test.each(['false', '', '1', 'TRUE'])('%j is not checked', async (sharedComputer) => {
      const answer = await submit('/uk/', { username, password, sharedComputer });
      expect(sessionOf(answer)?.maxAge).toBe(604_800);
    });

    test('a sent value of another type is refused, and the ticket stays valid', async () => {
      const { sessionId } = (await world.post('/api/auth', { username, password })).json();
      const enter = (sharedComputer: unknown) =>
        world.post('/api/auth/internal', { sessionId, sharedComputer });
      for (const value of ['true', 1, null, {}, []])
        expect((await enter(value)).statusCode).toBe(400);
      expect((await enter(true)).statusCode).toBe(200);
    });
  });

  test('escapes the typed username in the field and in the inline JSON', async () => {
    const username = `"><script>alert(1)</script>'&$&\\`;
    const { body } = await submit('/uk/', { username, password: 'x' });
    expect(body).not.toContain('<script>alert');
    expect(body).toContain(
      'value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;$&amp;\\"',
    );
    const json = /id="state">(.*?)<\/script>/.exec(body)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual({ username });
    expect(body).not.toContain('value="x"');
  });

  test.each(['@@username@@" autofocus onfocus=alert(1) x="', '@@query@@', '$&$1`'])(
    'does not replace template placeholders in the typed username: %s',
    async (username) => {
      const { body } = await submit('/uk/?\\', { username, password: 'x' });
      expect(body).not.toMatch(/value="[^"]*" autofocus/);
      const json = /id="state">(.*?)<\/script>/.exec(body)?.[1] ?? '';
      expect(JSON.parse(json)).toEqual({ username });
    },
  );

  test('escapes the query in the page', async () => {
    const { body } = await submit('/uk/?a="><script>', { username: 'x', password: 'x' });
    expect(body).not.toContain('"><script>');
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
  ])('rejects a submission from another site: %j', async (headers) => {
    const answer = await submit('/uk/', { username: 'o.shevchenko', password }, headers);
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'request.foreign-origin']);
  });

  test('rejects JSON', async () => {
    const answer = await world.post('/uk/', { username: 'o.shevchenko', password });
    expect(answer.statusCode).toBe(415);
  });
});

test('without the database the form itself shows an error and keeps the typed username', async () => {
  const world = await makeWorld('sqlite');
  try {
    await world.db.destroy();
    const answer = await createBrowser(world.server).request(`/uk/?appId=${apps.campus.id}`, {
      method: 'POST',
      payload: new URLSearchParams({ username: 'o.shevchenko', password }).toString(),
      headers: { ...ours, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(500);
    expect(answer.cookies.map(({ name }) => name)).not.toContain('brama_notice');
    expect(answer.body).toContain('data-notice="unavailable"');
    expect(answer.body).toContain('value="o.shevchenko"');
  } finally {
    await world.close();
  }
});
