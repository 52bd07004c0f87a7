// What every sign-in method owes its users, whatever it is: a new method of the list needs a driver here,
// and the rest comes by itself.

import type { MethodId } from '@brama/contract/login-page';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../testing/databases.ts';
import { makeDiiaWorld, taxId } from '../testing/diia/world.ts';
import { addUser, apps, makeWorld, password, type World } from '../testing/world.ts';

/** Proves who one is and gets a `sessionId`; `undefined` where that person is refused. */
type Driver = {
  world: World;
  userId: string;
  prove(): Promise<string>;
  /** The same for somebody who is not known here: the answer of the last step. */
  refusedStranger(): Promise<{ statusCode: number; json(): { error: { code: string } } }>;
};

type Driven = Exclude<MethodId, 'google'>;

const drivers: Record<Driven, (kind: (typeof databaseKinds)[number]) => Promise<Driver>> = {
  async password(kind) {
    const world = await makeWorld(kind);
    const userId = await addUser(world.db, { username: 'known' }, world.passwordHash);
    const prove = async (username: string) => world.post('/api/auth', { username, password });
    return {
      world,
      userId,
      prove: async () => (await prove('known')).json().sessionId,
      refusedStranger: () => prove('stranger'),
    };
  },
  async diia(kind) {
    const world = await makeDiiaWorld(kind);
    const prove = async (number: string) => {
      const { requestId, cookie } = await world.askLink();
      await world.confirm(requestId, { leaf: world.diia.person(`TINUA-${number}`) });
      return world.check(requestId, cookie);
    };
    return {
      world,
      userId: world.taras,
      prove: async () => (await prove(taxId)).json().sessionId,
      refusedStranger: () => prove('2222222222'),
    };
  },
};

const driven = Object.keys(drivers) as Driven[];

describe.each(databaseKinds.flatMap((kind) => driven.map((id) => [id, kind] as const)))(
  '%s, on %s',
  (id, kind) => {
    let driver: Driver;
    beforeAll(async () => {
      driver = await drivers[id](kind);
    });
    afterAll(() => driver.world.close());
    const enter = (sessionId: string) => driver.world.post('/api/auth/internal', { sessionId });

    test('a ticket gives one session and is worth nothing afterwards', async () => {
      const sessionId = await driver.prove();
      expect((await enter(sessionId)).statusCode).toBe(200);
      const again = await enter(sessionId);
      expect([again.statusCode, again.json().error.code]).toEqual([401, 'sign-in.ticket-refused']);
      expect(again.cookies).toEqual([]);
    });

    test('of many exchanges at the same moment one wins', async () => {
      const sessionId = await driver.prove();
      const answers = await Promise.all(Array.from({ length: 12 }, () => enter(sessionId)));
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    });

    test('a ticket runs out after a minute', async () => {
      const sessionId = await driver.prove();
      driver.world.clock.now += 60_000;
      expect((await enter(sessionId)).statusCode).toBe(401);
    });

    test('neither the proof nor the session gives anything to another browser', async () => {
      const first = await enter(await driver.prove());
      const secret = first.cookies[0]?.value ?? '';
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect((await driver.world.send({ url: '/user' })).statusCode).toBe(401);
    });

    test('the session remembers the method, and applications are told it truly', async () => {
      const entered = await enter(await driver.prove());
      const cookie = `brama_session=${entered.cookies[0]?.value}`;
      const { id: appId, secret } = apps.campus;
      const gone = await driver.world.send({
        url: `/api/app-redirect?appId=${appId}`,
        headers: { cookie },
      });
      const ticketId = new URL(String(gone.headers.location)).searchParams.get('ticketId') ?? '';
      const query = new URLSearchParams({ ticketId, appId, appSecret: secret });
      const ticket = await driver.world.send({ url: `/api/ticket?${query}` });
      expect(ticket.json().data.AUTH_METHOD).toBe(id.toUpperCase());
    });

    test('a stranger is refused with words of the table, and no account is made', async () => {
      const users = () => driver.world.db.selectFrom('users').select('id').execute();
      const before = (await users()).length;
      const answer = await driver.refusedStranger();
      expect([401, 403]).toContain(answer.statusCode);
      expect(answer.json().error.code).toMatch(/^(sign-in\.invalid-credentials|diia\.not-linked)$/);
      expect(await users()).toHaveLength(before);
    });

    test('who has been disabled since does not enter', async () => {
      const sessionId = await driver.prove();
      const disable = (disabled: number) =>
        driver.world.db
          .updateTable('users')
          .set({ disabled })
          .where('id', '=', driver.userId)
          .execute();
      await disable(1);
      expect((await enter(sessionId)).statusCode).toBe(401);
      await disable(0);
    });

    test('no ticket or session id is stored or logged in clear', async () => {
      const sessionId = await driver.prove();
      const entered = await enter(sessionId);
      const tables = ['sign_in_tickets', 'sessions'] as const;
      const rows = await Promise.all(
        tables.map((table) => driver.world.db.selectFrom(table).selectAll().execute()),
      );
      const seen = JSON.stringify(rows) + driver.world.lines.join('');
      for (const secret of [sessionId, entered.cookies[0]?.value ?? 'missing'])
        expect(seen).not.toContain(secret);
    });
  },
);
