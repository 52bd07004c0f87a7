// Simultaneous changes of applications: one succeeds, and the others learn why they did not.

import type { AdminRouteId } from '@brama/contract/admin/routes';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  strongSession,
} from '../../../test/support/admin/callers.ts';
import { untilWaiting } from '../../../test/support/admin/lock-waits.ts';
import { databaseKinds } from '../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';

const rounds = 5;
const atOnce = 4;
const title = { uk: 'Сервіс', en: 'App' };
const applicationOf = (name: string, clientId?: string) => ({
  name,
  title,
  description: title,
  access: 'everyone',
  protocol: {
    type: 'oidc',
    metadata: {
      redirect_uris: ['https://new.example/callback'],
      ...(clientId !== undefined && { client_id: clientId }),
    },
  },
});

describe.each(databaseKinds)('simultaneous changes of applications, on %s', (kind) => {
  let world: World;
  let administrator: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind);
    await addCaller(world, 'chief', ['administrator']);
    administrator = await strongSession(world, 'chief');
  });
  afterEach(() => world.close());

  async function call(id: AdminRouteId, input: Input) {
    const response = await callRoute(world, id, administrator, input);
    return { status: response.statusCode, body: response.body && response.json() };
  }
  const many = (make: (index: number) => ReturnType<typeof call>) =>
    Promise.all(Array.from({ length: atOnce }, (_, index) => make(index)));
  const create = (body: object) => call('createApplication', { body });

  /** Checks that one of the requests succeeded, and the others were refused for this field. */
  function expectOne(answers: Awaited<ReturnType<typeof call>>[], field: string) {
    const refused = answers.filter(({ status }) => status >= 300);
    expect(refused.map(({ status, body }) => [status, body.code, body.fields])).toEqual(
      Array.from({ length: atOnce - 1 }, () => [409, 'admin.conflict', { [field]: 'is taken' }]),
    );
  }

  test('one application has a name', async () => {
    for (let round = 0; round < rounds; round += 1)
      expectOne(await many(() => create(applicationOf(`name-${round}`))), 'name');
  });

  test('one application takes a new name', async () => {
    const made = await many((index) => create(applicationOf(`app-${index}`)));
    const rename = (id: string) =>
      call('updateApplication', { params: { id }, body: { name: 'wanted' } });
    expectOne(await many((index) => rename(made[index]?.body.id)), 'name');
  });

  test('one application has a client id', async () => {
    for (let round = 0; round < rounds; round += 1)
      expectOne(
        await many((index) => create(applicationOf(`app-${round}-${index}`, `client-${round}`))),
        'protocol.metadata.client_id',
      );
  });

  // SQLite has one writer at a time
  test.runIf(kind === 'postgres')('an application that is being deleted has no owner', async () => {
    const { id } = (await create(applicationOf('gone'))).body;
    const { promise: deleted, resolve: hasDeleted } = Promise.withResolvers<void>();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const deletion = world.db.transaction().execute(async (queries) => {
      await queries.deleteFrom('applications').where('id', '=', id).execute();
      hasDeleted();
      await held;
    });
    await deleted;
    const answer = call('addApplicationOwner', { params: { id, userId: world.olena } });
    await untilWaiting(world.again(), 1);
    release();
    await deletion;
    expect(await answer).toMatchObject({ status: 404, body: { code: 'admin.not-found' } });
  });
});
