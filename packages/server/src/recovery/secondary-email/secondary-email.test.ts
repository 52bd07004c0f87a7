// The secondary email address: added with a recent sign-in, confirmed by a link, replaced and removed.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../test/support/browser.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { form, formOf } from '../../../test/support/oidc/raw.ts';
import { accountPropsOf, recoveryPropsOf } from '../../../test/support/web-build.ts';
import { makeWorld, ours, type World } from '../../../test/support/world.ts';
import { createRecoveryStores } from '../compose.ts';

const day = 24 * 3_600_000;
const address = 'olena@mail.example';

describeOnDatabases('the secondary address', (kind) => {
  let world: World;
  let browser: ReturnType<typeof createBrowser>;
  beforeEach(async () => {
    world = await makeWorld(kind);
    browser = createBrowser(world.server);
    browser.take(await world.signIn());
  });
  afterEach(() => world.close());

  const submit = (path: string, fields: Record<string, string> = {}, by = browser) =>
    by.submit(path, { method: 'POST', headers: { ...ours, ...form }, payload: formOf(fields) });
  const shown = async (language = 'uk') => {
    const { body } = await browser.request(`/${language}/secondary-email`);
    return recoveryPropsOf('secondary-email', body);
  };
  const confirmations = () => world.letters.filter(({ subject }) => subject === 'Підтвердження');
  const notices = () => world.letters.filter(({ subject }) => subject.startsWith('uk secondary'));

  /** Adds an address. Returns the secret of the link in the email. */
  async function add(email = address): Promise<string> {
    const before = confirmations().length;
    expect((await submit('/uk/secondary-email', { email })).statusCode).toBe(303);
    await expect.poll(() => confirmations().length).toBe(before + 1);
    const link = confirmations()
      .at(-1)
      ?.paragraphs.find((one) => typeof one === 'object');
    return typeof link === 'object' ? new URL(link.href).hash.slice(1) : '';
  }
  const confirm = (code: string) =>
    submit('/uk/secondary-email/confirm', { code }, createBrowser(world.server));
  const eventsOf = async () => {
    const rows = await world.db.selectFrom('events').select('type').orderBy('at').execute();
    return rows.map(({ type }) => type).filter((type) => type.startsWith('secondary'));
  };

  test('is usable seven days after the link was opened, in any browser', async () => {
    expect(await shown()).toMatchObject({ email: null, state: 'none', isRecent: true });
    const token = await add();
    expect(confirmations()).toMatchObject([{ to: address, language: 'uk' }]);
    expect(await shown()).toMatchObject({ email: address, state: 'unconfirmed' });
    const rows = await world.db.selectFrom('secondary_emails').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);

    const confirmed = await confirm(token);
    expect([confirmed.statusCode, confirmed.headers.location]).toEqual([
      303,
      '/uk/secondary-email/confirmed',
    ]);
    const usableFrom = '27 листопада 2026 р.';
    expect(await shown()).toMatchObject({ email: address, state: 'waiting', usableFrom });
    expect((await shown('en')).usableFrom).toBe('27 November 2026');
    expect((await confirm(token)).statusCode).toBe(410);
    world.clock.now += 7 * day - 1;
    browser.take(await world.signIn());
    expect((await shown()).state).toBe('waiting');
    world.clock.now += 1;
    expect((await shown()).state).toBe('usable');
    expect(await eventsOf()).toEqual(['secondary-email.added', 'secondary-email.confirmed']);
    const account = accountPropsOf((await browser.request('/uk/account')).body);
    expect(account.secondaryEmail).toEqual({ email: address, state: 'usable' });
  });

  test('the primary address is notified at once, and a confirmed one of its end', async () => {
    await confirm(await add());
    await add('other@mail.example');
    await submit('/uk/secondary-email/remove', { email: 'other@mail.example' });
    await world.server.close();
    const primary = 'O.Shevchenko@campus.example';
    expect(notices().map(({ to, subject }) => [to, subject])).toEqual([
      [primary, 'uk secondary-email-added'],
      [primary, 'uk secondary-email-added'],
      [address, 'uk secondary-email-added'],
      [primary, 'uk secondary-email-removed'],
    ]);
    expect(await world.db.selectFrom('secondary_emails').selectAll().execute()).toEqual([]);
    expect(world.lines.join('')).not.toContain('mail.example');
  });

  const other = 'other@mail.example';
  const store = () =>
    createRecoveryStores(world.db, world.keys, () => world.clock.now).secondaryEmails;
  const usable = () => store().findUsable(world.olena);
  /** Moves the clock, and signs the user in again. */
  const wait = async (ms: number) => {
    world.clock.now += ms;
    browser.take(await world.signIn());
  };
  const remove = (email: string) => submit('/uk/secondary-email/remove', { email });

  describe('an address that is usable', () => {
    beforeEach(async () => {
      await confirm(await add());
      await wait(7 * day);
    });

    test('works until the one that replaces it is usable', async () => {
      const token = await add(other);
      await expect.poll(() => notices().at(-1)?.to).toBe(address);
      expect(await shown()).toMatchObject({
        email: address,
        state: 'usable',
        next: { email: other, state: 'unconfirmed', usableFrom: '' },
      });
      expect((await confirm(token)).statusCode).toBe(303);
      expect((await confirm(token)).statusCode).toBe(410);
      expect((await shown()).next).toMatchObject({ email: other, state: 'waiting' });
      await wait(7 * day - 1);
      expect(await usable()).toBe(address);
      await wait(1);
      expect(await usable()).toBe(other);
      expect(await shown()).toMatchObject({ email: other, state: 'usable', next: null });
    });

    test('stays when a change is cancelled, is not confirmed in time, or is changed again', async () => {
      await add(other);
      await remove(other);
      expect(await shown()).toMatchObject({ email: address, state: 'usable', next: null });
      const token = await add(other);
      await add('third@mail.example');
      expect((await confirm(token)).statusCode).toBe(410);
      expect((await shown()).next).toMatchObject({ email: 'third@mail.example' });
      world.clock.now += day;
      expect(await store().deleteExpired(10)).toBe(1);
      expect(await store().find(world.olena)).toEqual({
        email: address,
        confirmedAt: expect.any(Number),
        next: undefined,
      });
    });

    test('can be removed before that, without making the new one usable earlier', async () => {
      await confirm(await add(other));
      await remove(address);
      expect(await shown()).toMatchObject({ email: other, state: 'waiting', next: null });
      expect(await usable()).toBeUndefined();
      // from a page that is out of date
      await remove(address);
      expect((await shown()).email).toBe(other);
    });

    test('is deleted when the new one has replaced it, by the cleanup job or a change', async () => {
      await confirm(await add(other));
      expect(await store().replaceFormer(10)).toBe(0);
      await wait(7 * day);
      expect(await store().replaceFormer(10)).toBe(1);
      const stored = async () => {
        const tables = ['secondary_emails', 'secondary_email_changes'] as const;
        const query = (table: (typeof tables)[number]) =>
          world.db.selectFrom(table).select('email').execute();
        return (await Promise.all(tables.map(query))).map((rows) => rows.map(({ email }) => email));
      };
      expect(await stored()).toEqual([[other], []]);
      await confirm(await add(address));
      await wait(7 * day);
      await add('third@mail.example');
      expect(await stored()).toEqual([[address], ['third@mail.example']]);
    });
  });

  test('an address that is not usable yet ends with a new one, and the link to it', async () => {
    const token = await add();
    await add('other@mail.example');
    expect((await confirm(token)).statusCode).toBe(410);
    expect(await shown()).toMatchObject({ email: 'other@mail.example', state: 'unconfirmed' });
  });

  test('the link lasts a day', async () => {
    const token = await add();
    world.clock.now += day;
    const late = await confirm(token);
    expect(recoveryPropsOf('secondary-email-confirm', late.body)).toEqual({
      message: 'Посилання вже не діє.',
      code: '',
    });
    expect(late.statusCode).toBe(410);
  });

  test.each([
    ['olena', 422, 'Не адреса.'],
    ['a@b.example, c@d.example', 422, 'Не адреса.'],
    ['"Olena" <olena@mail.example>', 422, 'Не адреса.'],
    ['', 422, 'Не адреса.'],
    ['o.shevchenko@CAMPUS.example', 422, 'Та сама адреса.'],
  ])('refuses %j', async (email, status, message) => {
    const answer = await submit('/uk/secondary-email', { email });
    const props = recoveryPropsOf('secondary-email', answer.body);
    expect([answer.statusCode, props.message, props.typed]).toEqual([status, message, email]);
    expect(await eventsOf()).toEqual([]);
  });

  test('after ten minutes changes need a new sign-in', async () => {
    await add();
    world.clock.now += 10 * 60_000 + 1;
    expect((await shown()).isRecent).toBe(false);
    const answers = [
      await submit('/uk/secondary-email', { email: 'other@mail.example' }),
      await submit('/uk/secondary-email/remove', { email: address }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
    expect(await shown()).toMatchObject({ email: address });
  });

  test('only the user of the page changes it, and only with a session', async () => {
    const foreign = await submit('/uk/secondary-email', { email: address, userHash: 'other' });
    expect(foreign.statusCode).toBe(409);
    const anonymous = createBrowser(world.server);
    const refused = await submit('/uk/secondary-email', { email: address }, anonymous);
    expect([refused.statusCode, refused.headers.location]).toEqual([303, '/uk/']);
    expect(anonymous.cookie('brama_way_back')).toBe('account');
    expect(await eventsOf()).toEqual([]);
  });

  test('a user cannot flood another mailbox', async () => {
    const statuses = [];
    for (let times = 0; times < 4; times += 1)
      statuses.push((await submit('/uk/secondary-email', { email: address })).statusCode);
    expect(statuses).toEqual([303, 303, 303, 429]);
  });
});
