// New users are invited by email to choose their first password.

import { problem } from '@brama/contract/admin/route';
import { invitationHours } from '@brama/contract/lifetimes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  strongSession,
  tokenOf,
  weakSession,
} from '../../../test/support/admin/callers.ts';
import { addPasskey, linkGoogle } from '../../../test/support/admin/factors.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { form } from '../../../test/support/oidc/raw.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { PasswordResetTokens } from '../../factors/password-reset-tokens.ts';
import { readUser } from '../../users/changes/target.ts';
import { invite as inviteUser } from './invitations.ts';

const hour = 3_600_000;
const chosen = 'zq7fW2mXc9Kt';
const student = { username: 'o.new', fullName: 'Нова Олена', email: 'o.new@campus.example' };

describeOnDatabases('invitations', (kind) => {
  let world: World;
  let admin: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind);
    await addCaller(world, 'admin', ['administrator']);
    admin = await strongSession(world, 'admin');
  });
  afterEach(() => world.close());

  const call = (id: Parameters<typeof callRoute>[1], input: Input, caller = admin) =>
    callRoute(world, id, caller, input);
  const invite = (id: string, caller = admin) => call('inviteUser', { params: { id } }, caller);
  /** Adds a user who cannot sign in yet. */
  const addNew = (username = 'o.new') =>
    addUser(world.db, { username, passwordHash: null }, world.passwordHash);
  /** Returns the secret of the email of this number, once it has arrived. */
  async function tokenOfLetter(count: number): Promise<string> {
    await expect.poll(() => world.letters.length).toBe(count);
    const link = world.letters.at(-1)?.paragraphs.find((one) => typeof one === 'object');
    return typeof link === 'object' ? new URL(link.href).hash.slice(1) : '';
  }
  const use = async (code: string, newPassword = chosen) => {
    const body = new URLSearchParams({ code, newPassword }).toString();
    return (await world.post('/uk/password/reset', body, form)).statusCode;
  };
  const signIn = async (username: string, password = chosen) =>
    (await world.post('/api/auth', { username, password })).statusCode;
  const links = () => world.db.selectFrom('password_resets').selectAll().execute();
  async function refused(response: ReturnType<typeof callRoute>) {
    const before = await links();
    const { statusCode, body } = await response;
    const { code, fields } = problem.parse(JSON.parse(body));
    expect(await links()).toEqual(before);
    return [statusCode, code, ...Object.keys(fields ?? {})];
  }

  test('a created user is invited, chooses a password and signs in', async () => {
    const headers = { 'idempotency-key': 'enrolment' };
    const input = { body: { ...student, invite: true }, headers };
    const created = await call('createUser', input);
    expect([created.statusCode, created.json()]).toEqual([
      201,
      expect.objectContaining({ email: student.email, hasTaxId: false, version: 1 }),
    ]);
    const token = await tokenOfLetter(1);
    expect(token).toMatch(/^[\w-]{43}$/);
    const [letter] = world.letters;
    expect(letter).toMatchObject({ to: student.email, language: 'uk' });
    expect(letter?.paragraphs[0]).toBe('Запрошено: o.new.');
    // the language is not known yet, so both stand in it, with one link
    expect(letter?.paragraphs.filter((one) => typeof one === 'object')).toHaveLength(1);
    for (const page of ['/uk/password/reset', '/en/password/reset'])
      expect(JSON.stringify(letter?.paragraphs)).toContain(`${page} ${token}`);
    // a repeated request sends nothing, and counts as no invitation
    for (let count = 0; count < 4; count += 1)
      expect((await call('createUser', input)).json()).toEqual(created.json());
    expect(await use(token, 'short')).toBe(422);
    expect(await use(token)).toBe(303);
    expect([await signIn('o.new'), await use(token)]).toEqual([200, 410]);
    expect(await links()).toEqual([]);
    await expect.poll(() => world.letters.length).toBe(2);
    expect(world.letters[1]?.paragraphs[0]).toBe('Змінено: o.new.');
  });

  test('the secret is nowhere but in the email', async () => {
    const headers = { 'idempotency-key': 'enrolment' };
    const { id } = (
      await call('createUser', { body: { ...student, invite: true }, headers })
    ).json();
    const response = await invite(id);
    const until = new Date(world.clock.now + invitationHours * hour).toISOString();
    expect([response.statusCode, response.json()]).toEqual([200, { expiresAt: until }]);
    const second = await tokenOfLetter(2);
    const events = await world.db
      .selectFrom('events')
      .selectAll()
      .where('user_id', '=', id)
      .execute();
    const invited = events.filter(({ type }) => type === 'user.invited');
    expect(invited.map(({ actor_id, details }) => [actor_id, details])).toEqual([
      [admin.userId, JSON.stringify({ until })],
      [admin.userId, JSON.stringify({ until })],
    ]);
    const stored = [
      ...(await links()),
      ...events,
      ...(await world.db.selectFrom('idempotent_requests').selectAll().execute()),
    ];
    for (const text of [...stored.map((row) => JSON.stringify(row)), ...world.lines])
      expect(text).not.toContain(second);
    expect(world.lines.join()).toContain('"how":"user.invited"');
  });

  test('each invitation takes the place of the former, and ends after 72 hours', async () => {
    const id = await addNew();
    await invite(id);
    const first = await tokenOfLetter(1);
    world.clock.now += hour;
    await invite(id, await strongSession(world, 'admin'));
    const second = await tokenOfLetter(2);
    expect([await use(first), await use(second, 'short')]).toEqual([410, 422]);
    world.clock.now += invitationHours * hour - 1;
    expect(await use(second, 'short')).toBe(422);
    world.clock.now += 1;
    expect(await use(second)).toBe(410);
    expect(await signIn('o.new')).toBe(401);
  });

  test('of two simultaneous uses one sets the password', { tags: 'race' }, async () => {
    await invite(await addNew());
    const token = await tokenOfLetter(1);
    const used = await Promise.all([use(token), use(token, `${chosen} other`)]);
    expect(used.toSorted()).toEqual([303, 410]);
  });

  test('the invitation ends when the user changes meanwhile', async () => {
    const change = (id: string, body: object) => call('updateUser', { params: { id }, body });
    const enabled = (id: string) => async () => {
      await change(id, { disabled: true });
      const { version } = (await call('readUser', { params: { id } })).json();
      const headers = { 'if-match': `"${version}"` };
      return call('updateUser', { params: { id }, headers, body: { disabled: false } });
    };
    const set = (id: string, columns: object) =>
      world.db.updateTable('users').set(columns).where('id', '=', id).execute();
    const ends: Record<string, (id: string) => () => Promise<unknown>> = {
      disabled: (id) => () => change(id, { disabled: true }),
      'enabled-again': enabled,
      erased: (id) => () => call('eraseUser', { params: { id } }),
      'other-email': (id) => () => change(id, { email: 'other@campus.example' }),
      'no-email': (id) => () => change(id, { email: null }),
      'email-of-a-manifest': (id) => () => set(id, { email: 'x@campus.example', email_key: 'x' }),
      'password-set': (id) => () => set(id, { password_hash: world.passwordHash }),
      'tax-number': (id) => () => change(id, { taxId: '3184710691' }),
      google: (id) => () => linkGoogle(world, id),
      passkey: (id) => () => addPasskey(world, id),
    };
    let letters = 0;
    for (const [name, end] of Object.entries(ends)) {
      const id = await addNew(name);
      const sent = await invite(id);
      expect([name, sent.statusCode]).toEqual([name, 200]);
      letters += 1;
      await expect.poll(() => world.letters.filter(isInvitation).length).toBe(letters);
      const link = world.letters.filter(isInvitation).at(-1)?.paragraphs[1];
      const token = typeof link === 'object' ? new URL(link.href).hash.slice(1) : '';
      expect([name, await use(token, 'short')]).toEqual([name, 422]);
      await end(id)();
      expect([name, await use(token), await signIn(name)]).toEqual([name, 410, 401]);
    }
  });

  const isInvitation = ({ paragraphs: [text] }: World['letters'][number]) =>
    typeof text === 'string' && text.startsWith('Запрошено');

  test('an invitation becomes no reset link, and a reset link no invitation', async () => {
    const id = await addNew();
    const tokens = new PasswordResetTokens(world.db, () => world.clock.now);
    const address = 'o.new@campus.example';
    const reset = await tokens.issue(id, address);
    expect(await use(reset)).toBe(410);
    await invite(id);
    const invitation = await tokenOfLetter(1);
    await world.db.updateTable('users').set({ password_hash: world.passwordHash }).execute();
    const next = await tokens.issue(id, address);
    expect([await use(invitation), await use(next)]).toEqual([410, 303]);
  });

  test('only users without a way to sign in are invited', async () => {
    const none = await addNew('none');
    const { db } = world;
    await db
      .updateTable('users')
      .set({ email: null, email_key: null })
      .where('id', '=', none)
      .execute();
    const disabled = { username: 'gone', passwordHash: null, disabled: true };
    const withGoogle = await addNew('google');
    await linkGoogle(world, withGoogle);
    const withPasskey = await addNew('passkey');
    await addPasskey(world, withPasskey);
    const chief = await addNew('chief');
    await db
      .insertInto('user_roles')
      .values({ user_id: chief, role: 'administrator', granted_at: 1 })
      .execute();
    for (const [id, ...expected] of [
      [none, 409, 'admin.conflict', 'email'],
      [await addUser(db, disabled, ''), 409, 'admin.conflict', 'disabled'],
      [world.olena, 409, 'admin.conflict', 'password'],
      [withGoogle, 409, 'admin.conflict', 'identities.google'],
      [withPasskey, 409, 'admin.conflict', 'passkeys'],
      [chief, 409, 'admin.conflict', 'id'],
      [crypto.randomUUID(), 404, 'admin.not-found'],
    ] as [string, ...unknown[]][])
      expect(await refused(invite(id))).toEqual(expected);
    const { email: _, ...without } = student;
    for (const [body, field] of [
      [without, 'email'],
      [{ ...student, passwordHash: world.passwordHash }, 'password'],
      [{ ...student, disabled: true }, 'disabled'],
    ] as const) {
      world.clock.now += hour;
      admin = await strongSession(world, 'admin');
      expect(await refused(call('createUser', { body: { ...body, invite: true } }))).toEqual([
        409,
        'admin.conflict',
        field,
      ]);
    }
    const users = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'o.new')
      .execute();
    expect([users, world.letters]).toEqual([[], []]);
  });

  test('a tax number is no way to sign in where Diia is off', async () => {
    const withTaxId = { username: 'diia', passwordHash: null, taxIdHash: 'x' };
    const id = await addUser(world.db, withTaxId, '');
    expect((await invite(id)).statusCode).toBe(200);
    expect(await use(await tokenOfLetter(1))).toBe(303);
    expect(await signIn('diia')).toBe(200);
  });

  test('a user whose period is over or has not begun is not invited', async () => {
    const id = await addNew();
    const set = (columns: object) =>
      world.db.updateTable('users').set(columns).where('id', '=', id).execute();
    await set({ valid_until: world.clock.now, disabled: 1 });
    const fieldsOf = async () => (await invite(id)).json().fields;
    expect(await fieldsOf()).toEqual({
      disabled: 'the user cannot sign in now',
      validUntil: 'is over',
    });
    await set({ valid_until: null, valid_from: world.clock.now + 1 });
    expect(await fieldsOf()).toEqual({
      disabled: 'the user cannot sign in now',
      validFrom: 'has not come yet',
    });
  });

  test('a server without email refuses invitations', async () => {
    const never = () => expect.unreachable();
    const given = { queries: world.db, record: never, afterCommit: never };
    await expect(
      inviteUser(
        { invitations: undefined, enabledMethods: [], now: () => world.clock.now },
        given,
        (await readUser(world.db, await addNew())) ?? expect.unreachable(),
      ),
    ).rejects.toMatchObject({
      code: 'admin.conflict',
      fields: { email: 'this server sends no email' },
    });
  });

  test('operators invite no users with other rights; sessions need two factors', async () => {
    await addCaller(world, 'helper', ['operator']);
    await addCaller(world, 'watcher', ['auditor']);
    const helper = await strongSession(world, 'helper');
    const auditor = await addNew('auditor');
    await world.db
      .insertInto('user_roles')
      .values({ user_id: auditor, role: 'auditor', granted_at: 1 })
      .execute();
    const id = await addNew();
    expect(await refused(invite(auditor, helper))).toEqual([403, 'admin.higher-role']);
    expect(await refused(invite(id, await strongSession(world, 'watcher')))).toEqual([
      403,
      'admin.forbidden',
    ]);
    const weak = await weakSession(world, 'helper');
    await world.db.updateTable('sessions').set({ amr: null }).execute();
    expect(await refused(invite(id, weak))).toEqual([403, 'admin.authentication-required']);
    const token = await tokenOf(world, helper.userId, { roles: ['operator'] });
    expect((await invite(id, token)).statusCode).toBe(200);
    expect(await use(await tokenOfLetter(1))).toBe(303);
    const reading = { roles: ['operator'] as const, scopes: ['users.read' as const] };
    const reader = await tokenOf(world, helper.userId, reading);
    expect(await refused(invite(await addNew('later'), reader))).toEqual([403, 'admin.forbidden']);
  });

  test('refused creations count as no invitation', async () => {
    const taken = { ...student, username: 'o.shevchenko', invite: true };
    for (let count = 0; count < 4; count += 1)
      expect((await call('createUser', { body: taken })).statusCode).toBe(409);
    const body = { ...student, invite: true };
    expect((await call('createUser', { body })).statusCode).toBe(201);
    await tokenOfLetter(1);
  });

  test('an address receives few invitations in an hour', async () => {
    const id = await addNew();
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push(await invite(id));
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
    expect(Number(statuses[2]?.headers['retry-after'])).toBeGreaterThan(0);
    const body = { ...student, username: 'other', email: 'O.NEW@campus.example', invite: true };
    expect((await call('createUser', { body })).statusCode).toBe(429);
    await tokenOfLetter(2);
  });
});
