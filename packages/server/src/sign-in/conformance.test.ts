// Requirements for every sign-in method. A method needs only a driver in `test/support/sign-in/`.

import { methodIds } from '@brama/contract/pages/login-page';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test/support/databases.ts';
import type { Choice, Driver, MakeDriver } from '../../test/support/sign-in/driver.ts';
import { apps } from '../../test/support/world.ts';

/** Returns the session cookie that a response sets, if any. */
function sessionIn(answer: LightMyRequestResponse): string | undefined {
  return answer.cookies.find(({ name }) => name === 'brama_session')?.value;
}

describe.each(databaseKinds.flatMap((kind) => methodIds.map((id) => [id, kind] as const)))(
  '%s, on %s',
  (id, kind) => {
    let driver: Driver;
    beforeAll(async () => {
      const file = `../../test/support/sign-in/${id}.ts`;
      const { makeDriver }: { makeDriver: MakeDriver } = await import(file);
      driver = await makeDriver(kind);
    });
    afterAll(() => driver.world.close());
    const enter = async () => (await driver.prove()).enter();

    test('a proof gives one session and is rejected afterwards', async () => {
      const proof = await driver.prove();
      expect((await proof.enter()).statusCode).toBe(200);
      const again = await proof.enter();
      expect([again.statusCode, again.json().error.code]).toEqual([401, driver.refused]);
      expect(sessionIn(again)).toBeUndefined();
    });

    test('only one of many concurrent exchanges succeeds', async () => {
      const proof = await driver.prove();
      const answers = await Promise.all(Array.from({ length: 12 }, () => proof.enter()));
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      expect(answers.filter((answer) => sessionIn(answer))).toHaveLength(1);
    });

    test('an expired proof is rejected', async () => {
      const proof = await driver.prove();
      driver.world.clock.now += driver.lifeMs;
      expect((await proof.enter()).statusCode).toBe(401);
    });

    test('a sign-in does not end or take over the session of another browser', async () => {
      const other = await driver.world.signIn();
      const mine = sessionIn(await enter());
      expect(mine).toMatch(/^[\w-]{43}$/);
      const user = await driver.world.send({ url: '/user', headers: { cookie: other } });
      expect([user.statusCode, user.json().fullName]).toEqual([200, 'Шевченко Олена']);
      await driver.world.post('/api/auth/logout', undefined, { cookie: other });
      const still = await driver.world.send({
        url: '/user',
        headers: { cookie: `brama_session=${mine}` },
      });
      expect(still.statusCode).toBe(200);
    });

    test('the session stores the sign-in method, and applications receive it', async () => {
      const cookie = `brama_session=${sessionIn(await enter())}`;
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

    /** Signs in with this choice. Returns the cookies of the response, and requests with its session. */
    async function entered(choice: Choice) {
      const { cookies } = await (await driver.prove(choice)).enter();
      const found = cookies.find(({ name }) => name === 'brama_session');
      const headers = { cookie: `brama_session=${found?.value}` };
      const get = (url: string) => driver.world.send({ url, headers });
      return { names: cookies.map(({ name }) => name), maxAge: found?.maxAge, get };
    }
    const minutes = (count: number) => {
      driver.world.clock.now += count * 60_000;
    };

    test('the browser keeps a session, and is trusted', async () => {
      const { names, maxAge, get } = await entered({});
      expect(maxAge).toBe(604_800);
      expect(names).toContain('brama_device');
      minutes(11 * 60);
      const [own] = (await get('/api/sessions')).json().sessions;
      expect(own).toMatchObject({ current: true, sharedComputer: false });
    });

    test('a session on a shared computer ends with the browser or without use', async () => {
      const trusted = () => driver.world.db.selectFrom('trusted_devices').selectAll().execute();
      const before = await trusted();
      const { names, maxAge, get } = await entered({ sharedComputer: true });
      expect(maxAge).toBeUndefined();
      expect(names).not.toContain('brama_device');
      expect(await trusted()).toEqual(before);
      for (let use = 0; use < 3; use++) {
        minutes(9.9);
        const [own] = (await get('/api/sessions')).json().sessions;
        expect(own).toMatchObject({ current: true, sharedComputer: true });
      }
      minutes(10);
      expect((await get('/user')).statusCode).toBe(401);
      expect((await get(`/api/app-redirect?appId=${apps.campus.id}`)).headers.location).toContain(
        'session=ended',
      );
    });

    test('an unknown user is rejected with the expected error code, and no user is created', async () => {
      const users = () => driver.world.db.selectFrom('users').select('id').execute();
      const before = (await users()).length;
      const answer = await driver.refusedStranger();
      expect([401, 403]).toContain(answer.statusCode);
      expect(answer.json().error.code).toBe(driver.strangerRefused);
      expect(await users()).toHaveLength(before);
    });

    test('a user who is disabled after the proof cannot sign in', async () => {
      const proof = await driver.prove();
      const disable = (disabled: number) =>
        driver.world.db
          .updateTable('users')
          .set({ disabled })
          .where('id', '=', driver.userId)
          .execute();
      await disable(1);
      expect((await proof.enter()).statusCode).toBe(401);
      await disable(0);
    });

    test('no secret of a proof or a session is stored or logged in plain text', async () => {
      const proof = await driver.prove();
      const session = sessionIn(await proof.enter()) ?? 'missing';
      const tables = ['sign_in_tickets', 'sessions', ...(driver.tables ?? [])] as const;
      const rows = await Promise.all(
        tables.map((table) => driver.world.db.selectFrom(table).selectAll().execute()),
      );
      const seen = JSON.stringify(rows) + driver.world.lines.join('');
      for (const secret of [...proof.secrets, session]) expect(seen).not.toContain(secret);
    });
  },
);
