// Security events of passwords, sessions and the ticket protocol, each with all its facts. Tests of the other sign-in
// methods and of secrets check their own events.

import { errorTable } from '@brama/contract/errors';
import { eventTable } from '@brama/contract/events/event-table';
import { beforeAll, expect, test } from 'vitest';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { eventsIn, plain } from '../../test/support/events.ts';
import { addUser, apps, makeWorld, ours, password, type World } from '../../test/support/world.ts';
import { eventsOfErrors } from './security-events.ts';

const network = '127.0.0.1';
const byPassword = { level: 'info', method: 'password', network };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('an error has the log level of its security event', () => {
  for (const [code, one] of Object.entries(eventsOfErrors))
    expect([code, errorTable[code as keyof typeof errorTable].level]).toEqual([
      code,
      eventTable[one.event].log.level,
    ]);
});

describeOnDatabases('security events', (kind) => {
  let world: World;
  let other: string;
  beforeAll(async () => {
    world = await makeWorld(kind, {
      RATE_LIMIT_FREE_TRIES: '3',
      RATE_LIMIT_SECRETS_PER_MINUTE: '8',
    });
    other = await addUser(world.db, { username: 'other' }, world.passwordHash);
    await addUser(world.db, { username: 'gone', disabled: true }, world.passwordHash);
    return () => world.close();
  });

  /** Returns the events that are logged during the work. */
  async function toldOf(work: () => Promise<unknown>) {
    const from = world.lines.length;
    await work();
    return eventsIn(world.lines.slice(from)).map(plain);
  }

  const tryWith = (username: string, secret: string) => () =>
    world.post('/api/auth', { username, password: secret });
  const uidOf = async (userId: string) => {
    const rows = world.db.selectFrom('sessions').select('uid').where('user_id', '=', userId);
    return (await rows.execute()).map(({ uid }) => uid);
  };

  test('a sign-in and its sign-out are recorded with user and session', async () => {
    let cookie = '';
    const came = await toldOf(async () => {
      cookie = await world.signIn();
    });
    const [session] = await uidOf(world.olena);
    const facts = { user: world.olena, session };
    expect(came).toEqual([{ event: 'sign-in.succeeded', ...byPassword, ...facts }]);
    const used = () => world.send({ url: '/user', headers: { cookie } });
    expect(await toldOf(used), 'nothing on the way of who is in').toEqual([]);
    const end = { event: 'session.ended', level: 'info', reason: 'sign-out', ...facts };
    const leave = () => world.post('/api/auth/logout', undefined, { cookie });
    expect(await toldOf(leave)).toEqual([end]);
    expect(await toldOf(leave), 'once').toEqual([]);
  });

  test('a sign-in of another user in the same browser records the end of the first session', async () => {
    const cookie = await world.signIn();
    const [session] = await uidOf(world.olena);
    const told = await toldOf(() => world.signIn('other', world.server, cookie));
    expect(told).toEqual([
      { event: 'session.ended', level: 'info', session, user: world.olena, reason: 'another-user' },
      { event: 'sign-in.succeeded', ...byPassword, user: other, session: (await uidOf(other))[0] },
    ]);
  });

  test('a rejected sign-in records the user id, never the typed name', async () => {
    const refused = { event: 'sign-in.refused', ...byPassword };
    const typed = 'MyVerySecretPassw0rd';
    expect(await toldOf(tryWith(typed, 'x'))).toEqual([{ ...refused, reason: 'unknown' }]);
    const byForm = () => world.post('/uk/', `username=${typed}&password=x`, form);
    expect(await toldOf(byForm)).toEqual([{ ...refused, reason: 'unknown' }]);
    expect(world.lines.join('')).not.toContain(typed);
    expect(await toldOf(tryWith('OTHER', 'x'))).toEqual([
      { ...refused, reason: 'wrong-password', user: other },
    ]);
    const [gone] = await toldOf(tryWith('gone', password));
    expect(gone).toMatchObject({ reason: 'disabled', user: expect.any(String) });
  });

  test('password guessing is recorded as throttled', async () => {
    for (let i = 0; i < 3; i += 1) await tryWith('nobody', `${i}`)();
    expect(await toldOf(tryWith('nobody', 'x'))).toEqual([
      { event: 'sign-in.throttled', ...byPassword, code: 'sign-in.throttled' },
    ]);
  });

  test('a password change is recorded with the ended sessions, and so is a wrong password', async () => {
    const user = await addUser(world.db, { username: 'changer' }, world.passwordHash);
    await world.signIn('changer');
    const [session] = await uidOf(user);
    const cookie = await world.signIn('changer');
    const choose = (currentPassword: string) => () =>
      world.post('/api/password', { currentPassword, newPassword: 'Taken-7-and-more' }, { cookie });
    expect(await toldOf(choose('wrong'))).toEqual([
      { event: 'password.change-refused', level: 'info', network, code: 'password.wrong', user },
    ]);
    expect(await toldOf(choose(password))).toEqual([
      { event: 'password.changed', level: 'info', user, how: 'changed' },
      { event: 'session.ended', level: 'info', session, user, reason: 'password-changed' },
    ]);
  });

  test('a password reset is recorded: request, rejected link, new password', async () => {
    const user = await addUser(world.db, { username: 'forgetful' }, world.passwordHash);
    const asked = { event: 'password.reset-asked', level: 'info', network };
    const ask = (name: string) => async () => {
      const from = world.lines.length;
      await world.post('/uk/password/forgot', `username=${name}`, form);
      await expect.poll(() => world.lines.slice(from).join()).toContain(asked.event);
    };
    expect(await toldOf(ask('MyVerySecretPassw0rd'))).toEqual([asked]);
    expect(await toldOf(ask('forgetful'))).toEqual([{ ...asked, user }]);
    const codeOf = () => /#([\w-]{43})/.exec(JSON.stringify(world.letters))?.[1] ?? '';
    await expect.poll(codeOf).not.toBe('');
    const use = (token: string) => () =>
      world.post('/uk/password/reset', `code=${token}&newPassword=Taken-7-and-more`, form);
    expect(await toldOf(use('x'.repeat(43)))).toEqual([
      { event: 'password.reset-refused', level: 'info', network, code: 'password.link-over' },
    ]);
    expect(await toldOf(use(codeOf()))).toEqual([
      { event: 'password.changed', level: 'info', user, how: 'reset' },
    ]);
  });

  test('wrong application secrets are recorded until the rate limit applies', async () => {
    const ask = (appId: string) => () =>
      world.send({
        url: `/api/ticket?${new URLSearchParams({ appId, appSecret: 'wrong', ticketId: 'x' })}`,
      });
    const code = 'application.credentials-refused';
    const refused = { event: 'client.refused', level: 'warn', network, code };
    const { id } = apps.campus;
    expect(await toldOf(ask(id))).toEqual([{ ...refused, application: id }]);
    expect(await toldOf(ask('typed-by-a-stranger'))).toEqual([refused]);
    world.clock.now += 3_000;
    for (let i = 0; i < 12; i += 1) await ask(id)();
    expect(await toldOf(ask(id))).toEqual([
      { event: 'request.throttled', level: 'info', network, code: 'request.too-many' },
    ]);
  });

  test('a request from another site is recorded', async () => {
    const headers = { ...ours, 'sec-fetch-site': 'cross-site' };
    const told = await toldOf(() => world.post('/api/auth', {}, headers));
    const code = 'request.foreign-origin';
    expect(told).toEqual([{ event: 'request.foreign-origin', level: 'warn', network, code }]);
  });
});
