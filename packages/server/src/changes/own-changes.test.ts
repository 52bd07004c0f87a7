// Every change that signed-in users make to their own ways to sign in. Between its first check and its transaction the session may end,
// get another secret id, or lose the right. A change that is refused writes nothing.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { createBrowser } from '../../test/support/browser.ts';
import { databaseKinds } from '../../test/support/databases.ts';
import {
  olena as account,
  type GoogleWorld,
  makeGoogleWorld,
} from '../../test/support/google/world.ts';
import { form } from '../../test/support/oidc/raw.ts';
import { Passkey } from '../../test/support/passkeys/authenticator.ts';
import { createPasskeySteps } from '../../test/support/passkeys/world.ts';
import { createSetUpSteps } from '../../test/support/second-factor/set-up.ts';
import { createSecondFactorSteps } from '../../test/support/second-factor/steps.ts';
import { ours, password } from '../../test/support/world.ts';
import { createRecoveryStores } from '../recovery/compose.ts';

type Browser = ReturnType<typeof createBrowser>;
/** Sends the change. */
type Send = () => Promise<LightMyRequestResponse>;
/** `right`: what the change requires in its transaction. `prepare` does what comes before the change. */
type Act = { right: 'none' | 'session' | 'secret id' | 'confirmed'; prepare(): Promise<Send> };

/** The files whose changes the table below has. */
const files = [
  'account/own-sessions.ts',
  'account/secure-account.ts',
  'recovery/secondary-email/change.ts',
  'second-factor/account/routes.ts',
  'second-factor/set-up/turn-on.ts',
  'sign-in/google/routes/callback.ts',
  'sign-in/google/routes/link-routes.ts',
  'sign-in/passkey/own-routes.ts',
  'sign-in/password/change/change.ts',
];

const newPassword = 'zq7fW2mXc9Kt';
const address = 'olena@mail.example';
const tables = [
  'totp_factors',
  'recovery_codes',
  'passkeys',
  'linked_identities',
  'secondary_emails',
  'secondary_email_changes',
  'remembered_browsers',
  'sessions',
  'renewed_session_ids',
  'trusted_devices',
  'password_resets',
  'events',
] as const;

describe.each(databaseKinds)('changes by the user of a session, on %s', (kind) => {
  let world: GoogleWorld;
  let browser: Browser;
  let passkeyId: string;
  let browserId: string;

  const ids = (table: 'passkeys' | 'remembered_browsers') =>
    world.db.selectFrom(table).select('id').executeTakeFirstOrThrow();

  beforeAll(async () => {
    world = await makeGoogleWorld(kind, {
      SMTP_URL: 'smtp://localhost',
      MAIL_FROM: 'a@campus.example',
    });
  });
  async function startAnew() {
    for (const table of [...tables, 'rate_limits', 'google_attempts'] as const)
      await world.db.deleteFrom(table).execute();
    world.clock.now += 20 * 60_000;
    await world.db.updateTable('users').set({ password_hash: world.passwordHash }).execute();
    const steps = createSecondFactorSteps(world);
    await createPasskeySteps(world).addNew(await world.signIn());
    passkeyId = (await ids('passkeys')).id;
    const codeOf = await steps.addApp(world.olena);
    await steps.addRecoveryCodes(world.olena);
    browser = await steps.pendingBrowser();
    await steps.send(browser, world.olena, codeOf(), { remember: true });
    browserId = (await ids('remembered_browsers')).id;
    const { secondaryEmails } = createRecoveryStores(world.db, world.keys, () => world.clock.now);
    await secondaryEmails.add(world.db, world.olena, address);
    world.clock.now += 60_000;
  }
  beforeEach(startAnew);
  afterAll(() => world.close());

  const call = (url: string, payload: object = {}, method: 'POST' | 'DELETE' = 'POST') =>
    browser.request(url, {
      method,
      payload,
      headers: { ...ours, accept: 'application/json' },
    });
  const post = (url: string, fields: Record<string, string> = {}) =>
    browser.request(url, {
      method: 'POST',
      payload: new URLSearchParams(fields).toString(),
      headers: { ...ours, ...form },
    });
  const linkGoogle = () =>
    world.db
      .insertInto('linked_identities')
      .values({
        method: 'google',
        issuer: 'https://a.example',
        subject: '1',
        user_id: world.olena,
        email: null,
        linked_at: 1,
        last_used_at: null,
        unlinked_at: null,
      })
      .execute();

  const acts: Record<string, Act> = {
    'replacing the app': {
      right: 'confirmed',
      async prepare() {
        const steps = createSetUpSteps(world);
        const offered = await steps.open(browser);
        return () => steps.confirm(browser, offered, steps.codeOf(offered));
      },
    },
    'turning off the app': {
      right: 'confirmed',
      prepare: async () => () => post('/api/second-factor/turn-off'),
    },
    'new recovery codes': {
      right: 'confirmed',
      prepare: async () => () => post('/uk/second-factor/codes'),
    },
    'forgetting a browser': {
      right: 'session',
      prepare: async () => () => post('/api/second-factor/browsers/forget', { browser: browserId }),
    },
    'adding a passkey': {
      right: 'confirmed',
      async prepare() {
        const options = await createPasskeySteps(world).newOptions(browser.cookies());
        const credential = new Passkey().create(options);
        return () => call('/api/passkeys/add', { credential });
      },
    },
    'removing a passkey': {
      right: 'confirmed',
      prepare: async () => () => call('/api/passkeys/remove', { passkey: passkeyId }),
    },
    'renaming a passkey': {
      right: 'session',
      prepare: async () => () => call('/api/passkeys/rename', { passkey: passkeyId, name: 'x' }),
    },
    'linking Google': {
      right: 'confirmed',
      async prepare() {
        const started = (await call('/api/google/link')).json().address;
        const query = new URLSearchParams(world.google.choose(started, account));
        const headers = { ...ours, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
        return () => browser.request(`/google/auth?${query}`, { headers });
      },
    },
    'unlinking Google': {
      right: 'confirmed',
      async prepare() {
        await linkGoogle();
        return () => call('/api/google/link', {}, 'DELETE');
      },
    },
    'replacing the secondary address': {
      right: 'confirmed',
      prepare: async () => () => post('/uk/secondary-email', { email: 'other@mail.example' }),
    },
    'removing the secondary address': {
      right: 'confirmed',
      prepare: async () => () => post('/uk/secondary-email/remove', { email: address }),
    },
    'changing the password': {
      right: 'confirmed',
      prepare: async () => () => call('/api/password', { currentPassword: password, newPassword }),
    },
    'the first password': {
      right: 'confirmed',
      async prepare() {
        await world.db.updateTable('users').set({ password_hash: null }).execute();
        return () => call('/api/password', { newPassword });
      },
    },
    'ending a session': {
      right: 'session',
      async prepare() {
        const { sessions } = (await browser.request('/api/sessions')).json();
        const other = sessions.find(({ current }: { current: boolean }) => !current);
        return () => call('/api/sessions/end', { session: other.id });
      },
    },
    'ending the other sessions': {
      // it changes the secret id
      right: 'secret id',
      prepare: async () => () => call('/api/sessions/end-others'),
    },
    '“This wasn’t me”': {
      right: 'none',
      prepare: async () => () => call('/api/account/secure'),
    },
  };

  async function state() {
    const users = world.db.selectFrom('users').select(['id', 'password_hash']).execute();
    const rows = tables.map((table) => world.db.selectFrom(table).selectAll().execute());
    const all = [await users, ...(await Promise.all(rows))];
    return all.map((one) => one.map((row) => JSON.stringify(row)).sort());
  }

  /** What may happen meanwhile, and for which changes it matters. */
  const meanwhile: Record<string, { matters(act: Act): boolean; happen(): Promise<unknown> }> = {
    'the session has ended': {
      matters: ({ right }) => right !== 'none',
      happen: () => world.db.deleteFrom('sessions').execute(),
    },
    'the session has another secret id': {
      matters: ({ right }) => right === 'confirmed' || right === 'secret id',
      happen: () =>
        world.db
          .updateTable('sessions')
          .set(({ ref }) => ({ id_hash: ref('uid') }))
          .execute(),
    },
    'a later sign-in has shown no second factor': {
      matters: ({ right }) => right === 'confirmed',
      happen: () => world.db.updateTable('sessions').set({ amr: null }).execute(),
    },
  };

  /** Runs the change. `happen` runs before the transaction of this number. */
  async function run(act: Act, { at = 0, happen = async (): Promise<unknown> => undefined } = {}) {
    const send = await act.prepare();
    const begin = world.db.transaction.bind(world.db);
    let count = 0;
    let before = await state();
    const spy = vi.spyOn(world.db, 'transaction').mockImplementation(() => {
      count += 1;
      const transaction = begin();
      if (count !== at) return transaction;
      const execute = transaction.execute.bind(transaction);
      transaction.execute = async (work) => {
        await happen();
        before = await state();
        return execute(work);
      };
      return transaction;
    });
    const answer = await send();
    spy.mockRestore();
    const hasChanged = (await state()).join() !== before.join();
    return { isRefused: answer.statusCode >= 400, status: answer.statusCode, count, hasChanged };
  }

  test.each(Object.entries(acts))('%s', async (_name, act) => {
    const { count, ...done } = await run(act);
    expect(done).toMatchObject({ isRefused: false, hasChanged: true });
    for (const { matters, happen } of Object.values(meanwhile)) {
      await startAnew();
      // the last transaction is that of the change
      const late = await run(act, { at: count, happen });
      if (matters(act)) expect(late.hasChanged).toBe(false);
      else expect(late).toMatchObject({ isRefused: false, hasChanged: true });
    }
  });
});

test('the table has every change', () => {
  const source = join(import.meta.dirname, '..');
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(join(source, file), 'utf8').includes('ownChanges.run('));
  expect(found.sort()).toEqual(files);
});
