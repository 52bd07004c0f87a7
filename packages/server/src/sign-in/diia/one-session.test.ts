// One confirmation opens one session, however often and in however many browsers it is requested.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/support/databases.ts';
import { type DiiaWorld, makeDiiaWorld } from '../../../test/support/diia/world.ts';
import { createEncryption } from '../../crypto/encryption.ts';
import { SignInTickets } from '../ticket-store.ts';

describe.each(databaseKinds)('one confirmation gives one session, on %s', (kind) => {
  let world: DiiaWorld;
  beforeAll(async () => {
    world = await makeDiiaWorld(kind);
  });
  afterAll(() => world.close());

  test('another browser gets the same response for a known request as for an unknown one', async () => {
    const { requestId, cookie } = await world.confirmed();
    const stranger = await world.askLink();
    const unknown = Buffer.alloc(32, 7).toString('base64');
    const asked = await Promise.all([
      world.check(requestId, stranger.cookie),
      world.check(requestId, ''),
      world.check(requestId, 'brama_diia=x'),
      world.check(unknown, cookie),
    ]);
    for (const strange of ['\0', 'x', `${requestId}\0`, '%00', '“'])
      asked.push(await world.check(strange, cookie));
    for (const answer of asked) {
      const { requestId: _, ...rest } = answer.json().error;
      expect([answer.statusCode, rest]).toEqual([404, { code: 'diia.request-unknown' }]);
    }
    expect((await world.check(requestId, cookie)).json().status).toBe('Finished');
  });

  test('a repeated poll gives a new ticket and invalidates the previous one', async () => {
    const { requestId, cookie } = await world.confirmed();
    const first = (await world.check(requestId, cookie)).json().sessionId;
    const second = (await world.check(requestId, cookie)).json().sessionId;
    expect(second).not.toBe(first);
    expect((await world.enter(first)).statusCode).toBe(401);
    expect((await world.enter(second)).statusCode).toBe(200);
    const over = await world.check(requestId, cookie);
    expect([over.statusCode, over.json().error.code]).toEqual([404, 'diia.request-unknown']);
  });

  test('many concurrent polls on two nodes give one session', async () => {
    const other = await world.node();
    const { requestId, cookie } = await world.confirmed();
    const polls = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        world.check(requestId, cookie, i % 2 ? other : world.server),
      ),
    );
    const tickets = polls.map((poll) => poll.json().sessionId as string);
    const used = await Promise.all(
      [...tickets, ...tickets].map((ticket, i) =>
        world.enter(ticket, i % 2 ? other : world.server),
      ),
    );
    expect(used.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    const again = await world.check(requestId, cookie);
    expect(again.statusCode).toBe(404);
  });

  test('interleaved polls and exchanges give one session', async () => {
    const { requestId, cookie } = await world.confirmed();
    const attempts = await Promise.all(
      Array.from({ length: 15 }, async () => {
        const poll = (await world.check(requestId, cookie)).json();
        return poll.sessionId ? (await world.enter(poll.sessionId)).statusCode : 404;
      }),
    );
    expect(attempts.filter((status) => status === 200)).toHaveLength(1);
  });

  test('an unused ticket expires, and the next poll gives a new one', async () => {
    const { requestId, cookie } = await world.confirmed();
    const { sessionId } = (await world.check(requestId, cookie)).json();
    world.clock.now += 61_000;
    expect((await world.enter(sessionId)).statusCode).toBe(401);
    const next = (await world.check(requestId, cookie)).json();
    expect((await world.enter(next.sessionId)).statusCode).toBe(200);
  });

  test('a poll gives no second session after expired tickets are deleted', async () => {
    const now = () => world.clock.now;
    const encryption = createEncryption(world.keys.data);
    const tickets = new SignInTickets(world.db, { ttlSeconds: 60, now, encryption });
    const { requestId, cookie } = await world.confirmed();
    await world.enter((await world.check(requestId, cookie)).json().sessionId);
    for (const minutes of [1, 2, 3, 4]) {
      world.clock.now += 60_000;
      await tickets.deleteExpired(1000);
      expect([minutes, (await world.check(requestId, cookie)).statusCode]).toEqual([minutes, 404]);
    }
  });

  test('a poll gives no second session after a node of an older release deletes the used ticket', async () => {
    const { requestId, cookie } = await world.signedIn();
    await world.db.deleteFrom('sign_in_tickets').execute();
    const poll = await world.check(requestId, cookie);
    expect([poll.statusCode, poll.json().error.code]).toEqual([404, 'diia.request-unknown']);
  });
});
