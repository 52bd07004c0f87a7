// How far a thief gets with exactly one secret of a user: the table in docs/evidence/threat-model.md. The thief opens applications, changes every way
// to sign in, and calls the administration, under each policy for second factors. The user has a role, without which the administration
// refuses everything. API tokens have `stolen-tokens.test.ts`.

import {
  type SecondFactorPolicy,
  secondFactorPolicies,
} from '@brama/contract/second-factor/second-factor';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRecoveryStores } from '../../src/recovery/compose.ts';
import { assuranceFrom, levelsOf } from '../../src/sessions/assurance.ts';
import { grantRole } from '../../src/users/roles/role-store.ts';
import { addOwnApplication } from '../support/admin/application-examples.ts';
import { callRoute } from '../support/admin/callers.ts';
import { createBrowser } from '../support/browser.ts';
import { makeDiiaWorld } from '../support/diia/world.ts';
import {
  type GoogleWorld,
  olena as googleAccount,
  makeGoogleWorld,
  ofPage,
} from '../support/google/world.ts';
import { form, formOf } from '../support/oidc/raw.ts';
import { Passkey } from '../support/passkeys/authenticator.ts';
import { createPasskeySteps } from '../support/passkeys/world.ts';
import { createSetUpSteps } from '../support/second-factor/set-up.ts';
import {
  type Browser,
  createSecondFactorSteps,
  type SecondFactorSteps,
} from '../support/second-factor/steps.ts';
import { recoveryPropsOf, setUpPropsOf } from '../support/web-build.ts';
import { ours, password } from '../support/world.ts';

const chosen = 'zq7fW2mXc9Kt';
const secondary = 'olena@mail.example';
const minute = 60_000;
const day = 24 * 60 * minute;

const setUpPage = '/uk/second-factor/set-up';
const levels = ['urn:brama:acr:1', 'urn:brama:acr:2', 'urn:brama:acr:mfa'] as const;

/** What every session reaches. */
const levelOne = [
  'urn:brama:acr:1',
  'reading in the administration',
  'ending the other sessions',
  '“This wasn’t me”',
];
const appChanges = ['an own app', 'no app'];
/** The changes of ways to sign in, except those of the app and of a password that the thief must know. */
const changes = [
  'an own passkey',
  'linking Google',
  'new recovery codes',
  'another secondary address',
  'no secondary address',
  'unlinking Google',
  'no passkey',
  'a first password',
];
const administration = [
  'reading in the administration',
  'a change in the administration',
  'an API token',
];
const twoFactors = [...levelOne, ...changes, 'no app', 'urn:brama:acr:mfa', ...administration];
const withOwnFactor = [...levelOne, ...changes, 'an own app', 'urn:brama:acr:mfa'];
/** After “This wasn’t me”: the secondary address is gone, and the own factors of the thief do not count yet. */
const withHeldFactor = withOwnFactor.filter(
  (one) => one !== 'urn:brama:acr:mfa' && one !== 'no secondary address',
);
const recovered = [...levelOne, ...changes, 'another password'];
/** The roles of the user are suspended. */
const recoveredByAddress = recovered.filter((one) => one !== 'reading in the administration');

let world: GoogleWorld;
let steps: SecondFactorSteps;
let apps: Record<(typeof levels)[number], string>;
let thief: Browser;
/** The user's own browser, signed in with two factors. */
let own: Browser;
let passkey: Passkey;
let codeOf: (at?: number) => string;
let recoveryCode: string;

async function start(policy: string) {
  world = await makeGoogleWorld('sqlite', {
    SECOND_FACTOR: policy,
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'a@campus.example',
  });
  steps = createSecondFactorSteps(world);
  const add = async (minimumLevel: 'urn:brama:acr:2' | 'urn:brama:acr:mfa' | null) =>
    (await addOwnApplication(world, world.olena, { minimumLevel })).id;
  apps = {
    'urn:brama:acr:1': await add(null),
    'urn:brama:acr:2': await add('urn:brama:acr:2'),
    'urn:brama:acr:mfa': await add('urn:brama:acr:mfa'),
  };
}

const tables = [
  'totp_factors',
  'recovery_codes',
  'passkeys',
  'linked_identities',
  'secondary_emails',
  'secondary_email_changes',
] as const;

async function startAnew() {
  const { db, clock, olena } = world;
  const others = ['sessions', 'remembered_browsers', 'rate_limits', 'google_attempts'] as const;
  const more = ['password_resets', 'recovery_links', 'user_roles', 'pending_sign_ins'] as const;
  for (const table of [...tables, ...others, ...more]) await db.deleteFrom(table).execute();
  world.letters.length = 0;
  world.browserLetters.length = 0;
  clock.now += 20 * minute;
  await db
    .updateTable('users')
    .set({ password_hash: world.passwordHash, second_factor_due_at: null })
    .set({ roles_suspended_until: null, new_factors_count_from: null })
    .execute();
  codeOf = await steps.addApp(olena);
  recoveryCode = (await steps.addRecoveryCodes(olena))[0] ?? '';
  // a factor of the same moment would count as one that the sign-in has added
  clock.now += minute;
  own = createBrowser(world.server);
  await steps.enterPassword(own);
  await steps.send(own, olena, codeOf(), { remember: true });
  passkey = (await createPasskeySteps(world).addNew(own.cookies())).passkey;
  const at = clock.now - 8 * day;
  await db
    .insertInto('secondary_emails')
    .values({
      user_id: olena,
      email: secondary,
      created_at: at,
      confirmed_at: at,
      token_hash: null,
      token_expires_at: null,
    })
    .execute();
  await grantRole(db, { userId: olena, role: 'administrator', at: 1 });
  clock.now += minute;
  thief = createBrowser(world.server);
}

const call = (url: string, payload: object = {}, method: 'POST' | 'DELETE' = 'POST') =>
  thief.request(url, { method, payload, headers: { ...ours, accept: 'application/json' } });
const submit = (url: string, fields: Record<string, string> = {}) =>
  thief.submit(url, { method: 'POST', payload: formOf(fields), headers: { ...ours, ...form } });
const isIn = async (browser = thief) => (await browser.request('/user')).statusCode === 200;

/** Returns the secret of the link in the newest email with this subject. */
async function linkIn(subject: string) {
  const emails = () => world.letters.filter((email) => email.subject === subject);
  await expect.poll(() => emails().length).toBeGreaterThan(0);
  const link = emails()
    .at(-1)
    ?.paragraphs.find((one) => typeof one === 'object');
  return typeof link === 'object' ? new URL(link.href).hash.slice(1) : '';
}

async function googleAnswer(address: string, account: typeof googleAccount) {
  const query = new URLSearchParams({ ...world.google.choose(address, account) });
  return thief.request(`/google/auth?${query}`, { headers: ofPage });
}

/** Each way to change how the user signs in. The ways that the user has are changed before they are removed. */
const acts: Record<string, (known: string) => Promise<unknown>> = {
  async 'an own app'() {
    const page = await thief.request(setUpPage);
    if (page.statusCode !== 200) return;
    const offered = setUpPropsOf(page.body);
    const set = createSetUpSteps(world);
    await set.confirm(thief, offered, set.codeOf(offered));
  },
  async 'an own passkey'() {
    const { options } = (await call('/api/passkeys/options')).json();
    if (options) await call('/api/passkeys/add', { credential: new Passkey().create(options) });
  },
  async 'linking Google'() {
    const { address } = (await call('/api/google/link')).json();
    if (address) await googleAnswer(address, { ...googleAccount, sub: 'thief' });
  },
  'new recovery codes': () => submit('/uk/second-factor/codes'),
  'another secondary address': () => submit('/uk/secondary-email', { email: 'thief@mail.example' }),
  'no secondary address': () => submit('/uk/secondary-email/remove', { email: secondary }),
  'unlinking Google': () => call('/api/google/link', {}, 'DELETE'),
  async 'no passkey'() {
    const row = await world.db.selectFrom('passkeys').select('id').orderBy('created_at').execute();
    await call('/api/passkeys/remove', { passkey: row[0]?.id ?? '' });
  },
  'no app': () => submit('/api/second-factor/turn-off'),
  'another password': (currentPassword) =>
    call('/api/password', { currentPassword, newPassword: `${chosen}!` }),
  'a first password': () => call('/api/password', { newPassword: `${chosen}?` }),
};

/** What an act finds, if it differs from what the user has. */
const found: Record<string, () => Promise<unknown>> = {
  'unlinking Google': () => linkGoogle(),
  'a first password': () =>
    world.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', world.olena)
      .execute(),
};

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
    .onConflict((conflict) => conflict.doNothing())
    .execute();

async function ways() {
  const users = await world.db.selectFrom('users').select('password_hash').execute();
  const rows = tables.map((table) => world.db.selectFrom(table).selectAll().execute());
  return JSON.stringify([users, ...(await Promise.all(rows))]);
}

async function opened(): Promise<string[]> {
  const reached: string[] = [];
  for (const level of levels) {
    const { headers } = await thief.request(`/api/app-redirect?appId=${apps[level]}`);
    if (`${headers.location}`.startsWith('https:')) reached.push(level);
  }
  return reached;
}

async function administered(): Promise<string[]> {
  const caller = { headers: { cookie: thief.cookies(), 'sec-fetch-site': 'same-origin' } };
  const expiresAt = new Date(world.clock.now + day).toISOString();
  const token = { name: 'n', scopes: ['users.read'], expiresAt };
  const answers = [
    await callRoute(world, 'listUsers', caller),
    await callRoute(world, 'createGroup', caller, { body: { name: crypto.randomUUID() } }),
    await callRoute(world, 'createToken', caller, { body: token }),
  ];
  return administration.filter((_name, index) => (answers[index]?.statusCode ?? 500) < 300);
}

async function hasHappened(url: string): Promise<boolean> {
  return (await call(url)).statusCode < 300;
}

/** The thief tries everything. Returns what succeeded. `known`: the password that the thief knows. */
async function reached(known = 'a guess'): Promise<string[]> {
  const first = [...(await opened()), ...(await administered())];
  const changed: string[] = [];
  let before = await ways();
  for (const [name, act] of Object.entries(acts)) {
    if (found[name]) {
      await found[name]();
      before = await ways();
    }
    await act(known);
    const after = await ways();
    if (after !== before) changed.push(name);
    before = after;
  }
  // what a way of the thief's own has added
  const later = [...(await opened()), ...(await administered())];
  const all = [...new Set([...first, ...changed, ...later])];
  if (await hasHappened('/api/sessions/end-others')) all.push('ending the other sessions');
  if (await hasHappened('/api/account/secure')) all.push('“This wasn’t me”');
  return all;
}

/** What the thief reaches under each policy; a policy that is missing does not concern the secret. */
type Row = {
  steal(): Promise<unknown>;
  known?: string;
  reaches: Partial<Record<SecondFactorPolicy, readonly string[]>>;
};

const always = (reaches: readonly string[]) => ({
  off: reaches,
  offered: reaches,
  required: reaches,
});
const nothing = always([]);
/** Under `off` no app is set up. */
const alwaysWithApp = (reaches: readonly string[]) => ({
  off: reaches,
  offered: [...reaches, ...appChanges],
  required: [...reaches, ...appChanges],
});
/** Sign-ins with a first factor are asked for the second one of a user who has an app. */
const asked = { off: levelOne, offered: [], required: [] };

const takeCookies = (...names: string[]) => {
  for (const name of names) thief.take(`${name}=${own.cookie(name)}`);
};
const keepOnly = async (...kept: ('totp_factors' | 'passkeys')[]) => {
  for (const table of ['totp_factors', 'passkeys'] as const)
    if (!kept.includes(table)) await world.db.deleteFrom(table).execute();
  if (kept.length === 0) await world.db.deleteFrom('recovery_codes').execute();
};
const skip = async () => {
  const page = await thief.request(setUpPage);
  if (page.statusCode !== 200) return;
  const { enrolment } = setUpPropsOf(page.body);
  await submit('/uk/second-factor/skip', { enrolment });
};
async function choosePassword() {
  const page = await thief.request('/uk/recovery/set-up');
  const { userHash: pendingUser } = recoveryPropsOf('recovery-set-up', page.body);
  return submit('/uk/recovery/set-up', { newPassword: chosen, pendingUser });
}
async function resetPassword() {
  await submit('/uk/password/forgot', { username: 'o.shevchenko' });
  const code = await linkIn('Новий пароль');
  await submit('/uk/password/reset', { code, newPassword: chosen });
  const proved = await call('/api/auth', { username: 'o.shevchenko', password: chosen });
  await call('/api/auth/internal', proved.json());
}
/** The thief removes the factors of the user, which ends all sessions. */
async function secureAccount() {
  expect(await isIn()).toBe(true);
  await call('/api/account/secure');
  expect(await isIn()).toBe(false);
  world.letters.length = 0;
  world.clock.now += minute;
}
async function issueAccessCode() {
  const { accessCodes } = createRecoveryStores(world.db, world.keys, () => world.clock.now);
  const issued = { userId: world.olena, issuedBy: 'desk', reason: 'lost', ttlMs: day };
  return accessCodes.issue(world.db, issued);
}
const useAccessCode = (username: string, code: string) =>
  submit('/uk/recovery/access-code', { username, code });
async function signInByGoogle() {
  const { location } = (await thief.request('/api/google/redirect')).headers;
  return googleAnswer(`${location}`, googleAccount);
}

const rows = {
  'the password of a user with an app': {
    known: password,
    steal: () => steps.enterPassword(thief),
    reaches: asked,
  },
  'the password of a user with a passkey alone': {
    known: password,
    async steal() {
      await keepOnly('passkeys');
      await steps.enterPassword(thief);
    },
    reaches: { off: levelOne, offered: levelOne, required: [] },
  },
  'the password of a user without second factors': {
    known: password,
    async steal() {
      await keepOnly();
      await steps.enterPassword(thief);
      await skip();
    },
    reaches: {
      // once an own passkey is there, other changes need it
      off: [...levelOne, 'an own passkey'],
      offered: [...withOwnFactor, 'another password', 'no app'],
      required: [...withOwnFactor, 'another password'],
    },
  },
  'the password of a user without second factors, after the date from which they are required': {
    known: password,
    async steal() {
      await keepOnly();
      await world.db.updateTable('users').set({ second_factor_due_at: 1 }).execute();
      await steps.enterPassword(thief);
      await skip();
      expect(await isIn()).toBe(false);
    },
    reaches: { required: [...withOwnFactor, 'another password'] },
  },
  'the secret of the app': {
    steal: () => steps.send(thief, world.olena, codeOf()),
    reaches: nothing,
  },
  'a recovery code': {
    async steal() {
      await steps.send(thief, world.olena, recoveryCode, { page: 'second-factor/recovery-code' });
      await useAccessCode('o.shevchenko', recoveryCode);
      expect(await steps.recoveryCodes.countLeft(world.olena)).toBe(10);
    },
    reaches: nothing,
  },
  'a device with a passkey, without its PIN or fingerprint': {
    steal: () => createPasskeySteps(world).ticket(passkey, { isVerified: false }),
    reaches: nothing,
  },
  'a passkey that can be used': {
    steal: async () => thief.take(await createPasskeySteps(world).signIn(passkey)),
    reaches: {
      off: twoFactors,
      offered: [...twoFactors, 'an own app'],
      required: [...twoFactors, 'an own app'],
    },
  },
  'the primary mailbox': {
    known: chosen,
    steal: resetPassword,
    reaches: asked,
  },
  'the primary mailbox of a user with a passkey of the last 30 days alone, and “Wasn’t this you?”':
    {
      known: chosen,
      async steal() {
        await keepOnly('passkeys');
        await resetPassword();
        await secureAccount();
        await resetPassword();
        await skip();
      },
      reaches: {
        off: [...levelOne, 'an own passkey'],
        offered: [...withHeldFactor, 'another password', 'no app'],
      },
    },
  'the secondary mailbox, in its first seven days': {
    async steal() {
      const confirmed_at = world.clock.now - 7 * day + 1;
      await world.db.updateTable('secondary_emails').set({ confirmed_at }).execute();
      const { links } = createRecoveryStores(world.db, world.keys, () => world.clock.now);
      await submit('/uk/recovery/link', { code: await links.issue(world.olena) });
    },
    reaches: nothing,
  },
  'the secondary mailbox': {
    known: chosen,
    async steal() {
      await submit('/uk/recovery/email', { username: 'o.shevchenko' });
      await submit('/uk/recovery/link', { code: await linkIn('Відновлення') });
      expect(await isIn()).toBe(false);
      await choosePassword();
    },
    reaches: alwaysWithApp(recoveredByAddress),
  },
  'a temporary access code without the username': {
    steal: async () => useAccessCode('another', await issueAccessCode()),
    reaches: nothing,
  },
  'a temporary access code with the username': {
    known: chosen,
    async steal() {
      await useAccessCode('o.shevchenko', await issueAccessCode());
      await choosePassword();
    },
    reaches: alwaysWithApp(recovered),
  },
  'a session cookie, within ten minutes after a sign-in with two factors': {
    steal: async () => takeCookies('brama_session'),
    reaches: {
      off: twoFactors,
      offered: [...twoFactors, 'an own app'],
      required: [...twoFactors, 'an own app'],
    },
  },
  'a session cookie, later': {
    async steal() {
      takeCookies('brama_session');
      world.clock.now += 10 * minute;
    },
    reaches: always([...levelOne, 'urn:brama:acr:mfa']),
  },
  'a session cookie of a sign-in without the second factor': {
    async steal() {
      await steps.enterPassword(own);
      takeCookies('brama_session');
    },
    reaches: always(levelOne),
  },
  'the cookies of a remembered browser': {
    steal: async () => takeCookies('brama_device', 'brama_remembered'),
    reaches: nothing,
  },
  'the cookies of a remembered browser, and the password': {
    known: password,
    async steal() {
      takeCookies('brama_device', 'brama_remembered');
      await steps.enterPassword(thief);
    },
    reaches: always(levelOne),
  },
  'the linked Google account of a user with an app': {
    steal: signInByGoogle,
    reaches: asked,
  },
  'the linked Google account of a user with a passkey of the last 30 days alone, and “Wasn’t this you?”':
    {
      async steal() {
        await keepOnly('passkeys');
        await signInByGoogle();
        await secureAccount();
        await signInByGoogle();
        await skip();
      },
      reaches: {
        off: [...levelOne, 'an own passkey'],
        offered: [...withHeldFactor, 'no app'],
      },
    },
  'the linked Google account of a user without second factors': {
    async steal() {
      await keepOnly();
      await signInByGoogle();
      await skip();
    },
    reaches: {
      off: [...levelOne, 'an own passkey'],
      offered: [...withOwnFactor, 'no app'],
      required: withOwnFactor,
    },
  },
} satisfies Record<string, Row>;
type Stolen = keyof typeof rows;

describe.each(secondFactorPolicies)('what one stolen secret reaches under `%s`', (policy) => {
  beforeAll(() => start(policy));
  beforeEach(startAnew);
  afterAll(() => world.close());

  const concerned = Object.entries<Row>(rows).flatMap(([name, { steal, known, reaches }]) => {
    const expected = reaches[policy];
    return expected ? [[name, { steal, known, expected }] as const] : [];
  });
  test.each(concerned)('%s', async (_name, { steal, known, expected }) => {
    await steal();
    expect((await reached(known)).sort()).toEqual([...new Set(expected)].sort());
  });
});

describe('after the theft of one secret, under `offered`', () => {
  beforeAll(() => start('offered'));
  beforeEach(startAnew);
  afterAll(() => world.close());

  const subjects = () => world.letters.map(({ subject }) => subject);
  const callOwn = (url: string, payload: object = {}) =>
    own.request(url, {
      method: 'POST',
      payload,
      headers: { ...ours, accept: 'application/json' },
    });

  test.each<[Stolen, readonly string[]]>([
    ['the password of a user without second factors', administration],
    ['the linked Google account of a user without second factors', administration],
    ['a temporary access code with the username', administration],
    ['the secondary mailbox', []],
  ])(
    '%s: a passkey that the thief adds reaches two factors from the next sign-in',
    async (name, rights) => {
      await rows[name].steal();
      const added = await createPasskeySteps(world).addNew(thief.cookies());
      world.clock.now += minute;
      thief = createBrowser(world.server);
      thief.take(await createPasskeySteps(world).signIn(added.passkey));
      expect(await opened()).toEqual(['urn:brama:acr:1', 'urn:brama:acr:mfa']);
      expect(await administered()).toEqual(rights);
    },
  );

  test.each<[Stolen]>([
    [
      'the primary mailbox of a user with a passkey of the last 30 days alone, and “Wasn’t this you?”',
    ],
    [
      'the linked Google account of a user with a passkey of the last 30 days alone, and “Wasn’t this you?”',
    ],
  ])('%s: own factors of the thief reach two factors after seven days', async (name) => {
    await rows[name].steal();
    const added = await createPasskeySteps(world).addNew(thief.cookies());
    const signIn = async () => {
      thief = createBrowser(world.server);
      thief.take(await createPasskeySteps(world).signIn(added.passkey));
    };
    world.clock.now += 7 * day - 2 * minute;
    await signIn();
    expect(await opened()).toEqual(['urn:brama:acr:1']);
    expect(await administered()).toEqual(['reading in the administration']);
    world.clock.now += minute;
    await signIn();
    expect(await opened()).toEqual(['urn:brama:acr:1', 'urn:brama:acr:mfa']);
  });

  test.each<[Stolen, { browsers?: number; subject?: string; ownSession: boolean }]>([
    ['the password of a user without second factors', { browsers: 2, ownSession: true }],
    [
      'the linked Google account of a user without second factors',
      { browsers: 2, ownSession: true },
    ],
    ['a passkey that can be used', { browsers: 2, ownSession: true }],
    ['the primary mailbox', { subject: 'Пароль змінено', ownSession: false }],
    ['the secondary mailbox', { subject: 'uk account-recovered', ownSession: false }],
    [
      'a temporary access code with the username',
      { subject: 'uk account-recovered', ownSession: false },
    ],
  ])('%s: the user notices it', async (name, { browsers, subject, ownSession }) => {
    await rows[name].steal();
    // the first one is of the user’s own browser
    if (browsers) await expect.poll(() => world.browserLetters.length).toBe(browsers);
    if (subject) await expect.poll(subjects).toContain(subject);
    expect(await isIn(own)).toBe(ownSession);
  });

  test('a recovery code with the password: an email', async () => {
    await steps.enterPassword(thief);
    await steps.send(thief, world.olena, recoveryCode, { page: 'second-factor/recovery-code' });
    expect(await isIn()).toBe(true);
    await expect.poll(subjects).toContain('uk recovery-code-used');
  });

  /** What the user does in the own browser. */
  const ends: [Stolen, string, () => Promise<unknown>][] = [
    [
      'the password of a user with a passkey alone',
      'another password',
      () => callOwn('/api/password', { currentPassword: password, newPassword: chosen }),
    ],
    [
      'a passkey that can be used',
      'removing it and ending the other sessions',
      async () => {
        const { id } = await world.db.selectFrom('passkeys').select('id').executeTakeFirstOrThrow();
        await callOwn('/api/passkeys/remove', { passkey: id });
        expect(await isIn()).toBe(true);
        await callOwn('/api/sessions/end-others');
      },
    ],
    [
      'the cookies of a remembered browser, and the password',
      'another password',
      () => callOwn('/api/password', { currentPassword: password, newPassword: chosen }),
    ],
    [
      'a session cookie, later',
      'ending the other sessions',
      () => callOwn('/api/sessions/end-others'),
    ],
  ];
  test.each(ends)('%s ends with %s', async (name, _what, end) => {
    await rows[name].steal();
    expect(await isIn()).toBe(true);
    await end();
    expect([await isIn(), await isIn(own)]).toEqual([false, true]);
  });

  test('the secondary mailbox ends with the address, and so does a link that it has received', async () => {
    const { links } = createRecoveryStores(world.db, world.keys, () => world.clock.now);
    const code = await links.issue(world.olena);
    await own.request('/uk/secondary-email/remove', {
      method: 'POST',
      payload: formOf({ email: secondary }),
      headers: { ...ours, ...form },
    });
    expect((await submit('/uk/recovery/link', { code })).statusCode).toBe(410);
  });
});

test('Diia, that is the phone with its PIN or the signature key, reaches the identity, although the user has a second factor', async () => {
  const diia = await makeDiiaWorld('sqlite');
  await createSecondFactorSteps(diia).addApp(diia.taras);
  const browser = createBrowser(diia.server);
  browser.take((await diia.signedIn()).session);
  expect(await isIn(browser)).toBe(true);
  const row = await diia.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
  const reachedLevels = levelsOf({ method: row.method as 'diia', ...assuranceFrom(row) });
  expect(reachedLevels).toEqual(['urn:brama:acr:1', 'urn:brama:acr:2']);
  await expect.poll(() => diia.browserLetters.length).toBe(1);
  // changes and the administration accept it in place of two factors
  const added = await createPasskeySteps(diia).addNew(browser.cookies());
  expect(added.passkey).toBeInstanceOf(Passkey);
  await grantRole(diia.db, { userId: diia.taras, role: 'administrator', at: 1 });
  const caller = { headers: { cookie: browser.cookies(), 'sec-fetch-site': 'same-origin' } };
  const body = { name: crypto.randomUUID() };
  expect((await callRoute(diia, 'createGroup', caller, { body })).statusCode).toBe(201);
  await diia.close();
});
