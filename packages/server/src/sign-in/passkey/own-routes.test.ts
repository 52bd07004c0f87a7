import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { type DiiaWorld, makeDiiaWorld } from '../../../test/support/diia/world.ts';
import { createPasskeySteps } from '../../../test/support/passkeys/world.ts';

const day = 86_400_000;

describeOnDatabases('the passkeys of a user', (kind) => {
  let world: DiiaWorld;
  let steps: ReturnType<typeof createPasskeySteps>;
  let session: string;

  beforeAll(async () => {
    world = await makeDiiaWorld(kind);
    steps = createPasskeySteps(world);
  });
  beforeEach(async () => {
    await world.db.deleteFrom('passkeys').execute();
    await world.db.deleteFrom('passkey_offers').execute();
    await world.db.deleteFrom('events').execute();
    session = await world.signIn('taras');
    await world.confirmSessions();
  });
  afterAll(() => world.close());

  const errorOf = (answer: LightMyRequestResponse) => [
    answer.statusCode,
    answer.json().error?.code,
  ];
  const change = (what: 'rename' | 'remove', body: object, cookie = session) =>
    world.post(`/api/passkeys/${what}`, body, { cookie });
  const names = async () =>
    (await steps.list(session)).passkeys.map(({ name }: { name: string }) => name);
  const user = () => world.db.selectFrom('users').where('id', '=', world.taras);
  const setWays = (ways: { password_hash: string | null; tax_id_hash: string | null }) =>
    world.db.updateTable('users').set(ways).where('id', '=', world.taras).execute();

  test('the list is for the account page and for the Signal API', async () => {
    expect(await steps.list(session)).toEqual({
      passkeys: [],
      lastWayIn: false,
      lastFactor: false,
      fresh: true,
      missing: null,
      max: 20,
      rpId: 'localhost',
      userHandle: Buffer.from(world.taras).toString('base64url'),
    });
    const first = await steps.addNew(session, {}, 'перший');
    world.clock.now += 1;
    await steps.addNew(session, {}, 'другий');
    world.clock.now += 60_000;
    await steps.signIn(first.passkey);
    const { passkeys, fresh } = await steps.list(session);
    expect(fresh).toBe(true);
    expect(passkeys).toMatchObject([
      { name: 'перший', lastUsedAt: new Date(world.clock.now).toISOString() },
      { name: 'другий', lastUsedAt: null },
    ]);
    world.clock.now += 600_000;
    expect(await steps.list(session)).toMatchObject({ fresh: false, missing: 'sign-in' });
    expect(errorOf(await world.send({ url: '/api/passkeys' }))).toEqual([401, 'session.required']);
  });

  test('rename and remove change only passkeys of the user', async () => {
    const { added } = await steps.addNew(session, {}, 'мій');
    const stranger = await world.signIn();
    const name = 'чужий';
    expect((await change('rename', { passkey: added.id, name }, stranger)).statusCode).toBe(200);
    expect((await change('remove', { passkey: added.id }, stranger)).statusCode).toBe(200);
    expect(await names()).toEqual(['мій']);
    expect((await change('rename', { passkey: added.id, name: ' новий ' })).json()).toEqual({});
    expect(await names()).toEqual(['новий']);
    world.lines.length = 0;
    expect((await change('remove', { passkey: added.id })).json()).toEqual({});
    expect(await names()).toEqual([]);
    expect(world.lines.join('')).toContain('"event":"passkey.removed"');
    const events = await world.db
      .selectFrom('events')
      .select(['type', 'method'])
      .where('user_id', '=', world.taras)
      .where('type', 'like', 'passkey.%')
      .orderBy('at')
      .orderBy('type')
      .execute();
    expect(events).toEqual([
      { type: 'passkey.added', method: 'passkey' },
      { type: 'passkey.removed', method: 'passkey' },
    ]);
    // a repeated request succeeds too, and is no event
    world.lines.length = 0;
    expect((await change('remove', { passkey: added.id })).statusCode).toBe(200);
    expect(world.lines.join('')).not.toContain('passkey.removed');
    const toTaras = () =>
      world.letters.flatMap(({ to, subject }) => (to.startsWith('taras') ? subject : []));
    await expect
      .poll(() => toTaras().slice(-2))
      .toEqual(['uk passkey-added', 'uk passkey-removed']);
  });

  test('removing needs a recent sign-in, renaming does not', async () => {
    const { added } = await steps.addNew(session);
    world.clock.now += 600_001;
    expect((await change('rename', { passkey: added.id, name: 'x' })).statusCode).toBe(200);
    expect(errorOf(await change('remove', { passkey: added.id }))).toEqual([
      403,
      'session.not-recent',
    ]);
    for (const what of ['rename', 'remove'] as const)
      expect(errorOf(await change(what, { passkey: added.id, name: 'x' }, ''))).toEqual([
        401,
        'session.required',
      ]);
  });

  test('without JavaScript, forms lead back to the account page', async () => {
    const { added } = await steps.addNew(session, {}, 'мій');
    const form = {
      cookie: session,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
    };
    for (const [what, body] of [
      ['rename', `passkey=${added.id}&name=other`],
      ['remove', `passkey=${added.id}`],
    ]) {
      const answer = await world.post(`/api/passkeys/${what}`, body, form);
      expect([answer.statusCode, answer.headers.location]).toEqual([
        303,
        '/uk/account#sign-in-methods',
      ]);
    }
    expect(await names()).toEqual([]);
  });

  test('the only way to sign in cannot be removed', { tags: 'race' }, async () => {
    const { added, passkey } = await steps.addNew(session);
    const ways = await user().select(['password_hash', 'tax_id_hash']).executeTakeFirstOrThrow();
    await setWays({ password_hash: null, tax_id_hash: null });
    const { lastWayIn } = await steps.list(session);
    expect(lastWayIn).toBe(true);
    expect(errorOf(await change('remove', { passkey: added.id }))).toEqual([
      409,
      'passkey.last-way-in',
    ]);
    expect((await steps.ticket(passkey)).statusCode).toBe(200);
    for (let more = 0; more < 7; more++) await steps.addNew(session);
    const { passkeys, lastWayIn: isStillLast } = await steps.list(session);
    expect(isStillLast).toBe(false);
    const answers = await Promise.all(
      passkeys.map(({ id }: { id: string }) => change('remove', { passkey: id })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(1);
    expect((await steps.list(session)).passkeys).toHaveLength(1);
    await setWays(ways);
  });

  describe('the offer after a sign-in with Diia', () => {
    const isOffered = async (cookie: string) =>
      (await world.send({ url: '/api/passkeys/offer', headers: { cookie } })).json().isOffered;
    const diia = async () => (await world.signedIn()).session;

    test('comes at most once in 30 days', async () => {
      expect(await isOffered(await diia())).toBe(true);
      // asking changes nothing
      const cookie = await diia();
      expect(await isOffered(cookie)).toBe(true);
      expect((await world.post('/api/passkeys/offer', undefined, { cookie })).json()).toEqual({});
      expect(await isOffered(cookie)).toBe(false);
      expect(await isOffered(await diia())).toBe(false);
      world.clock.now += 30 * day - 1000;
      expect(await isOffered(await diia())).toBe(false);
      world.clock.now += 1000;
      const later = await diia();
      expect(await isOffered(later)).toBe(true);
      await world.post('/api/passkeys/offer', undefined, { cookie: later });
      expect(await isOffered(later)).toBe(false);
    });

    test('needs Diia, a recent sign-in and a user without a passkey', async () => {
      expect(await isOffered(session)).toBe(false);
      const cookie = await diia();
      world.clock.now += 600_001;
      expect(await isOffered(cookie)).toBe(false);
      const fresh = await diia();
      await steps.addNew(fresh);
      expect(await isOffered(fresh)).toBe(false);
      const answer = await world.send({ url: '/api/passkeys/offer' });
      expect(errorOf(answer)).toEqual([401, 'session.required']);
    });

    test('does not come on a shared computer', async () => {
      const { requestId, cookie } = await world.askLink();
      await world.confirm(requestId);
      const { sessionId } = (await world.check(requestId, cookie)).json();
      const answer = await world.post('/api/auth/internal', { sessionId, sharedComputer: true });
      const shared = answer.cookies.find(({ name }) => name === 'brama_session');
      expect(await isOffered(`brama_session=${shared?.value}`)).toBe(false);
    });
  });
});
