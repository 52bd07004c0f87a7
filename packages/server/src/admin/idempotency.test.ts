// Stored responses of requests with an `Idempotency-Key`.

import { randomBytes, randomUUID } from 'node:crypto';
import type { AdminRouteId } from '@brama/contract/admin/routes';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  strongSession,
} from '../../test/support/admin/callers.ts';
import { examples } from '../../test/support/admin/examples.ts';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { makeWorld, type World } from '../../test/support/world.ts';
import { createEncryption, type Encryption } from '../crypto/encryption.ts';
import { IdempotentRequests } from './idempotency.ts';

describe.each(databaseKinds)('stored responses of idempotent requests, on %s', (kind) => {
  let database: TestDatabase;
  let requests: IdempotentRequests;
  let decrypted: number;
  beforeEach(async () => {
    database = await makeDatabase(kind);
    decrypted = 0;
    const { encrypt, decrypt, decryptBytes } = createEncryption(randomBytes(32));
    const encryption: Encryption = {
      encrypt,
      decryptBytes,
      decrypt(...given) {
        decrypted += 1;
        return decrypt(...given);
      },
    };
    requests = new IdempotentRequests({ db: database.db, encryption, now: () => 1 });
  });
  afterEach(() => database.close());

  const create = (key: string, response: unknown) =>
    requests.once(
      database.db,
      {
        request: {
          method: 'POST',
          url: '/api/admin/users',
          body: {},
          headers: { 'idempotency-key': key },
        } as unknown as FastifyRequest,
        actorId: 'admin',
      },
      async () => response,
      async () => undefined,
    );
  const stored = async () => {
    const rows = await database.db.selectFrom('idempotent_requests').select('key_hash').execute();
    return rows.length;
  };

  test('those about a user are found without decrypting the others', async () => {
    const [user, sponsor] = [randomUUID(), randomUUID()];
    await create('user', { id: user, sponsorId: null });
    await create('guest', { id: randomUUID(), sponsorId: sponsor });
    await create('group', { name: 'students' });
    await requests.forget(database.db, user);
    expect([await stored(), decrypted]).toEqual([2, 0]);
    await requests.forget(database.db, sponsor);
    expect([await stored(), decrypted]).toEqual([1, 0]);
    const ids = database.db.selectFrom('idempotent_request_objects').selectAll();
    expect(await ids.execute()).toEqual([]);
  });

  test('those that a server of a previous release has stored are decrypted', async () => {
    const [user, other] = [randomUUID(), randomUUID()];
    await create('user', { id: user });
    await create('other', { id: other });
    await database.db.deleteFrom('idempotent_request_objects').execute();
    await database.db.updateTable('idempotent_requests').set({ has_objects: 0 }).execute();
    await requests.forget(database.db, user);
    expect([await stored(), decrypted]).toEqual([1, 2]);
  });
});

describe('a repeated creation of what is gone', () => {
  let world: World;
  let admin: Caller;
  beforeEach(async () => {
    world = await makeWorld('sqlite');
    await addCaller(world, 'admin', ['administrator']);
    admin = await strongSession(world, 'admin');
  });
  afterEach(() => world.close());

  /** Calls the route with a valid request. */
  const create = async (id: AdminRouteId, params: Record<string, string> = {}) => {
    const given: Input = { ...examples[id].input?.(world), params };
    const input = { ...given, headers: { 'idempotency-key': id } };
    return () => callRoute(world, id, admin, input);
  };
  const remove = async (id: AdminRouteId, params: Record<string, string>) =>
    expect((await callRoute(world, id, admin, { params })).statusCode).toBe(204);
  const addApplication = async () =>
    (
      await callRoute(world, 'createApplication', admin, examples.createApplication.input?.(world))
    ).json().id as string;
  const deleteApplication = async (id: string) => {
    const { version } = (
      await callRoute(world, 'readApplication', admin, { params: { id } })
    ).json();
    const headers = { 'if-match': `"${version}"` };
    const { statusCode } = await callRoute(world, 'deleteApplication', admin, {
      params: { id },
      headers,
    });
    expect(statusCode).toBe(204);
  };

  const cases: [string, AdminRouteId, (id: string, parent: string) => Promise<unknown>][] = [
    ['a group', 'createGroup', (name) => remove('deleteGroup', { name })],
    [
      'a group whose name another has got',
      'createGroup',
      async (name) => {
        await remove('deleteGroup', { name });
        world.clock.now += 1000;
        await callRoute(world, 'createGroup', admin, { body: { name } });
      },
    ],
    ['an application', 'createApplication', deleteApplication],
    ['a token', 'createToken', (id) => remove('revokeToken', { id })],
    [
      'a registration token',
      'createRegistrationToken',
      (id) => remove('revokeRegistrationToken', { id }),
    ],
    [
      'a client secret',
      'createApplicationSecret',
      (secretId, id) => remove('deleteApplicationSecret', { id, secretId }),
    ],
    [
      'a client secret of a deleted application',
      'createApplicationSecret',
      (_secretId, id) => deleteApplication(id),
    ],
  ];

  test.each(cases)('%s is answered by 410', async (_what, id, end) => {
    const parent = id === 'createApplicationSecret' ? await addApplication() : '';
    const repeat = await create(id, parent ? { id: parent } : {});
    const first = await repeat();
    expect((await repeat()).body).toBe(first.body);
    const { id: created, name } = first.json();
    await end(id === 'createGroup' ? name : created, parent);
    const again = await repeat();
    expect([again.statusCode, again.json().code]).toEqual([410, 'admin.gone']);
  });

  test('an expired secret or token is answered by 410', async () => {
    const repeat = await create('createToken');
    const { expiresAt } = (await repeat()).json();
    // the response is kept for a day
    expect(Date.parse(expiresAt) - world.clock.now).toBeLessThan(24 * 3_600_000);
    world.clock.now = Date.parse(expiresAt);
    await world.db
      .updateTable('sessions')
      .set({ verified_at: world.clock.now, assured_at: world.clock.now })
      .execute();
    expect((await repeat()).json().code).toBe('admin.gone');
  });
});
