// Administrators who may approve an action get an email about it.

import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
} from '../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';

const hour = 3_600_000;

describeOnDatabases('emails about actions that wait', (kind) => {
  let world: World;
  let first: Caller;
  let target: string;
  beforeEach(async () => {
    world = await makeWorld(kind);
    for (const name of ['first', 'second', 'disabled', 'silent', 'new'])
      await addCaller(world, name, ['administrator']);
    target = await addCaller(world, 'target', ['administrator']);
    await addCaller(world, 'auditor', ['auditor', 'operator']);
    const set = (username: string, columns: object) =>
      world.db.updateTable('users').set(columns).where('username', '=', username).execute();
    await set('disabled', { disabled: 1 });
    await set('silent', { email: null, email_key: null });
    const { id } = await world.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'new')
      .executeTakeFirstOrThrow();
    await world.db
      .updateTable('user_roles')
      .set({ granted_at: world.clock.now - 23 * hour })
      .where('user_id', '=', id)
      .execute();
    first = await strongSession(world, 'first');
  });
  afterEach(() => world.close());

  /** Returns the emails about approvals, once as many have arrived. */
  async function letters(count: number) {
    const about = () => world.letters.filter(({ subject }) => subject === 'Підтвердження');
    await expect.poll(() => about().length).toBe(count);
    return about();
  }

  test('say who asks for what about whom, to those who may approve', async () => {
    const reason = 'https://evil.example';
    const asked = { params: { id: target }, body: { reason } };
    for (const [count, id, text] of [
      [1, 'issueAccessCode', 'first: код target.'],
      [2, 'resetFactors', 'first: скинути target.'],
    ] as const) {
      const { approval } = (await callRoute(world, id, first, asked)).json();
      const letter = (await letters(count)).at(-1);
      expect([letter?.to, letter?.paragraphs[0]]).toEqual(['second@campus.example', text]);
      const whole = JSON.stringify(letter);
      for (const secret of [reason, 'evil', approval.id, 'href'])
        expect(whole).not.toContain(secret);
    }
    // an action that waits already sends nothing again
    expect((await callRoute(world, 'resetFactors', first, asked)).statusCode).toBe(409);
    await world.server.close();
    await letters(2);
  });

  test('are sent for roles too, in the language of the last sign-in', async () => {
    const role = { role: 'administrator' };
    await strongSession(world, 'second');
    await world.db
      .updateTable('events')
      .set({ details: JSON.stringify({ language: 'en' }) })
      .where('type', '=', 'sign-in.succeeded')
      .execute();
    for (const [id, userId, text, to] of [
      ['grantRole', world.olena, 'first: надати O.Shevchenko.', ['second', 'target']],
      ['revokeRole', target, 'first: забрати target.', ['second']],
    ] as const) {
      const before = world.letters.length;
      const response = await callRoute(world, id, first, { params: { id: userId, ...role } });
      expect(response.statusCode).toBe(202);
      const sent = (await letters(before + to.length)).slice(before);
      expect(sent.map((letter) => letter.to).toSorted()).toEqual(
        to.map((name) => `${name}@campus.example`),
      );
      const letter = sent.find((one) => one.to.startsWith('second'));
      expect([letter?.language, letter?.paragraphs[0]]).toEqual(['en', text]);
    }
  });

  test('are not sent for actions that do not wait', async () => {
    const params = { id: world.olena };
    const done = await callRoute(world, 'resetFactors', first, { params, body: { reason: 'x' } });
    expect(done.statusCode).toBe(200);
    await world.server.close();
    await letters(0);
  });
});
