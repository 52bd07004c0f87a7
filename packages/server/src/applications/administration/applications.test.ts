// Applications in the administration API: what administrators and owners may change, secrets, owners, previews and refusals.

import { generateKeyPairSync } from 'node:crypto';
import type { AdminRouteId } from '@brama/contract/admin/routes';
import { parseAppId } from '@brama/contract/app-id';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addOwnApplication } from '../../../test/support/admin/application-examples.ts';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  strongSession,
  tokenOf,
} from '../../../test/support/admin/callers.ts';
import { addCasApplications, timetable } from '../../../test/support/cas/applications.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { addOidcApplication } from '../../../test/support/oidc/applications.ts';
import { addUser, apps, makeWorld, type World } from '../../../test/support/world.ts';

const picture = (content: string) => `data:image/png;base64,${content}`;
const square =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAADUlEQVR42mNgGAXIAAABEAABf80DtQAAAABJRU5ErkJggg==';
const day = 24 * 3_600_000;

const oidc = {
  type: 'oidc',
  metadata: { redirect_uris: ['https://new.example/callback'], scope: 'openid email' },
};
const fresh = {
  name: 'fresh',
  title: { uk: 'Новий сервіс', en: 'New app' },
  description: { uk: 'опис', en: 'about' },
  access: { any: [{ group: 'students' }, { attribute: 'data.faculty', is: 'ФПМ' }] },
  protocol: oidc,
};

describeOnDatabases('applications in the administration API', (kind) => {
  let world: World;
  let administrator: Caller;
  let owner: Caller;
  beforeAll(async () => {
    world = await makeWorld(kind);
    for (const name of ['students', 'employees'])
      await world.db
        .insertInto('groups')
        .values({ name, created_at: 0, title: JSON.stringify({ uk: 'Гурт', en: 'Team' }) })
        .onConflict((on) => on.doNothing())
        .execute();
    await addCaller(world, 'chief', ['administrator']);
    await addCaller(world, 'keeper', ['application-owner']);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    administrator = await strongSession(world, 'chief');
    owner = await strongSession(world, 'keeper');
    await world.db.deleteFrom('events').execute();
    await world.db.deleteFrom('applications').where('name', '=', 'fresh').execute();
  });

  async function call(id: AdminRouteId, input: Input = {}, caller: Caller = administrator) {
    const answer = await callRoute(world, id, caller, input);
    const body = answer.body === '' ? undefined : answer.json();
    return { status: answer.statusCode, body, headers: answer.headers };
  }
  const create = async (body: object = fresh) => (await call('createApplication', { body })).body;
  const params = (id: string) => ({ params: { id } });
  const change = (id: string, body: object, version = 1, caller = administrator) =>
    call(
      'updateApplication',
      { ...params(id), body, headers: { 'if-match': `"${version}"` } },
      caller,
    );
  const read = async (id: string) => (await call('readApplication', params(id))).body;
  const eventsOf = async () =>
    (await world.db.selectFrom('events').selectAll().orderBy('at').execute()).map(
      ({ type, application_id, actor_id, details }) => ({
        type,
        application_id,
        actor_id,
        details: details === null ? undefined : JSON.parse(details),
      }),
    );

  test('are created, read, changed and deleted', async () => {
    const made = await call('createApplication', { body: fresh });
    expect(made.status).toBe(201);
    const { id } = made.body;
    const at = new Date(world.clock.now).toISOString();
    const shown = {
      id,
      ...fresh,
      category: null,
      position: null,
      icon: null,
      contact: null,
      releases: [],
      minimumLevel: null,
      sandbox: false,
      version: 1,
      createdAt: at,
      updatedAt: at,
      protocol: { ...oidc, pkce: 'required', firstParty: true, claimsInIdToken: false },
    };
    expect(made.body).toEqual(shown);
    const found = await call('readApplication', params(id));
    expect([found.body, found.headers.etag]).toEqual([shown, '"1"']);

    const changes = {
      contact: 'help@campus.example',
      icon: picture(square),
      title: { uk: 'Інша', en: 'Other' },
    };
    const changed = await call('updateApplication', { ...params(id), body: changes });
    expect([changed.status, changed.headers.etag]).toEqual([200, '"2"']);
    expect(changed.body).toEqual({
      ...shown,
      ...changes,
      version: 2,
      icon: expect.stringMatching(/^\/.+\.(png|webp)$/),
    });
    expect((await world.send({ url: changed.body.icon })).statusCode).toBe(200);
    const named = { icon: 'library', contact: null, position: 7 };
    expect((await change(id, named, 2)).body).toMatchObject({
      ...named,
      icon: '/campus-icons/library.svg',
    });
    expect((await change(id, { icon: null, position: null }, 3)).body).toMatchObject({
      icon: null,
      position: null,
    });
    expect((await change(id, {}, 4)).body.version).toBe(4);

    const gone = await call('deleteApplication', { ...params(id), headers: { 'if-match': '"4"' } });
    expect(gone.status).toBe(204);
    expect((await call('readApplication', params(id))).status).toBe(404);
    const actor = { application_id: id, actor_id: administrator.userId };
    expect(await eventsOf()).toEqual(
      expect.arrayContaining([
        { ...actor, type: 'application.created', details: { name: 'fresh' } },
        {
          ...actor,
          type: 'application.changed',
          details: { fields: ['title', 'icon', 'contact'] },
        },
        {
          ...actor,
          type: 'application.changed',
          details: { fields: ['position', 'icon', 'contact'] },
        },
        { ...actor, type: 'application.changed', details: { fields: ['position', 'icon'] } },
        { ...actor, type: 'application.deleted', details: { name: 'fresh' } },
      ]),
    );
  });

  test('a change keeps what it leaves out, and null removes a setting', async () => {
    const { id } = await create({
      ...fresh,
      protocol: { ...oidc, firstParty: false, signInMethods: ['password'] },
    });
    const metadata = { redirect_uris: ['https://other.example/'] };
    await change(id, { protocol: { type: 'oidc', metadata } });
    expect((await read(id)).protocol).toMatchObject({
      metadata,
      firstParty: false,
      signInMethods: ['password'],
    });
    await change(id, { protocol: { type: 'oidc', signInMethods: null } }, 2);
    const changes = (await eventsOf()).filter(({ type }) => type === 'application.changed');
    expect(changes.map(({ details }) => details.fields.toSorted())).toEqual([
      ['protocol.metadata.redirect_uris', 'protocol.metadata.scope'],
      ['protocol.signInMethods'],
    ]);
    expect((await read(id)).protocol).toEqual({
      type: 'oidc',
      metadata,
      firstParty: false,
      pkce: 'required',
      claimsInIdToken: false,
    });
  });

  test('what was read can be sent back, and changes nothing', async () => {
    const { id } = await create();
    const {
      name,
      title,
      description,
      category,
      access,
      contact,
      releases,
      minimumLevel,
      protocol,
    } = await read(id);
    const body = {
      name,
      title,
      description,
      category,
      access,
      contact,
      releases,
      minimumLevel,
      protocol,
    };
    expect((await change(id, body)).body.version).toBe(1);
  });

  test.each<[object, Record<string, unknown>]>([
    [{ id: crypto.randomUUID() }, { id: 'is unknown' }],
    [{ version: 7 }, { version: 'is unknown' }],
    [{ secrets: [] }, { secrets: 'is unknown' }],
    [{ owners: ['keeper'] }, { owners: 'is unknown' }],
    [{ title: { uk: 'Назва' } }, { 'title.en': expect.any(String) }],
    [{ name: 'Not A Slug' }, { name: expect.stringContaining('small Latin') }],
    [
      { icon: 'labratory' },
      { icon: 'is not the name of an icon; perhaps you mean laboratory or library' },
    ],
    [{ position: 10_000 }, { position: 'must be at most 9999' }],
    [{ position: 1.5 }, { position: 'must be a whole number' }],
    [{ releases: ['password'] }, { 'releases.0': expect.any(String) }],
    [{ minimumLevel: 'urn:brama:acr:1' }, { minimumLevel: expect.any(String) }],
    [{ icon: '/etc/passwd' }, { icon: 'must be a data URL of a picture, or the name of an icon' }],
    [{ icon: picture('AAAA') }, { icon: expect.any(String) }],
    [
      { access: { groups: ['students', 'ghosts', 'spirits'] } },
      { 'access.groups.1': 'is not a group', 'access.groups.2': 'is not a group' },
    ],
    [
      { access: { all: [{ group: 'a' }, { not: { any: [{ group: 'b' }, { group: 'a' }] } }] } },
      {
        'access.all.0.group': 'is not a group',
        'access.all.1.not.any.0.group': 'is not a group',
        'access.all.1.not.any.1.group': 'is not a group',
      },
    ],
    [
      { access: { any: [{ not: { group: 5 } }] } },
      { 'access.any.0.not.group': expect.any(String) },
    ],
    [{ protocol: { type: 'saml' } }, { 'protocol.type': expect.any(String) }],
    [
      { protocol: { ...oidc, registered: true } },
      { 'protocol.registered': 'is not a known field' },
    ],
    [
      { protocol: { ...oidc, secretHash: 'x' } },
      { 'protocol.secretHash': 'is created at secrets' },
    ],
    [{ protocol: { ...oidc, secret: 'x' } }, { 'protocol.secret': 'is created at secrets' }],
    [
      { protocol: { type: 'oidc', metadata: { redirect_uris: ['http://evil.example/'] } } },
      { 'protocol.metadata.redirect_uris.0': expect.any(String) },
    ],
  ])('%j is refused by path, and changes nothing', async (given, fields) => {
    const { id } = await create();
    const before = await read(id);
    await world.db.deleteFrom('events').execute();
    for (const answer of [
      await call('createApplication', { body: { ...fresh, name: 'second', ...given } }),
      await change(id, given),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid']);
      expect(answer.body.fields).toEqual(fields);
    }
    expect(await read(id)).toEqual(before);
    expect(await eventsOf()).toEqual([]);
    const named = world.db.selectFrom('applications').select('id').where('name', '=', 'second');
    expect(await named.execute()).toEqual([]);
  });

  test('a taken name or client id is a conflict that names no other application', async () => {
    const metadata = { ...oidc.metadata, client_id: 'taken-client' };
    const other = { ...fresh, name: 'other', protocol: { type: 'oidc', metadata } };
    await create(other);
    const { id } = await create();
    for (const [given, field] of [
      [{ name: 'campus' }, 'name'],
      [{ protocol: other.protocol }, 'protocol.metadata.client_id'],
    ] as const)
      for (const answer of [
        await call('createApplication', { body: { ...fresh, name: 'second', ...given } }),
        await change(id, given),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([409, 'admin.conflict']);
        expect(answer.body.fields).toEqual({ [field]: 'is taken' });
      }
    expect((await read(id)).version).toBe(1);
    await world.db.deleteFrom('applications').where('name', '=', 'other').execute();
  });

  test('a change needs the version that was read', async () => {
    const { id } = await create();
    await change(id, { contact: 'a@campus.example' });
    const body = { contact: 'b@campus.example' };
    expect((await change(id, body)).body.code).toBe('admin.version-conflict');
    const without = await call('updateApplication', {
      ...params(id),
      body,
      headers: { 'if-match': '' },
    });
    expect(without.status).toBe(400);
    const deleted = await call('deleteApplication', params(id));
    expect(deleted.body.code).toBe('admin.version-conflict');
    expect(await read(id)).toMatchObject({ contact: 'a@campus.example', version: 2 });
  });

  describe('owners', () => {
    const third = { type: 'oidc', metadata: oidc.metadata, firstParty: false };
    let id: string;
    beforeEach(async () => {
      ({ id } = await create({ ...fresh, protocol: third }));
      await call('addApplicationOwner', { params: { id, userId: owner.userId } });
    });

    test('see and change their own applications only', async () => {
      const list = await call('listApplications', {}, owner);
      expect(list.body.items.map((one: { id: string }) => one.id)).toContain(id);
      expect(list.body.items.map((one: { id: string }) => one.id)).not.toContain(apps.campus.id);
      const metadata = { ...oidc.metadata, redirect_uris: ['https://moved.example/'] };
      const moved = { title: fresh.title, protocol: { type: 'oidc', metadata } };
      const changed = await change(id, moved, 1, owner);
      expect([changed.status, changed.body.protocol.metadata]).toEqual([200, metadata]);
      expect(changed.body.protocol.firstParty).toBe(false);
      expect((await change(apps.campus.id, { contact: null }, 1, owner)).status).toBe(404);
    });

    test.each([
      { releases: 5 },
      { access: null },
      { access: { all: 5 } },
      { access: { groups: [null] } },
      { access: { any: [null] } },
      { access: { not: null } },
    ])('are refused malformed fields that only administrators change: %j', async (given) => {
      expect((await change(id, given, 1, owner)).status).toBe(400);
    });

    test.each<[object, string]>([
      [{ access: 'everyone' }, 'access'],
      [{ releases: ['taxId'] }, 'releases'],
      [{ minimumLevel: 'urn:brama:acr:2' }, 'minimumLevel'],
      [{ protocol: { ...third, firstParty: true } }, 'protocol.firstParty'],
      [{ protocol: { ...third, signInMethods: ['password'] } }, 'protocol.signInMethods'],
      [{ protocol: { ...third, claimsInIdToken: true } }, 'protocol.claimsInIdToken'],
      [{ protocol: { ...third, pkce: 'allowed' } }, 'protocol.pkce'],
      [
        {
          protocol: { type: 'oidc', metadata: { ...oidc.metadata, scope: 'openid email campus' } },
        },
        'protocol.metadata.scope',
      ],
      [
        // an application without authentication has no secret
        {
          protocol: {
            type: 'oidc',
            metadata: { ...oidc.metadata, token_endpoint_auth_method: 'none' },
          },
        },
        'protocol.metadata.token_endpoint_auth_method',
      ],
      [{ protocol: { type: 'link', url: 'https://link.example/' } }, 'protocol.type'],
    ])('cannot change %j', async (given, path) => {
      const before = await read(id);
      const answer = await change(id, { contact: 'x@campus.example', ...given }, 1, owner);
      expect([answer.status, answer.body.code]).toEqual([403, 'admin.forbidden']);
      expect(Object.keys(answer.body.fields)).toEqual([path]);
      expect(await read(id)).toEqual(before);
      // neither can an administrator with a token that is not for it
      const scopes = ['applications.read', 'applications.write'] as const;
      const token = await tokenOf(world, administrator.userId, { roles: [], scopes: [...scopes] });
      expect((await change(id, given, 1, token)).status).toBe(403);
    });

    test('a repeated creation shows a secret only to those who still own the application', async () => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const body = { name: 'next', expiresAt: new Date(world.clock.now + day).toISOString() };
      const made = () => call('createApplicationSecret', { ...params(id), body, headers }, owner);
      const first = await made();
      expect([first.status, (await made()).body]).toEqual([201, first.body]);
      await call('removeApplicationOwner', { params: { id, userId: owner.userId } });
      const again = await made();
      expect([again.status, again.body.code]).toEqual([404, 'admin.not-found']);
    });

    test('public keys need the permission for secrets', async () => {
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig' }] };
      const given = { protocol: { type: 'oidc', metadata: { ...oidc.metadata, jwks } } };
      const scopes = ['applications.write', 'applications.manage'] as const;
      const { userId } = administrator;
      const narrow = await tokenOf(world, userId, { roles: [], scopes: [...scopes] });
      const before = await read(id);
      const answer = await change(id, given, 1, narrow);
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([
        403,
        ['protocol.metadata.jwks'],
      ]);
      expect(await read(id)).toEqual(before);
      const wide = await tokenOf(world, userId, {
        roles: [],
        scopes: [...scopes, 'applications.secrets'],
      });
      expect((await change(id, given, 1, wide)).status).toBe(200);
    });

    test('are listed, added once and removed', async () => {
      const list = () => call('listApplicationOwners', params(id), owner);
      const keeper = { id: owner.userId, username: 'keeper', fullName: 'keeper' };
      expect((await list()).body.items).toEqual([keeper]);
      await world.db.deleteFrom('events').execute();
      const one = { params: { id, userId: owner.userId } };
      expect((await call('addApplicationOwner', one)).status).toBe(204);
      expect(await eventsOf()).toEqual([]);
      const unknown = { params: { id, userId: crypto.randomUUID() } };
      expect((await call('addApplicationOwner', unknown)).status).toBe(404);
      const username = `off-${crypto.randomUUID()}`;
      const userId = await addUser(world.db, { username, disabled: true }, 'x');
      const disabled = await call('addApplicationOwner', { params: { id, userId } });
      expect([disabled.status, disabled.body.code, Object.keys(disabled.body.fields)]).toEqual([
        409,
        'admin.conflict',
        ['userId'],
      ]);
      expect((await call('removeApplicationOwner', one)).status).toBe(204);
      expect((await list()).status).toBe(404);
      expect((await call('removeApplicationOwner', one)).status).toBe(404);
      expect((await eventsOf()).map(({ type }) => type)).toEqual(['application.owner-removed']);
    });
  });

  describe('secrets', () => {
    const inDays = (days: number) => new Date(world.clock.now + days * day).toISOString();
    const add = (id: string, body: object, caller = owner) =>
      call('createApplicationSecret', { ...params(id), body }, caller);
    const list = async (id: string) =>
      (await call('listApplicationSecrets', params(id), owner)).body.items;
    const resolve = async (id: string, secret: string) => {
      const query = new URLSearchParams({ appId: id, appSecret: secret, ticketId: 'x'.repeat(43) });
      return (await world.send({ url: `/api/ticket?${query}` })).json().error.code;
    };

    test('are shown once, stay valid to their dates, and are refused once deleted', async () => {
      const { id } = await addOwnApplication(world, owner.userId);
      const made = await add(id, { name: '2027', expiresAt: inDays(300) });
      expect(made.status).toBe(201);
      const { secret, ...shown } = made.body;
      expect(shown).toEqual({
        id: expect.any(String),
        name: '2027',
        lastUsedAt: null,
        createdAt: inDays(0),
        expiresAt: inDays(300),
        version: 2,
      });
      const refused = 'application.credentials-refused';
      expect(await resolve(id, secret)).toBe('application.ticket-refused');
      expect(await resolve(id, 'first')).toBe('application.ticket-refused');
      await call('diagnoseApplication', params(id));
      const used = (await list(id)).map((one: Record<string, unknown>) => [
        one['name'],
        one['lastUsedAt'],
      ]);
      expect(used).toEqual([
        ['manifest', null],
        ['first', inDays(0)],
        ['2027', inDays(0)],
      ]);
      const stored = await world.db
        .selectFrom('applications')
        .selectAll()
        .where('id', '=', id)
        .execute();
      expect(JSON.stringify([stored, await list(id), await eventsOf()])).not.toContain(secret);
      expect(world.lines.join('')).not.toContain(secret);
      for (const secretId of [shown.id, 'manifest'])
        expect(
          (await call('deleteApplicationSecret', { params: { id, secretId } }, owner)).status,
        ).toBe(204);
      for (const text of [secret, 'manifest', 'none'])
        expect(await resolve(id, text)).toBe(refused);
      expect((await list(id)).map((one: { name: string }) => one.name)).toEqual(['first']);
      for (const secretId of [shown.id, 'manifest', crypto.randomUUID()])
        expect(
          (await call('deleteApplicationSecret', { params: { id, secretId } }, owner)).status,
        ).toBe(404);
      const events = await eventsOf();
      expect(events.map(({ type, details }) => [type, details])).toEqual(
        expect.arrayContaining([
          ['application.secret-created', { secret: shown.id, name: '2027', until: inDays(300) }],
          ['application.secret-deleted', { secret: shown.id, name: '2027' }],
          ['application.secret-deleted', { secret: 'manifest', name: 'manifest' }],
        ]),
      );
    });

    test('a repeated request with the same key receives the same secret', async () => {
      const { id } = await addOwnApplication(world, owner.userId);
      const input = {
        ...params(id),
        body: { name: 'twice', expiresAt: inDays(1) },
        headers: { 'idempotency-key': crypto.randomUUID() },
      };
      const first = await call('createApplicationSecret', input);
      expect((await call('createApplicationSecret', input)).body).toEqual(first.body);
      expect(await list(id)).toHaveLength(3);
    });

    test('of an application have different names, at most ten, and a date in the future', async () => {
      const { id } = await addOwnApplication(world, owner.userId);
      const ok = { name: 'a', expiresAt: inDays(1) };
      for (const [given, status, field] of [
        [{ ...ok, name: 'first' }, 409, 'name'],
        [{ ...ok, name: 'manifest' }, 409, 'name'],
        [{ ...ok, expiresAt: inDays(0) }, 400, 'expiresAt'],
        [{ ...ok, expiresAt: inDays(2000) }, 400, 'expiresAt'],
        [{ ...ok, expiresAt: '2027-01-01' }, 400, 'expiresAt'],
        [{ ...ok, secret: 'mine' }, 400, 'secret'],
        [{ ...ok, name: 'a\0b' }, 400, 'name'],
        [{ name: 'a' }, 400, 'expiresAt'],
      ] as const) {
        const answer = await add(id, given);
        expect([given, answer.status]).toEqual([given, status]);
        expect(Object.keys(answer.body.fields)).toEqual([field]);
      }
      const all = await Promise.all(
        Array.from({ length: 12 }, (_, index) => add(id, { ...ok, name: `n${index}` })),
      );
      expect(all.filter(({ status }) => status === 201)).toHaveLength(9);
      expect(await list(id)).toHaveLength(11);
      const { id: link } = apps.library;
      expect((await add(link, ok, administrator)).body.code).toBe('admin.conflict');
      expect((await add(link, ok)).status).toBe(404);
    });
  });

  describe('previews', () => {
    let id: string;
    beforeEach(async () => {
      ({ id } = await create());
      await world.db.deleteFrom('events').execute();
    });

    test('list who has access, page by page', async () => {
      for (const username of ['anna', 'borys', 'vira'])
        await addUser(
          world.db,
          { username: `p-${username}-${kind}`, groups: ['employees'] },
          'x',
        ).catch(() => undefined);
      await addUser(world.db, { username: `p-off-${crypto.randomUUID()}`, disabled: true }, 'x');
      const all = await call('listApplicationUsers', params(id));
      const enabled = world.db.selectFrom('users').select('username_key').where('disabled', '=', 0);
      const names = (await enabled.orderBy('username_key').execute()).map(
        (row) => row.username_key,
      );
      expect(all.body.total).toBe(names.length);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await call('listApplicationUsers', {
          ...params(id),
          query: { limit: '2', ...(cursor !== null && { cursor }) },
        });
        seen.push(
          ...page.body.items.map((one: { username: string }) => one.username.toLowerCase()),
        );
        cursor = page.body.next;
      } while (cursor !== null);
      expect(seen).toEqual(names);
      expect((await eventsOf())[0]).toMatchObject({
        type: 'application.users-viewed',
        application_id: id,
      });
    });

    test('accept only cursors of the same list', async () => {
      const { body } = await call('listApplicationUsers', { ...params(id), query: { limit: '1' } });
      const other = { ...params(apps.campus.id), query: { cursor: body.next } };
      expect((await call('listApplicationUsers', other)).body.fields).toHaveProperty('cursor');
      expect((await call('listApplications', { query: { cursor: body.next } })).status).toBe(400);
    });

    test('explain access with the titles of groups', async () => {
      const { body } = await call('explainApplicationAccess', params(id));
      expect(body.en.conditions.map(({ text }: { text: string }) => text)).toEqual([
        'At least one of these is true:',
        'The user is in the group “Team”',
        'The field “faculty” is “ФПМ”',
      ]);
      expect(body.uk.conditions[1]).toEqual({
        level: 1,
        text: 'Користувач належить до групи «Гурт»',
      });
      expect(body.users).toBe((await call('listApplicationUsers', params(id))).body.total);
    });

    test('count the users of an application once in 30 seconds', async () => {
      const total = async () => (await call('listApplicationUsers', params(id))).body.total;
      const count = async () => {
        const { users } = (await call('explainApplicationAccess', params(id))).body;
        expect(await total()).toBe(users);
        return users;
      };
      const before = await count();
      await addUser(world.db, { username: `p-new-${crypto.randomUUID()}` }, 'x');
      expect(await count()).toBe(before);
      world.clock.now += 30_000;
      expect(await count()).toBe(before + 1);
      // another access is counted at once
      await change(id, { access: { groups: ['employees'] } });
      expect(await count()).toBeLessThan(before);
    });

    test('show what an application learns about a user, and record it', async () => {
      const query = { userId: world.olena };
      const claims = { ...params(id), query };
      expect((await call('previewApplicationClaims', claims)).body).toEqual({
        hasAccess: true,
        needsConsent: false,
        receivesTaxId: false,
        claims: {
          sub: world.olena,
          email: 'O.Shevchenko@campus.example',
          email_verified: true,
        },
      });
      const event = { type: 'application.claims-viewed', application_id: id };
      expect(await eventsOf()).toEqual([expect.objectContaining(event)]);
      const byTicket = await call('previewApplicationClaims', { ...params(apps.rooms.id), query });
      expect(byTicket.body).toEqual({
        hasAccess: false,
        needsConsent: false,
        receivesTaxId: false,
        claims: { STUDENT_ID: 'KV-1', EMPLOYEE_ID: '', NAME: 'Шевченко Олена' },
      });
      const link = await call('previewApplicationClaims', { ...params(apps.library.id), query });
      expect(link.body.claims).toEqual({});
      const metadata = {
        subject_type: 'pairwise',
        redirect_uris: ['https://one.example/back'],
        token_endpoint_auth_method: 'none',
      };
      const pairwise = parseAppId(crypto.randomUUID()) ?? id;
      const application = { id: pairwise, name: 'pairwise', protocol: { metadata } };
      await addOidcApplication(world.db, application);
      const ofPairwise = await call('previewApplicationClaims', { ...params(pairwise), query });
      expect(ofPairwise.body.claims.sub).toMatch(/^[\w-]{43}$/);
      await addCasApplications(world.db);
      const byCas = await call('previewApplicationClaims', { ...params(timetable.id), query });
      const mail = 'O.Shevchenko@campus.example';
      expect(byCas.body.claims).toEqual({ user: 'O.Shevchenko', mail });
      const unknown = { ...params(id), query: { userId: crypto.randomUUID() } };
      expect((await call('previewApplicationClaims', unknown)).status).toBe(404);
    });

    test('fields are checked while they are typed, and nothing is stored', async () => {
      const before = await world.db.selectFrom('applications').selectAll().orderBy('id').execute();
      const own = before.length;
      const check = async (body: object, id?: string, caller?: typeof owner) => {
        const answer =
          id === undefined
            ? await call('validateNewApplication', { body }, caller)
            : await call('validateApplication', { ...params(id), body }, caller);
        return answer.status === 204 ? 'fine' : Object.keys(answer.body.fields ?? {});
      };
      const protocol = (redirect: string) => ({
        type: 'oidc',
        metadata: { redirect_uris: [redirect] },
      });
      expect(await check({ name: 'campus' })).toContain('name');
      expect(await check({ protocol: protocol('not an address') })).toContain(
        'protocol.metadata.redirect_uris.0',
      );
      expect(await check({ access: { groups: ['no such group'] } })).toContain('access.groups.0');
      // an owner checks own applications only
      const mine = await addOwnApplication(world, owner.userId);
      const body = { title: { uk: 'Нова', en: 'New' } };
      expect(await check(body, mine.id, owner)).toBe('fine');
      const foreign = await call('validateApplication', { ...params(apps.campus.id), body }, owner);
      const created = await call('validateNewApplication', { body }, owner);
      expect([foreign.status, created.status]).toEqual([404, 403]);
      const after = await world.db.selectFrom('applications').select('id').execute();
      expect(after).toHaveLength(own + 1);
    });

    test('show the last sign-in and the refused requests', async () => {
      const own = await addOwnApplication(world, owner.userId);
      const ask = new URLSearchParams({ appId: own.id, appSecret: 'wrong', ticketId: 'x' });
      await world.send({ url: `/api/ticket?${ask}` });
      const { body } = await call('diagnoseApplication', params(own.id), owner);
      expect(body).toEqual({
        now: expect.any(String),
        opensFromPortal: true,
        requestedAt: null,
        issuedAt: null,
        lastSignInAt: null,
        logouts: {
          isNotified: false,
          since: expect.any(String),
          delivered: null,
          failed: null,
          givenUp: null,
          waiting: 0,
          nextAttemptAt: null,
        },
        items: [
          {
            at: new Date(world.clock.now).toISOString(),
            count: 1,
            request: 'ticket request',
            error: 'application.credentials-refused',
            reason: 'secret-unknown',
          },
        ],
      });
    });
  });

  test('are listed with the last sign-in and the refused requests of the last day', async () => {
    const { now } = world.clock;
    const [works, fails, silent] = await Promise.all([
      addOwnApplication(world, owner.userId, { name: 'zz-works' }),
      addOwnApplication(world, owner.userId, { name: 'zz-fails' }),
      addOwnApplication(world, owner.userId, { name: 'zz-silent' }),
    ]);
    await world.db
      .insertInto('application_sign_ins')
      .values({ application_id: works.id, at: now - 5 })
      .execute();
    const refusal = (fingerprint: string, at: number, count: number, id = fails.id) => ({
      application_id: id,
      fingerprint,
      at,
      count,
      facts: '{}',
    });
    const rows = [
      refusal('a', now - 10, 3),
      refusal('b', now - 20, 4),
      refusal('c', now - day, 5),
      refusal('d', now - day, 5, silent.id),
    ];
    await world.db.insertInto('application_refusals').values(rows).execute();
    const { body } = await call('listApplications', { query: { q: 'zz-' } }, owner);
    const iso = (at: number) => new Date(at).toISOString();
    expect(body.items).toMatchObject([
      {
        name: 'zz-fails',
        lastSignInAt: null,
        recentRefusals: { count: 7, lastAt: iso(now - 10) },
      },
      { name: 'zz-silent', lastSignInAt: null, recentRefusals: null },
      { name: 'zz-works', lastSignInAt: iso(now - 5), recentRefusals: null },
    ]);
    await world.db.deleteFrom('applications').where('name', 'like', 'zz-%').execute();
  });

  test('are listed by name and found by text, protocol and owner', async () => {
    const { id } = await addOwnApplication(world, owner.userId, {
      name: 'zz-own',
      title: { uk: 'Їдальня', en: 'Canteen' },
    });
    const namesOf = async (query: Record<string, string>) =>
      (await call('listApplications', { query })).body.items.map(
        (one: { name: string }) => one.name,
      );
    expect(await namesOf({ q: 'їДАЛ' })).toEqual(['zz-own']);
    expect(await namesOf({ q: '%' })).toEqual([]);
    expect(await namesOf({ protocol: 'link' })).toEqual(['library']);
    expect(await namesOf({ ownerId: owner.userId, q: 'canteen' })).toEqual(['zz-own']);
    const first = await call('listApplications', { query: { limit: '1' } });
    const second = await call('listApplications', {
      query: { limit: '1', cursor: first.body.next },
    });
    expect(first.body.items[0].name < second.body.items[0].name).toBe(true);
    await world.db.deleteFrom('applications').where('id', '=', id).execute();
  });
});
