// Favourites, recently used applications, icons and the search, as the applications page receives them.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { appsPropsOf } from '../../../test/support/web-build.ts';
import { addUser, apps, makeWorld, type World } from '../../../test/support/world.ts';
import { createReadIcon } from '../icons/read-icon.ts';
import { createApplicationsManifest } from '../manifest/manifest.ts';
import { ApplicationOwners } from '../owners.ts';
import { createSettingsParsers } from '../protocols.ts';
import { createApplicationStore } from '../store.ts';

const { campus, library, rooms } = apps;
const unknown = '0b6d7c52-5a0e-4f53-9a64-0d3f3b1f6f10';
const svg = (colour: string) => {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${colour}" d="M0 0h9v9z"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;
};

describeOnDatabases('the portal', (kind) => {
  let world: World;
  let cookie: string;
  beforeAll(async () => {
    world = await makeWorld(kind);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.db.deleteFrom('user_applications').execute();
    cookie = await world.signIn();
  });

  const pageOf = async (query = '', as = cookie) =>
    appsPropsOf((await world.send({ url: `/uk/apps${query}`, headers: { cookie: as } })).body);
  const change = (what: 'add' | 'remove', application: unknown, as = cookie) =>
    world.post(`/api/favorites/${what}`, { application }, { cookie: as });
  const launch = (id: string, as = cookie) =>
    world.send({ url: `/api/app-redirect?appId=${id}`, headers: { cookie: as } });

  /** Applies entries as `apply` does. */
  async function apply(...entries: object[]) {
    const { plan } = createApplicationsManifest({
      store: createApplicationStore(world.db, () => 0),
      owners: new ApplicationOwners(world.db),
      readers: createSettingsParsers({ methodsOn: ['password'], isProduction: true }),
      readIcon: createReadIcon(import.meta.dirname),
      now: () => 0,
    });
    const planned = await plan(entries, () => true);
    expect(planned.issues).toEqual([]);
    expect(await world.db.transaction().execute(planned.write)).toBe(true);
    return planned;
  }

  describe('favourites', () => {
    test('are added and removed one by one, in every browser of the user', async () => {
      const other = await world.signIn();
      expect((await change('add', library.id)).json()).toEqual({});
      expect((await change('add', campus.id, other)).statusCode).toBe(200);
      for (const one of [cookie, other])
        expect((await pageOf('', one)).portal.favorites.toSorted()).toEqual(
          [campus.id, library.id].sort(),
        );
      await change('remove', campus.id);
      expect((await pageOf('', other)).portal.favorites).toEqual([library.id]);
    });

    test('are the same after repeated and simultaneous requests of two tabs', {
      tags: 'race',
    }, async () => {
      const requests = [campus, library, campus, library].map(({ id }) => change('add', id));
      for (const { statusCode } of await Promise.all(requests)) expect(statusCode).toBe(200);
      expect((await pageOf()).portal.favorites).toHaveLength(2);
      for (const _ of [1, 2]) expect((await change('remove', campus.id)).statusCode).toBe(200);
      expect((await pageOf()).portal.favorites).toEqual([library.id]);
    });

    test('belong to one user', async () => {
      await change('add', library.id);
      await addUser(world.db, { username: 'taras', groups: ['students'] }, world.passwordHash);
      expect((await pageOf('', await world.signIn('taras'))).portal.favorites).toEqual([]);
    });

    test('a form continues to the applications page, at the card', async () => {
      const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
      const payload = `application=${library.id}`;
      const answer = await world.post('/api/favorites/add', payload, headers);
      expect([answer.statusCode, answer.headers.location]).toEqual([303, `/uk/apps#${library.id}`]);
      expect((await pageOf()).portal.favorites).toEqual([library.id]);
    });

    test.each([
      ['an unknown application', unknown, 404],
      ['an application without access', rooms.id, 404],
      ['no id', 'x', 404],
      ['nothing', undefined, 400],
      ['a list', [campus.id], 400],
      ['a long text', 'x'.repeat(1000), 400],
    ])('%s is refused', async (_name, application, status) => {
      expect((await change('add', application)).statusCode).toBe(status);
      expect(await world.db.selectFrom('user_applications').selectAll().execute()).toEqual([]);
    });

    test('need a session and a request of our own page', async () => {
      for (const what of ['add', 'remove'] as const) {
        expect((await change(what, campus.id, '')).statusCode).toBe(401);
        const answer = await world.send({
          method: 'POST',
          url: `/api/favorites/${what}`,
          payload: { application: campus.id },
          headers: { cookie, 'sec-fetch-site': 'cross-site' },
        });
        expect(answer.statusCode).toBe(403);
      }
    });

    test('one without access any more is not shown, and may be removed', async () => {
      await change('add', library.id);
      await apply({ id: library.id, access: { groups: ['employees'] } });
      expect((await pageOf()).portal.favorites).toEqual([]);
      expect((await change('remove', library.id)).statusCode).toBe(200);
      await apply({ id: library.id, access: { groups: ['students'] } });
      expect((await pageOf()).portal.favorites).toEqual([]);
    });
  });

  test('a form of a page whose session has ended leads to the sign-in page', async () => {
    const answer = await world.send({
      method: 'POST',
      url: '/api/favorites/add',
      headers: {
        accept: 'text/html',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: `application=${library.id}`,
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/uk/?session=ended']);
  });

  test('recently used are launched applications, the last one first', async () => {
    await launch(campus.id);
    world.clock.now += 1000;
    await launch(library.id);
    expect((await pageOf()).portal.recent).toEqual([library.id, campus.id]);
    world.clock.now += 1000;
    await launch(campus.id);
    await change('add', campus.id);
    await change('remove', campus.id);
    expect((await pageOf()).portal.recent).toEqual([campus.id, library.id]);
    // no access: nothing is launched
    await launch(rooms.id);
    expect((await pageOf()).portal.recent).toHaveLength(2);
  });

  test('icons and categories come from the manifest; unused icons are deleted', async () => {
    const category = { uk: 'Навчання', en: 'Studies' };
    const entries = [
      { id: campus.id, icon: svg('red'), category },
      { id: library.id, icon: svg('red') },
    ];
    expect((await apply(...entries)).updated.map(({ fields }) => fields)).toEqual([
      ['category', 'icon'],
      ['icon'],
    ]);
    expect((await apply(...entries)).unchanged).toBe(2);
    const { user, portal } = await pageOf();
    const [first, second] = user.applications;
    expect(first).toMatchObject({ category: 'Навчання' });
    expect(second?.icon).toBe(first?.icon);
    expect(portal.categories).toEqual(['Навчання']);

    const served = await world.send({ url: first?.icon ?? '' });
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(served.rawPayload.subarray(1, 4).toString()).toBe('PNG');

    await apply({ id: campus.id, icon: svg('blue'), category: { en: 'Learning' } });
    expect((await world.send({ url: first?.icon ?? '' })).statusCode).toBe(200);
    await apply({ id: library.id, icon: null }, { id: campus.id, category: null });
    expect((await world.send({ url: first?.icon ?? '' })).statusCode).toBe(404);
    const after = (await pageOf()).user.applications;
    expect(after[1]).not.toHaveProperty('icon');
    expect(after[0]?.icon).not.toBe(first?.icon);
    expect(after[0]).not.toHaveProperty('category');
  });

  test('categories and applications stand in the order of the manifest', async () => {
    const order = async () => {
      const { user, portal } = await pageOf();
      return [portal.categories, user.applications.map(({ name }) => name)];
    };
    const [first, second] = [
      { uk: 'Бета', en: 'Alpha' },
      { uk: 'Альфа', en: 'Beta' },
    ];
    await apply({ id: campus.id, category: first }, { id: library.id, category: second });
    expect(await order()).toEqual([
      ['Альфа', 'Бета'],
      ['library', 'campus'],
    ]);
    await apply({ id: campus.id, position: 5 });
    expect(await order()).toEqual([
      ['Бета', 'Альфа'],
      ['campus', 'library'],
    ]);
    // an application that the user may not open counts too
    await apply({ id: rooms.id, category: second, position: 0 });
    expect(await order()).toEqual([
      ['Альфа', 'Бета'],
      ['library', 'campus'],
    ]);
    await apply({ id: library.id, category: first, position: 4 });
    expect(await order()).toEqual([['Бета'], ['library', 'campus']]);
    for (const { id } of [campus, library, rooms])
      await apply({ id, category: null, position: null });
    expect(await order()).toEqual([[], ['campus', 'library']]);
  });

  test.each(['x.png', `${'0'.repeat(32)}.svg`, `${'0'.repeat(32)}.png`])(
    'there is no icon %s',
    async (file) => {
      expect((await world.send({ url: `/application-icons/${file}` })).statusCode).toBe(404);
    },
  );

  test('10 000 applications: the page has 100, and the server searches the rest', {
    tags: ['long'],
    timeout: 120_000,
  }, async () => {
    const numbered = Array.from({ length: 10_000 }, (_, index) => ({
      id: `00000000-0000-4000-8000-${`${index}`.padStart(12, '0')}`,
      name: `app-${index}`,
      title: { uk: `Сервіс ${index}`, en: `App ${index}` },
      description: { uk: index % 1000 === 7 ? 'Їдальня' : 'опис', en: 'about' },
      access: { groups: ['many'] },
      category: { uk: 'Різне', en: 'Various' },
      icon: svg('green'),
      protocol: { type: 'link', url: 'https://library.example/' },
    }));
    await addUser(world.db, { username: 'busy', groups: ['many'] }, world.passwordHash);
    expect((await apply(...numbered)).created).toHaveLength(10_000);
    expect((await apply(...numbered)).unchanged).toBe(10_000);
    const busy = await world.signIn('busy');
    const [first, last] = [numbered[5000]?.id ?? '', numbered[9999]?.id ?? ''];
    await change('add', last, busy);
    await launch(first, busy);

    const { user, portal } = await pageOf('', busy);
    expect(user.applications).toHaveLength(100);
    expect(portal).toMatchObject({
      favorites: [last],
      recent: [first],
      count: 10_000,
      found: 10_000,
    });
    const found = await pageOf(`?q=${encodeURIComponent('їдальня')}`, busy);
    expect(found.portal).toMatchObject({ search: 'їдальня', found: 10, favorites: [] });
    expect(found.user.applications).toHaveLength(10);
    const opened = await pageOf(`?appId=${numbered[1234]?.id}`, busy);
    expect(opened.opening?.title).toBe('Сервіс 1234');
    const long = await pageOf(`?q=${'x'.repeat(3000)}`, busy);
    expect([long.portal.search.length, long.portal.found]).toEqual([100, 0]);
  });
});
