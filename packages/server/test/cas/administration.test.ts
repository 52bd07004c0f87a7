// Applications that speak CAS: in a manifest, in the administration API, and on the portal.

import type { AdminRouteId } from '@brama/contract/admin/routes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createReadIcon } from '../../src/applications/icons/read-icon.ts';
import { createFindIcon } from '../../src/applications/icons/store.ts';
import { exportedApplications } from '../../src/applications/manifest/export.ts';
import { createApplicationsManifest } from '../../src/applications/manifest/manifest.ts';
import { ApplicationOwners } from '../../src/applications/owners.ts';
import { createSettingsParsers } from '../../src/applications/protocols.ts';
import { createApplicationStore } from '../../src/applications/store.ts';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  strongSession,
} from '../support/admin/callers.ts';
import { ask } from '../support/cas/client.ts';
import { type CasSteps, createCasSteps, loginAddress, ticketIn } from '../support/cas/steps.ts';
import { describeOnDatabases } from '../support/databases.ts';
import { appsPropsOf } from '../support/web-build.ts';
import { makeWorld, type World } from '../support/world.ts';

const entry = {
  id: '4f1c7a90-2b3d-4e58-9c61-7a0d5be2f310',
  name: 'timetable',
  title: { uk: 'Розклад', en: 'Timetable' },
  description: { uk: 'опис', en: 'about' },
  access: { groups: ['students'] },
  contact: 'help@campus.example',
  releases: ['taxId'],
  minimumLevel: null,
  protocol: {
    type: 'cas',
    services: ['https://campus.example/app/', 'https://old.campus.example/login/cas'],
    startUrl: 'https://campus.example/app/start?from=brama',
    attributes: { mail: 'email', member: 'groups', faculty: 'data.faculty', tax: 'taxId' },
    singleLogout: 'https://campus.example/logout',
    proxy: {
      callbacks: ['https://campus.example/app/pgt'],
      services: ['https://api.campus.example/'],
    },
    signInMethods: ['password', 'diia', 'passkey'],
  },
};
const { id, protocol } = entry;

describeOnDatabases('applications with CAS', (kind) => {
  let world: World;
  let steps: CasSteps;
  let administrator: Caller;
  let owner: Caller;
  beforeAll(async () => {
    world = await makeWorld(kind);
    steps = createCasSteps(world);
    for (const name of ['students', 'employees'])
      await world.db
        .insertInto('groups')
        .values({ name, created_at: 0, title: JSON.stringify({ uk: 'Гурт', en: 'Team' }) })
        .onConflict((on) => on.doNothing())
        .execute();
    await addCaller(world, 'chief', ['administrator']);
    await addCaller(world, 'keeper', ['application-owner']);
  });
  beforeEach(async () => {
    world.clock.now += 60_000;
    await world.db.deleteFrom('applications').where('name', '=', 'timetable').execute();
    administrator = await strongSession(world, 'chief');
    owner = await strongSession(world, 'keeper');
  });
  afterAll(() => world.close());

  const store = () => createApplicationStore(world.db, () => 0);
  async function planned(...entries: unknown[]) {
    const { plan } = createApplicationsManifest({
      store: store(),
      owners: new ApplicationOwners(world.db),
      readers: createSettingsParsers({
        methodsOn: ['password', 'diia', 'google', 'passkey'],
        isProduction: true,
      }),
      readIcon: createReadIcon(import.meta.dirname),
      now: () => 0,
    });
    return plan(entries, () => true);
  }
  /** Applies entries as `apply` does. */
  async function apply(...entries: unknown[]) {
    const plan = await planned(...entries);
    expect(plan.issues).toEqual([]);
    await world.db.transaction().execute(plan.write);
    world.clock.now += 5000;
    return plan;
  }
  async function call(route: AdminRouteId, input: Input = {}, caller: Caller = administrator) {
    const answer = await callRoute(world, route, caller, input);
    const body = answer.body === '' ? undefined : answer.json();
    return { status: answer.statusCode, body };
  }
  const params = { id };
  const change = (body: object, caller = administrator, version = 1) =>
    call('updateApplication', { params, body, headers: { 'if-match': `"${version}"` } }, caller);
  const read = async () => (await call('readApplication', { params })).body;

  describe('in a manifest', () => {
    test('all settings are stored, and a second time nothing changes', async () => {
      await apply(entry);
      expect((await read()).protocol).toEqual(protocol);
      const again = await planned(entry);
      expect([again.issues, again.planned]).toEqual([[], []]);
    });

    test('the exported entry is the same', async () => {
      await apply(entry);
      const exported = [];
      const stores = {
        applications: store(),
        owners: new ApplicationOwners(world.db),
        findIcon: createFindIcon(world.db),
      };
      for await (const one of exportedApplications(stores)) exported.push(one);
      const [mine] = exported.filter((one) => 'id' in one && one.id === id);
      expect(mine).toMatchObject({ ...entry, secrets: [] });
      const text = JSON.stringify(mine);
      expect((await planned(JSON.parse(text))).issues).toEqual([]);
    });

    test('what is left out has its default', async () => {
      await apply({ ...entry, protocol: { type: 'cas', services: protocol.services } });
      expect((await read()).protocol).toEqual({
        type: 'cas',
        services: protocol.services,
        attributes: {},
        singleLogout: true,
      });
    });

    test('each issue names its path', async () => {
      const { issues } = await planned({
        ...entry,
        releases: [],
        protocol: {
          ...protocol,
          services: ['https://campus.example/app/', 'https://h.example/?a', 'http://h.example/'],
          secret: 'x',
        },
      });
      expect(issues.map(({ path, reason }) => `${path.join('.')}: ${reason}`)).toEqual([
        'applications.0.protocol.services.1: must not have a query (?…)',
        'applications.0.protocol.services.2: must begin with https:// (http:// is for localhost, *.localhost and 127.0.0.1 only)',
        'applications.0.protocol.secret: is not a known field',
      ]);
      const next = await planned({
        ...entry,
        releases: [],
        protocol: {
          ...protocol,
          startUrl: 'https://elsewhere.example/',
          singleLogout: 'https://elsewhere.example/',
          attributes: { ...protocol.attributes, user: 'username' },
        },
      });
      expect(
        next.issues.map(({ path, reason }) => `${path.slice(2).join('.')}: ${reason}`),
      ).toEqual([
        'protocol.startUrl: must be one of services, or below one',
        'protocol.singleLogout: must have the origin of one of services',
        'protocol.attributes.tax: needs releases: [taxId]',
        'protocol.attributes.user: is the name of an element of CAS',
      ]);
    });
  });

  describe('in the administration API', () => {
    test('is created, found by its protocol, and changed', async () => {
      const { id: _, ...body } = entry;
      const made = await call('createApplication', { body });
      expect([made.status, made.body.protocol]).toEqual([201, protocol]);
      const list = await call('listApplications', { query: { protocol: 'cas' } });
      expect(list.body.items.map(({ name }: { name: string }) => name)).toEqual(['timetable']);
      const changed = await call('updateApplication', {
        params: { id: made.body.id },
        body: { protocol: { type: 'cas', proxy: null, singleLogout: false, startUrl: null } },
      });
      const { proxy: _proxy, startUrl: _startUrl, ...others } = protocol;
      expect(changed.body.protocol).toEqual({ ...others, singleLogout: false });
    });

    test('issues name the fields of the request', async () => {
      await apply(entry);
      const services = ['https://campus.example/app/', 'https://u:p@h.example/'];
      const refused = await change({ protocol: { type: 'cas', services, more: 1 } });
      expect([refused.status, refused.body.fields]).toEqual([
        400,
        {
          'protocol.services.1': 'must not hold a username or password',
          'protocol.more': 'is not a known field',
        },
      ]);
      expect((await read()).protocol).toEqual(protocol);
    });

    test('a change acts at once', async () => {
      await apply(entry);
      const browser = await steps.signedIn();
      const login = () => browser.go(loginAddress({ service: 'https://campus.example/app/' }));
      const ticket = ticketIn((await login()).location);
      const services = ['https://old.campus.example/login/cas'];
      const body = { type: 'cas', services, startUrl: null, singleLogout: true };
      expect((await change({ protocol: body })).status).toBe(200);
      expect((await login()).status).toBe(400);
      const given = { service: 'https://campus.example/app/', ticket };
      expect(await ask(world, 'serviceValidate', given)).toMatchObject({ code: 'INVALID_SERVICE' });
    });

    describe('an owner', () => {
      beforeEach(async () => {
        await apply(entry);
        await call('addApplicationOwner', { params: { id, userId: owner.userId } });
      });

      test('changes the start page and the texts', async () => {
        const startUrl = 'https://campus.example/app/other';
        const body = { title: { uk: 'Інше', en: 'Other' }, protocol: { type: 'cas', startUrl } };
        const changed = await change(body, owner);
        expect([changed.status, changed.body.protocol]).toEqual([200, { ...protocol, startUrl }]);
        const astray = { type: 'cas', startUrl: 'https://evil.example/' };
        const refused = await change({ protocol: astray }, owner, 2);
        expect([refused.status, refused.body.fields]).toEqual([
          400,
          { 'protocol.startUrl': 'must be one of services, or below one' },
        ]);
      });

      test.each<[object, string[]]>([
        [{ services: [...protocol.services, 'https://evil.example/'] }, ['protocol.services']],
        [{ services: ['https://campus.example/'] }, ['protocol.services']],
        [{ attributes: { ...protocol.attributes, n: 'fullName' } }, ['protocol.attributes.n']],
        [
          { attributes: { ...protocol.attributes, mail: 'username' } },
          ['protocol.attributes.mail'],
        ],
        [{ singleLogout: true }, ['protocol.singleLogout']],
        [{ singleLogout: 'https://old.campus.example/x' }, ['protocol.singleLogout']],
        [{ signInMethods: ['password'] }, ['protocol.signInMethods']],
        [
          { proxy: { ...protocol.proxy, callbacks: ['https://evil.example/'] } },
          ['protocol.proxy.callbacks'],
        ],
        [
          { proxy: { ...protocol.proxy, services: ['https://evil.example/'] } },
          ['protocol.proxy.services'],
        ],
        [{ proxy: null }, ['protocol.proxy.callbacks', 'protocol.proxy.services']],
      ])('does not change %j', async (given, paths) => {
        const before = await read();
        const withStart = { type: 'cas', startUrl: protocol.startUrl, ...given };
        const answer = await change({ protocol: withStart }, owner);
        expect([answer.status, Object.keys(answer.body.fields)]).toEqual([403, paths]);
        expect(await read()).toEqual(before);
      });

      test('does not make it another protocol, nor another application CAS', async () => {
        const link = { type: 'link', url: 'https://link.example/' };
        expect((await change({ protocol: link }, owner)).body.fields).toEqual({
          'protocol.type': expect.any(String),
        });
      });
    });

    test('there are no secrets', async () => {
      await apply(entry);
      expect((await call('listApplicationSecrets', { params })).body).toEqual({ items: [] });
      const expiresAt = new Date(world.clock.now + 86_400_000).toISOString();
      const made = await call('createApplicationSecret', {
        params,
        body: { name: '2027', expiresAt },
      });
      expect([made.status, made.body.fields]).toEqual([
        409,
        { id: 'this application has no secrets' },
      ]);
      const secret = { type: 'cas', secret: 'x'.repeat(43) };
      expect((await change({ protocol: secret })).body.fields).toEqual({
        'protocol.secret': 'is created at secrets',
      });
    });

    test('the preview shows what the application learns', async () => {
      await apply(entry);
      const preview = await call('previewApplicationClaims', {
        params,
        query: { userId: world.olena },
      });
      expect(preview.body).toEqual({
        hasAccess: true,
        needsConsent: false,
        receivesTaxId: true,
        claims: {
          user: 'O.Shevchenko',
          mail: 'O.Shevchenko@campus.example',
          member: 'students',
          faculty: 'ФПМ',
        },
      });
    });

    test('the last sign-in and refused requests are shown, without their secrets', async () => {
      // activity outlives an application with the same id
      const own = { ...entry, id: crypto.randomUUID() };
      await apply(own);
      const diagnose = async () =>
        (await call('diagnoseApplication', { params: { id: own.id } })).body;
      expect(await diagnose()).toMatchObject({ lastSignInAt: null, items: [] });
      const browser = await steps.signedIn();
      const service = 'https://campus.example/app/';
      await browser.go(loginAddress({ service: 'https://campus.example/App/?token=3f8a1' }));
      const ticket = ticketIn((await browser.go(loginAddress({ service }))).location);
      await ask(world, 'serviceValidate', { service, ticket });
      await ask(world, 'serviceValidate', { service, ticket });
      const at = new Date(world.clock.now).toISOString();
      const { lastSignInAt, items } = await diagnose();
      expect(lastSignInAt).toBe(at);
      expect(items).toEqual(
        expect.arrayContaining([
          {
            at,
            count: 1,
            request: 'CAS login',
            error: 'INVALID_SERVICE',
            parameter: 'service',
            received: ['https://campus.example/App/'],
            registered: ['https://campus.example/app/'],
            differs: ['letter-case'],
          },
          expect.objectContaining({
            at,
            count: 1,
            error: 'INVALID_TICKET',
            reason: 'used',
            request: 'CAS ticket validation',
          }),
        ]),
      );
      expect(items).toHaveLength(2);
      expect(JSON.stringify(items)).not.toMatch(/3f8a1|ST-/);
    });
  });

  describe('on the portal', () => {
    const page = async (cookie: string) =>
      appsPropsOf((await world.send({ url: '/uk/apps', headers: { cookie } })).body);
    const launch = (cookie: string, query = '') =>
      world.send({ url: `/api/app-redirect?appId=${id}${query}`, headers: { cookie } });

    test('has a card for users with access only', async () => {
      await apply(entry);
      const cookie = await world.signIn();
      expect(JSON.stringify(await page(cookie))).toContain('Розклад');
      await apply({ ...entry, access: { groups: ['employees'] } });
      expect(JSON.stringify(await page(cookie))).not.toContain('Розклад');
      const { statusCode, headers } = await launch(cookie);
      expect(`${statusCode} ${headers.location}`).not.toContain('campus.example');
    });

    test('is launched at its start page, and then counts as recently used', async () => {
      await apply(entry);
      const cookie = await world.signIn();
      const answer = await launch(cookie);
      expect([answer.statusCode, answer.headers.location]).toEqual([302, protocol.startUrl]);
      expect((await page(cookie)).portal.recent).toEqual([id]);
      const { startUrl: _, ...others } = protocol;
      await apply({ ...entry, protocol: others });
      expect((await launch(cookie)).headers.location).toBe('https://campus.example/app/');
    });

    test('the level of the application applies to a launch', async () => {
      await apply({ ...entry, minimumLevel: 'urn:brama:acr:mfa' });
      const { location } = (await launch(await world.signIn())).headers;
      expect(location).toBe(`/uk/?appId=${id}`);
    });
  });
});
