// Checks of the installation by the administration API: who may run them, in which language they answer, and whom the test email reaches.

import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  tokenOf,
  weakSession,
} from '../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';

type Finding = { check: string; id: string; level: string; text: string; remedy: string | null };

const env = {
  SMTP_URL: 'smtp://planted-user:planted-password@127.0.0.1:9',
  MAIL_FROM: 'id@campus.example',
  TRUST_PROXY: '1',
};

describeOnDatabases('checks of the installation', (kind) => {
  let world: World;
  let chief: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind, env);
    await addCaller(world, 'chief', ['administrator']);
    chief = await weakSession(world, 'chief');
  });
  afterEach(() => world.close());

  async function run(headers: Record<string, string> = {}): Promise<Finding[]> {
    const response = await callRoute(world, 'runDoctor', chief, { headers });
    expect(response.statusCode).toBe(200);
    expect(response.body).not.toContain('planted');
    return response.json().items;
  }
  const send = (caller = chief, body: object = {}) =>
    callRoute(world, 'sendTestEmail', caller, { body, headers: { 'accept-language': 'en' } });

  test('finds what is wrong, with words in the language of the caller', async () => {
    const found = (items: Finding[]) => items.find(({ id }) => id === 'mail-unreachable');
    expect(found(await run({ 'accept-language': 'en' }))).toEqual({
      check: 'mail',
      id: 'mail-unreachable',
      level: 'error',
      text: 'The mail server 127.0.0.1:9 does not answer (ECONNREFUSED).',
      remedy: expect.stringMatching(/^Check host and port/),
    });
    expect(found(await run({ 'accept-language': 'uk' }))?.text).toMatch(/^Поштовий сервер/);
  });

  test('looks at the database of this server', async () => {
    const items = await run();
    const database = items.filter(({ check }) => check === 'database');
    // databases of tests are not durable
    const other = ['database-missing', 'database-unreachable', 'migration-pending'];
    expect(database.filter(({ id }) => other.includes(id))).toEqual([]);
    expect(database).not.toEqual([]);
  });

  test('judges the proxy by the request of the caller', async () => {
    const ofProxy = async (headers: Record<string, string>) =>
      (await run(headers)).filter(({ check }) => check === 'proxy').map(({ id }) => id);
    expect(await ofProxy({})).toContain('proxy-sends-no-address');
    const ids = await ofProxy({ 'x-forwarded-for': '203.0.113.7' });
    expect(ids.filter((id) => id.startsWith('proxy-'))).toEqual([]);
    expect(await ofProxy({ 'x-forwarded-for': '203.0.113.7, 10.0.0.1' })).toContain(
      'proxy-more-addresses',
    );
  });

  test('only administrators run them', async () => {
    const auditor = await tokenOf(world, await addCaller(world, 'reader', ['auditor']), {
      roles: ['auditor'],
    });
    for (const route of ['runDoctor', 'sendTestEmail'] as const) {
      const response = await callRoute(world, route, auditor, { body: {} });
      expect([response.statusCode, response.json().permission]).toEqual([403, 'doctor.run']);
    }
    expect(world.letters).toEqual([]);
  });

  test('the test email goes to the address of the caller alone, and is an event', async () => {
    const response = await send();
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        check: 'mail',
        id: 'mail-sent',
        level: 'fine',
        text: 'A test email was sent to chief@campus.example.',
        remedy: null,
      },
    ]);
    expect(world.letters.map(({ to }) => to)).toEqual(['chief@campus.example']);
    const events = await world.db
      .selectFrom('events')
      .select('actor_id')
      .where('type', '=', 'test-email.sent')
      .execute();
    expect(events).toEqual([{ actor_id: chief.userId }]);
    // no other address can be given
    expect((await send(chief, { to: 'thief@evil.example' })).statusCode).toBe(400);
    expect(world.letters).toHaveLength(1);
  });

  test('test emails and runs are limited', async () => {
    const statuses = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await send()).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(world.letters).toHaveLength(5);
    const runs = await Promise.all(
      Array.from({ length: 12 }, () => callRoute(world, 'runDoctor', chief)),
    );
    const refused = runs.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(2);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('an administrator without an address sends no email', async () => {
    await world.db
      .updateTable('users')
      .set({ email: null, email_key: null })
      .where('id', '=', chief.userId)
      .execute();
    expect((await send()).statusCode).toBe(409);
    expect(world.letters).toEqual([]);
  });
});
