// Every page of a signed-in user has the account menu; pages of visitors have none and cost no database query.

import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { recordStatements } from '../../test/support/statements.ts';
import { accountMenuOf } from '../../test/support/web-build.ts';
import { makeWorld, type World } from '../../test/support/world.ts';

const recorder = recordStatements();
afterAll(() => recorder.stop());

describeOnDatabases('the account menu', (kind) => {
  let world: World;
  let cookie: string;
  beforeEach(async () => {
    world = await makeWorld(kind);
    cookie = await world.signIn();
  });
  afterEach(() => world.close());

  const get = (url: string, headers: Record<string, string> = { cookie }) =>
    world.send({ url, headers });

  test.each(['/uk/apps', '/uk/faq', '/en/faq?appId=7', '/uk/password', '/uk/unknown', '/device'])(
    'is on %s',
    async (url) => {
      const page = await get(url);
      expect(accountMenuOf(page.body)).toEqual({
        userHash: expect.any(String),
        name: 'Шевченко Олена',
        fullName: 'Шевченко Олена',
      });
      expect(page.headers['cache-control']).toBe('private, no-store');
      expect(page.headers['vary']).toContain('cookie');
    },
  );

  test('shows the given name of the manifest, and never a part of the full name', async () => {
    await world.db.updateTable('users').set({ given_name: 'Олена' }).execute();
    expect(accountMenuOf((await get('/uk/faq')).body)).toMatchObject({
      name: 'Олена',
      fullName: 'Шевченко Олена',
    });
  });

  test('shows the Latin spelling on English pages', async () => {
    const names = { given_name: 'Олена', full_name_en: 'Olena Shevchenko' };
    await world.db.updateTable('users').set(names).execute();
    const { full_name_en: name } = names;
    const shown = accountMenuOf((await get('/en/faq')).body);
    expect(shown).toMatchObject({ name, fullName: name });
    expect(accountMenuOf((await get('/uk/faq')).body)).toMatchObject({ name: 'Олена' });
  });

  test('is not on pages of visitors, and these read no session', async () => {
    recorder.take();
    for (const url of ['/uk/faq', '/uk/unknown', '/uk/diia']) {
      const page = await get(url, {});
      expect(accountMenuOf(page.body)).toBeUndefined();
      expect(page.headers['cache-control']).toBe('no-store');
    }
    expect(recorder.take()).toEqual([]);
    // the recorder works
    await get('/uk/faq');
    expect(recorder.take().join()).toContain('sessions');
  });

  test('does not get into the page that visitors receive', async () => {
    const before = await get('/uk/faq', {});
    await get('/uk/faq');
    expect((await get('/uk/faq', {})).body).toBe(before.body);
  });

  test('is not shown with a session that has ended, or with an unknown or malformed one', async () => {
    await world.post('/api/auth/logout', {}, { cookie });
    const broken = ['brama_session=', `brama_session=${'x'.repeat(3000)}`, 'brama_session=%00'];
    for (const sent of [cookie, ...broken])
      expect(accountMenuOf((await get('/uk/faq', { cookie: sent })).body), sent).toBeUndefined();
  });

  test('names cannot add elements to the page', async () => {
    const name = '</script><script>alert(1)</script><div id="account-menu"></div>';
    await world.db.updateTable('users').set({ full_name: name }).execute();
    const { body } = await get('/uk/faq');
    expect(body).not.toContain('<script>alert');
    expect(accountMenuOf(body)?.fullName).toBe(name);
  });

  test('is not on the page for a user who has changed', async () => {
    const fields = new URLSearchParams({ userHash: 'of-another-user' }).toString();
    const { headers } = await world.post('/api/auth/logout', fields, {
      cookie,
      accept: 'text/html',
      'sec-fetch-mode': 'navigate',
      'content-type': 'application/x-www-form-urlencoded',
    });
    const page = await get(`${headers.location}`, { cookie });
    expect(page.body).toContain('data-page="user-changed"');
    expect(accountMenuOf(page.body)).toBeUndefined();
  });

  test('is stored uncompressed, and the rest of a shared page is compressed', async () => {
    const page = await get('/uk/faq', { cookie, 'accept-encoding': 'gzip, br' });
    expect(page.headers['content-encoding']).toBe('gzip');
    expect(page.rawPayload.includes('Шевченко Олена')).toBe(true);
    expect(page.rawPayload.includes('<!doctype html>')).toBe(false);
    expect(accountMenuOf(gunzipSync(page.rawPayload).toString())).toBeDefined();
  });

  test('is on the page for an address that cannot be decoded', async () => {
    const page = await get('/en/%zz', { cookie, 'sec-fetch-mode': 'navigate' });
    expect(page.statusCode).toBe(404);
    expect(accountMenuOf(page.body)).toBeDefined();
  });

  test('a failure for an address that cannot be decoded ends the request', async () => {
    const broken = vi.spyOn(world.site, 'renderPage').mockImplementation(() => {
      throw new Error('broken on purpose');
    });
    const page = await get('/en/%zz', { cookie, 'sec-fetch-mode': 'navigate' });
    expect(page.statusCode).toBe(500);
    expect(page.json().error.code).toBe('internal');
    broken.mockRestore();
  });

  test('an error page is sent without the database, and without the menu', async () => {
    const broken = vi.spyOn(world.site, 'renderScreen').mockImplementation(() => {
      throw new Error('broken on purpose');
    });
    const page = await get('/uk/faq?appId=1', { cookie, accept: 'text/html' });
    expect(page.statusCode).toBe(500);
    expect(accountMenuOf(page.body)).toBeUndefined();
    broken.mockRestore();
  });
});
