import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { type DiiaWorld, makeDiiaWorld } from '../../../test/support/diia/world.ts';
import { addUser } from '../../../test/support/world.ts';

describeOnDatabases('users who may not sign in', (kind) => {
  let world: DiiaWorld;
  beforeAll(async () => {
    world = await makeDiiaWorld(kind);
  });
  afterAll(() => world.close());

  const refusedFor = async (number: string | undefined) => {
    const { requestId, cookie } = await world.askLink();
    const called = await world.confirm(requestId, { leaf: world.diia.person(number) });
    expect(called.json()).toEqual({ success: true });
    const answers = [await world.check(requestId, cookie), await world.check(requestId, cookie)];
    for (const answer of answers) {
      const { requestId: _, ...rest } = answer.json().error;
      expect([answer.statusCode, rest]).toEqual([403, { code: 'diia.not-linked' }]);
    }
  };

  test.each([
    ['a number nobody has here', 'TINUA-2222222222'],
    ['another document', 'PNOUA-123456789'],
    ['no number at all', undefined],
  ])('a person with %s is rejected as not linked, and no user is created', async (_, number) => {
    const users = () => world.db.selectFrom('users').select('id').execute();
    const before = (await users()).length;
    await refusedFor(number);
    expect(await users()).toHaveLength(before);
  });

  test('a disabled user is rejected', async () => {
    const number = '2999999999';
    await addUser(
      world.db,
      { username: `out-${kind}`, disabled: true, taxIdHash: world.hash(number) },
      world.passwordHash,
    );
    await refusedFor(`TINUA-${number}`);
  });

  test('a user who is disabled after the confirmation cannot sign in', async () => {
    const number = '2999999998';
    const id = await addUser(
      world.db,
      { username: `leaver-${kind}`, taxIdHash: world.hash(number) },
      world.passwordHash,
    );
    const { requestId, cookie } = await world.askLink();
    await world.confirm(requestId, { leaf: world.diia.person(`TINUA-${number}`) });
    const { sessionId } = (await world.check(requestId, cookie)).json();
    await world.db.updateTable('users').set({ disabled: 1 }).where('id', '=', id).execute();
    expect((await world.enter(sessionId)).statusCode).toBe(401);
    expect((await world.check(requestId, cookie)).statusCode).toBe(403);
  });
});
