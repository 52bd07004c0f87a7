// “This wasn’t me”: nothing that another person may hold works afterwards, and the user gets back in.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { eventsIn, plain } from '../../test/support/events.ts';
import { type Arena, makeArena } from '../../test/support/oidc/arena.ts';
import { form } from '../../test/support/oidc/raw.ts';
import { addUser, password } from '../../test/support/world.ts';
import { EventStore } from '../events/store.ts';

const address = '/api/account/secure';
const day = 24 * 3_600_000;

describeOnDatabases('“This wasn’t me”', (kind) => {
  let arena: Arena;
  let cookie: string;
  beforeEach(async () => {
    arena = await makeArena(kind);
    cookie = await arena.signIn();
  });
  afterEach(() => arena.close());

  const secure = (headers: Record<string, string> = { cookie }) =>
    arena.post(address, '', { ...form, ...headers });
  const signIn = (secret = password) =>
    arena.post('/api/auth', { username: 'o.shevchenko', password: secret });
  const isIn = async (session: string) =>
    (await arena.send({ url: '/user', headers: { cookie: session } })).statusCode === 200;
  const rows = (table: 'trusted_devices' | 'sessions' | 'password_resets' | 'sign_in_tickets') =>
    arena.db.selectFrom(table).selectAll().execute();

  test('ends sessions, tickets, tokens, trusted devices, reset links and the password', async () => {
    const elsewhere = await arena.signIn();
    const { tokens } = await arena.withTokens();
    const waiting = (await signIn()).json();
    const asked = new URLSearchParams({ username: 'o.shevchenko' }).toString();
    await arena.post('/uk/password/forgot', asked, form);
    await expect.poll(() => rows('password_resets')).toHaveLength(1);

    const answer = await secure();
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/uk/password/forgot?account=secured',
    ]);
    expect(answer.cookies).toContainEqual(
      expect.objectContaining({ name: 'brama_session', value: '' }),
    );
    expect(await Promise.all([cookie, elsewhere].map(isIn))).toEqual([false, false]);
    for (const table of [
      'trusted_devices',
      'sessions',
      'password_resets',
      'sign_in_tickets',
    ] as const)
      expect(await rows(table), table).toEqual([]);
    expect((await arena.post('/api/auth/internal', waiting)).statusCode).toBe(401);
    expect((await arena.userinfo(tokens.access_token)).statusCode).toBe(401);
    expect((await arena.refresh(tokens.refresh_token)).statusCode).toBe(400);
    expect((await signIn()).statusCode).toBe(401);
  });

  test('the user chooses a new password by email', async () => {
    const page = await arena.send({ url: `${(await secure()).headers.location}` });
    expect(page.statusCode).toBe(200);
    const asked = new URLSearchParams({ username: 'o.shevchenko' }).toString();
    await arena.post('/uk/password/forgot', asked, form);
    const isReset = (one: object) => JSON.stringify(one).includes('/password/reset#');
    await expect.poll(() => arena.letters.filter(isReset)).toHaveLength(1);
    const code = /#([\w-]+)/.exec(JSON.stringify(arena.letters.find(isReset)))?.[1] ?? '';
    const chosen = new URLSearchParams({ code, newPassword: 'zq7fW2mXc9Kt ще' }).toString();
    expect((await arena.post('/uk/password/reset', chosen, form)).statusCode).toBe(303);
    expect((await signIn('zq7fW2mXc9Kt ще')).statusCode).toBe(200);
  });

  test('is recorded in the log and as an event', async () => {
    await arena.signIn();
    arena.lines.length = 0;
    await secure();
    const told = eventsIn(arena.lines).map(plain);
    const facts = { user: arena.olena, level: 'info', reason: 'secured' };
    expect(told).toEqual([
      { event: 'account.secured', level: 'warn', user: arena.olena },
      { event: 'session.ended', session: expect.any(String), ...facts },
      { event: 'session.ended', session: expect.any(String), ...facts },
    ]);
    const store = new EventStore(arena.db, () => arena.clock.now);
    const event = await store.lastOf(arena.db, arena.olena, ['account.secured']);
    expect(event?.details).toEqual({ sessions: 2 });
  });

  test.each([
    ['older than thirty days gets a copy of the email', 31, 1],
    ['younger gets none', 29, 0],
    ['that was never confirmed gets none', 31, 0],
  ])('a secondary address %s', async (what, days, copies) => {
    const { clock, db, olena, letters } = arena;
    const created_at = clock.now - days * day;
    const confirmed_at = what.includes('never') ? null : created_at;
    await db
      .insertInto('secondary_emails')
      .values({
        user_id: olena,
        email: 'olena@home.example',
        created_at,
        confirmed_at,
        token_hash: null,
        token_expires_at: null,
      })
      .execute();
    await secure();
    const sent = () => letters.filter(({ subject }) => subject === 'uk account-secured');
    await expect.poll(sent).toHaveLength(1 + copies);
    expect(sent().filter(({ to }) => to === 'olena@home.example')).toHaveLength(copies);
  });

  test('removes recent second factors, and what a sign-in or a recovery has left', async () => {
    const { now } = arena.clock;
    const { db, olena } = arena;
    const taras = await addUser(db, { username: 'taras' }, arena.passwordHash);
    const app = { encrypted_secret: 'x', last_step: 1, last_used_at: null };
    const code = { used_at: null };
    const address = { email: 'a@home.example', confirmed_at: null };
    const token = { token_hash: null, token_expires_at: null };
    const label = { browser: null, system: null };
    for (const [user_id, created_at] of [
      [olena, now - 29 * day],
      [taras, now - 29 * day],
    ] as const) {
      await db
        .insertInto('totp_factors')
        .values({ ...app, user_id, created_at })
        .execute();
      await db
        .insertInto('recovery_codes')
        .values([
          { ...code, code_hash: `new ${user_id}`, user_id, created_at },
          { ...code, code_hash: `old ${user_id}`, user_id, created_at: now - 31 * day },
        ])
        .execute();
      await db
        .insertInto('secondary_emails')
        .values({ ...address, ...token, user_id, created_at })
        .execute();
      await db
        .insertInto('secondary_email_changes')
        .values({ ...address, ...token, user_id, created_at })
        .execute();
      const until = { expires_at: now + day };
      await db
        .insertInto('remembered_browsers')
        .values({
          ...label,
          ...until,
          user_id,
          created_at,
          last_used_at: now,
          id: user_id,
          secret_hash: user_id,
        })
        .execute();
      await db
        .insertInto('recovery_links')
        .values({ ...until, user_id, token_hash: user_id })
        .execute();
      const issued = { issued_by: 'x', reason: 'x', created_at };
      await db
        .insertInto('access_codes')
        .values({ ...until, ...issued, user_id, code_hash: 'x' })
        .execute();
      const signIn = { method: 'password', amr: null, identity_verified_at: null };
      await db
        .insertInto('pending_sign_ins')
        .values({
          ...signIn,
          ...until,
          user_id,
          id_hash: user_id,
          step: 'verify',
          verified_at: now,
          shared_computer: 0,
          due_at: null,
          created_at,
          wrong_codes: 0,
        })
        .execute();
    }
    expect((await secure()).statusCode).toBe(303);
    for (const table of [
      'totp_factors',
      'secondary_emails',
      'secondary_email_changes',
      'remembered_browsers',
      'recovery_links',
      'access_codes',
      'pending_sign_ins',
    ] as const)
      expect(
        (await db.selectFrom(table).select('user_id').execute()).map((one) => one.user_id),
        table,
      ).toEqual([taras]);
    // without a factor no code is left, however old
    const codes = await db.selectFrom('recovery_codes').select('code_hash').execute();
    const left = codes.map(({ code_hash }) => code_hash).sort();
    expect(left).toEqual([`new ${taras}`, `old ${taras}`].sort());
  });

  test('removes recent passkeys, and Google if it was linked by hand recently', async () => {
    const passkey = (name: string, created_at: number) => ({
      id: crypto.randomUUID(),
      user_id: arena.olena,
      credential_id: name,
      public_key: 'x',
      counter: 0,
      aaguid: 'x',
      transports: '',
      backup_eligible: 0,
      backed_up: 0,
      name,
      created_at,
      last_used_at: null,
      identity_verified_at: null,
      identity_subject: null,
    });
    const { now } = arena.clock;
    await arena.db
      .insertInto('passkeys')
      .values([passkey('old', now - 31 * day), passkey('new', now - 29 * day)])
      .execute();
    const link = { method: 'google', issuer: 'https://i.example', subject: 's', email: null };
    const times = { linked_at: now, last_used_at: null, unlinked_at: null };
    await arena.db
      .insertInto('linked_identities')
      .values({ ...link, ...times, user_id: arena.olena })
      .execute();
    const linkedHow = (how: string) =>
      new EventStore(arena.db, () => now).record(arena.db, {
        type: 'google.linked',
        userId: arena.olena,
        details: { how },
      });
    const unlinkedAt = async () =>
      (await arena.db.selectFrom('linked_identities').select('unlinked_at').executeTakeFirst())
        ?.unlinked_at;

    await linkedHow('by-address');
    await secure();
    const left = await arena.db.selectFrom('passkeys').select('name').execute();
    expect(left).toEqual([{ name: 'old' }]);
    expect(await unlinkedAt()).toBeNull();

    await arena.db.updateTable('users').set({ password_hash: arena.passwordHash }).execute();
    cookie = await arena.signIn();
    arena.clock.now += 1000;
    await arena.db.deleteFrom('events').execute();
    await linkedHow('by-hand');
    await secure();
    expect(await unlinkedAt()).toBe(arena.clock.now);
  });

  test('a user without an email address gets to the sign-in page', async () => {
    await arena.db.updateTable('users').set({ email: null, email_key: null }).execute();
    const { location } = (await secure()).headers;
    expect(location).toBe('/uk/?account=secured');
    const page = await arena.send({ url: `${location}` });
    expect(page.body).toContain('account-secured');
  });

  test('a user without a password keeps having none', async () => {
    await arena.db.updateTable('users').set({ password_hash: null }).execute();
    expect((await secure()).headers.location).toBe('/uk/?account=secured');
    const row = await arena.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', arena.olena)
      .executeTakeFirst();
    expect(row?.password_hash).toBeNull();
  });

  test('a change of the password at the same moment does not survive it', {
    tags: 'race',
  }, async () => {
    const change = arena.post(
      '/api/password',
      { currentPassword: password, newPassword: 'zq7fW2mXc9Kt ще' },
      { cookie: await arena.signIn() },
    );
    const [answer] = await Promise.all([secure(), change]);
    expect(answer.statusCode).toBe(303);
    for (const secret of [password, 'zq7fW2mXc9Kt ще'])
      expect((await signIn(secret)).statusCode).toBe(401);
  });

  test('needs a session, our own page, and the user whom the page shows', async () => {
    expect((await secure({})).statusCode).toBe(401);
    expect((await secure({ cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    const forged = await arena.post(address, 'userHash=of-another-user', { ...form, cookie });
    expect(forged.statusCode).toBe(409);
    expect((await arena.send({ url: address, headers: { cookie } })).statusCode).toBe(405);
    expect(await isIn(cookie)).toBe(true);
    expect((await signIn()).statusCode).toBe(200);
  });
});
