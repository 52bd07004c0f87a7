// Finds the user of a Google account: by the link, and at the first sign-in by the email address.

import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import type { Person } from '../../../test/support/google/issuer.ts';
import { type GoogleWorld, makeGoogleWorld, olena } from '../../../test/support/google/world.ts';
import { addUser } from '../../../test/support/world.ts';
import { LinkedIdentities } from '../../users/linked-identities.ts';

describeOnDatabases('linking of Google accounts', (kind) => {
  let world: GoogleWorld;
  beforeAll(async () => {
    world = await makeGoogleWorld(kind);
  });
  afterAll(() => world.close());
  beforeEach(() => world.startAnew());

  const links = () =>
    world.db
      .selectFrom('linked_identities')
      .select(['method', 'issuer', 'subject', 'user_id', 'email', 'linked_at', 'last_used_at'])
      .orderBy('subject')
      .execute();
  const statusOf = async (person: Person) =>
    (await world.createBrowser().signIn(person)).statusCode;
  const lastTold = () => world.told().at(-1);
  const disable = (id: string, disabled = 1) =>
    world.db.updateTable('users').set({ disabled }).where('id', '=', id).execute();
  const setEmail = (id: string, email: string | null) =>
    world.db
      .updateTable('users')
      .set({ email, email_key: email?.toLowerCase() ?? null })
      .where('id', '=', id)
      .execute();

  test('the first sign-in links the only user with the email, ignoring letter case', async () => {
    const at = world.clock.now;
    expect(await statusOf({ ...olena, email: 'O.SHEVCHENKO@campus.example' })).toBe(200);
    expect(await links()).toEqual([
      {
        method: 'google',
        issuer: 'https://login.example',
        subject: olena.sub,
        user_id: world.olena,
        email: 'O.SHEVCHENKO@campus.example',
        linked_at: at,
        last_used_at: at,
      },
    ]);
    expect(world.told().map(({ event, how }) => [event, how])).toEqual([
      ['google.linked', 'by-address'],
      ['sign-in.succeeded', undefined],
    ]);
  });

  test('later sign-ins match the linked account, not the email', async () => {
    await statusOf(olena);
    await setEmail(world.olena, 'new@campus.example');
    const other = await addUser(world.db, { username: 'other' }, world.passwordHash);
    await setEmail(other, 'o.shevchenko@campus.example');
    const browser = world.createBrowser();
    world.clock.now += 1000;
    await browser.signIn({ ...olena, email: 'renamed@campus.example' });
    expect((await browser.get('/user')).json().fullName).toBe('Шевченко Олена');
    expect((await links())[0]).toMatchObject({ email: olena.email, last_used_at: world.clock.now });
    expect(lastTold()?.event).toBe('sign-in.succeeded');
  });

  test('another account with the same email is not linked and is logged as a warning', async () => {
    await statusOf(olena);
    expect(await statusOf({ ...olena, sub: '999' })).toBe(401);
    expect(await links()).toHaveLength(1);
    expect(lastTold()).toMatchObject({ level: 'warn', reason: 'other-identity' });
    expect(lastTold()?.account).toMatch(/^[\w-]{22}$/);
    expect(await statusOf(olena), 'the owner still comes in').toBe(200);
  });

  test('an email shared by two users links neither of them', async () => {
    const other = await addUser(world.db, { username: 'other' }, world.passwordHash);
    await setEmail(other, 'O.Shevchenko@campus.example');
    expect(await statusOf(olena)).toBe(401);
    expect(await links()).toEqual([]);
    expect(lastTold()).toMatchObject({ level: 'warn', reason: 'ambiguous' });
    await disable(other);
    expect(await statusOf(olena), 'one of them is out').toBe(200);
    expect((await links())[0]?.user_id).toBe(world.olena);
  });

  test('an account with an unknown email is rejected and no user is created', async () => {
    const users = () => world.db.selectFrom('users').select('id').execute();
    const before = await users();
    expect(await statusOf({ ...olena, email: 'nobody@campus.example' })).toBe(401);
    await setEmail(world.olena, null);
    expect(await statusOf(olena)).toBe(401);
    expect(lastTold()?.reason).toBe('unknown');
    expect([await users(), await links()]).toEqual([before, []]);
  });

  test.each([
    ['a letter of full width', 'ｂob@campus.example'],
    ['an at sign of full width', 'bob＠campus.example'],
    ['a domain of full width', 'bob@ｃampus.example'],
    ['the Kelvin sign for a K', 'ki\u212ar@campus.example'],
    ['a small letter that folds to two', 'ﬁnn@campus.example'],
    ['a dotted capital I', 'İgor@campus.example'],
  ])('an email that only resembles a stored one links no user: %s', async (_, email) => {
    for (const address of ['bob', 'kikr', 'finn', 'i̇gor', 'igor'])
      await setEmail(
        await addUser(world.db, { username: address }, world.passwordHash),
        `${address}@campus.example`,
      );
    expect(await statusOf({ ...olena, sub: '31', email })).toBe(401);
    expect([await links(), lastTold()?.reason]).toEqual([[], 'unknown']);
  });

  test('an email with non-ASCII characters can only be linked manually', async () => {
    const email = 'олена@campus.example';
    await setEmail(world.olena, email);
    expect(await statusOf({ ...olena, email })).toBe(401);
    expect([await links(), lastTold()?.reason]).toEqual([[], 'unknown']);
    const browser = world.createBrowser(await world.signIn());
    const { address } = (await browser.call('POST', '/api/google/link')).json();
    const answer = await browser.finish(world.google.choose(address, { ...olena, email }));
    expect(answer.statusCode).toBe(200);
    expect(await links()).toMatchObject([{ user_id: world.olena, email }]);
    expect(await statusOf({ ...olena, email })).toBe(200);
  });

  test('a disabled user is neither linked nor signed in until enabled again', async () => {
    await disable(world.olena);
    expect(await statusOf(olena)).toBe(401);
    expect([lastTold()?.reason, await links()]).toEqual(['disabled', []]);
    await disable(world.olena, 0);
    expect(await statusOf(olena)).toBe(200);
    await disable(world.olena);
    expect(await statusOf(olena)).toBe(401);
    expect(await links()).toHaveLength(1);
  });

  test('concurrent first sign-ins of one account create one link and all succeed', {
    tags: 'race',
  }, async () => {
    const cookies = Array.from({ length: 6 }, () => world.createBrowser());
    const handleCallback = await Promise.all(cookies.map((browser) => browser.signIn()));
    expect(handleCallback.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    expect(await links()).toHaveLength(1);
  });

  test('concurrent sign-ins of several accounts with one email link only one account', {
    tags: 'race',
  }, async () => {
    const subjects = ['1', '2', '3', '4'];
    const statuses = await Promise.all(subjects.map((sub) => statusOf({ ...olena, sub })));
    expect(statuses.sort()).toEqual([200, 401, 401, 401]);
    expect(await links()).toHaveLength(1);
  });

  test('deleting a user deletes the link', async () => {
    const id = await addUser(world.db, { username: 'leaver' }, world.passwordHash);
    expect(await statusOf({ ...olena, sub: '7', email: 'leaver@campus.example' })).toBe(200);
    await world.db.deleteFrom('users').where('id', '=', id).execute();
    expect(await links()).toEqual([]);
  });

  test('each issuer and subject has one link, and each user has one link per method', async () => {
    const store = new LinkedIdentities(world.db, () => 0);
    const mykola = await addUser(world.db, { username: 'mykola' }, world.passwordHash);
    const identity = { method: 'google', issuer: 'https://a.example', subject: '1' } as const;
    expect(await store.add(identity, world.olena, null)).toBe(true);
    expect(await store.add(identity, world.olena, null)).toBe(true);
    expect(await store.add(identity, mykola, null)).toBe(false);
    expect(await store.add({ ...identity, subject: '2' }, world.olena, null)).toBe(false);
    expect(await store.add({ ...identity, issuer: 'https://b.example' }, mykola, null)).toBe(true);
    // a user whom an administrator disables or erases during the sign-in
    const gone = { username: 'gone', disabled: true };
    const disabled = await addUser(world.db, gone, world.passwordHash);
    expect(await store.add({ ...identity, subject: '3' }, disabled, null)).toBe(false);
    const replaced = world.db.transaction().execute(async (queries) => {
      if (!(await store.replace(queries, identity, mykola, null))) throw new Error('taken');
    });
    await expect(replaced).rejects.toThrow('taken');
    expect(await store.findUserId({ ...identity, issuer: 'https://b.example' })).toBe(mykola);
  });
});

test('without configured domains no user is linked by email', async () => {
  const world = await makeGoogleWorld('sqlite', { GOOGLE_HOSTED_DOMAINS: '' });
  try {
    expect((await world.createBrowser().signIn()).statusCode).toBe(401);
    expect(world.told().at(-1)?.reason).toBe('unknown');
  } finally {
    await world.close();
  }
});

test('queries by email, by linked user and by expiry use an index', async () => {
  const world = await makeGoogleWorld('sqlite');
  const planOf = async (query: RawBuilder<unknown>) => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(world.db);
    return rows.map(({ detail }) => detail).join('; ');
  };
  try {
    const byAddress = sql`select id from users where email_key = ${'x'} order by disabled limit 3`;
    expect(await planOf(byAddress)).toContain('users_email_key');
    const ofUser = sql`select email from linked_identities where user_id = ${'x'}`;
    expect(await planOf(ofUser)).toContain('linked_identities_user');
    const over = sql`select id_hash from google_attempts where expires_at <= ${1} limit 200`;
    expect(await planOf(over)).toContain('google_attempts_expires_at');
  } finally {
    await world.close();
  }
});
