// What applications learn about sign-ins: from every state of a session an application requests every `acr` in every way, with
// openid-client. The expected responses come from the table below, not from the rules of the server.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createEncryption } from '../../../src/crypto/encryption.ts';
import { lifetimesFrom } from '../../../src/sessions/session.ts';
import { createSessionStore, type SessionStore } from '../../../src/sessions/store.ts';
import { createBrowser } from '../../support/browser.ts';
import { describeOnDatabases } from '../../support/databases.ts';
import { type DiiaWorld, makeDiiaWorld } from '../../support/diia/world.ts';
import { addOidcApplications } from '../../support/oidc/applications.ts';
import { createClient } from '../../support/oidc/client.ts';

const account = 'urn:brama:acr:1';
const person = 'urn:brama:acr:2';
const mfa = 'urn:brama:acr:mfa';
const sfaProfile = 'https://refeds.org/profile/sfa';
const mfaProfile = 'https://refeds.org/profile/mfa';

/** What each requested value needs; other values are unknown to the server. */
const meaning: Record<string, string> = {
  [account]: account,
  [person]: person,
  [mfa]: mfa,
  [sfaProfile]: account,
  [mfaProfile]: mfa,
};
const values = [...Object.keys(meaning), 'urn:other'];

/** How the user has signed in → `amr`, and what it proves, the strongest first. */
const methods = {
  password: { amr: ['pwd'], proves: [account] },
  google: { amr: ['google'], proves: [account] },
  diia: { amr: ['diia'], proves: [person, account] },
  'passkey of one device': { amr: ['hwk', 'user', 'mfa'], proves: [mfa, account] },
  'passkey of several devices': { amr: ['swk', 'user', 'mfa'], proves: [mfa, account] },
  'bound passkey': { amr: ['hwk', 'user', 'mfa'], proves: [person, mfa, account] },
  recovery: { amr: ['otp'], proves: [account] },
} as const;
type Method = keyof typeof methods;

/** What the user has added → the further `amr`. */
const factors = {
  nothing: [],
  'TOTP or a recovery code': ['otp'],
  'passkey of one device as second factor': ['hwk', 'user'],
  'passkey of several devices as second factor': ['swk', 'user'],
} as const;
type Factor = keyof typeof factors;

/** Seconds since the sign-in. */
const ages = [0, 3600];

type State = { method: Method; factor: Factor; age: number };
const states: State[] = (Object.keys(methods) as Method[]).flatMap((method) =>
  (Object.keys(factors) as Factor[]).flatMap((factor) =>
    ages.map((age) => ({ method, factor, age })),
  ),
);

type Asking = 'acr_values' | 'claim' | 'essential claim';
type Asked = { asking: Asking; acr: string[]; maxAge?: number | undefined; isSilent: boolean };

/** What the state proves, the strongest first. */
function reachedBy({ method, factor }: State): readonly string[] {
  const { proves } = methods[method];
  const isRaised = factor !== 'nothing' && method !== 'recovery';
  const reached: readonly string[] = isRaised ? [...proves, mfa] : proves;
  return [person, mfa, account].filter((level) => reached.includes(level));
}

function amrOf({ method, factor }: State): string[] {
  // what a recovered user adds proves nothing in this session
  if (factor === 'nothing' || method === 'recovery') return [...methods[method].amr];
  return [...new Set([...methods[method].amr, ...factors[factor], 'mfa'])];
}

type Expected = { acr: string } | { error: string } | 'page';

/** Returns what the application must receive (OpenID Connect Core §3.1.2.1, §5.5.1.1). */
function expectedFor(state: State, { asking, acr, maxAge, isSilent }: Asked): Expected {
  const reached = reachedBy(state);
  const isEssential = asking === 'essential claim' && acr.length > 0;
  const met = acr.find((value) => reached.includes(meaning[value] ?? 'unknown'));
  const isKnown = acr.some((value) => value in meaning);
  if (isEssential && !isKnown) return { error: 'unmet_authentication_requirements' };
  // 0 requires a sign-in after the request
  const isTooOld = maxAge !== undefined && state.age >= maxAge;
  const lacksLevel = isKnown && met === undefined && (isEssential || !isSilent);
  if (isTooOld || lacksLevel) return isSilent ? { error: 'login_required' } : 'page';
  return { acr: met ?? reached[0] ?? '' };
}

function parametersOf({ asking, acr, maxAge, isSilent }: Asked): Record<string, string> {
  const essential = asking === 'essential claim';
  const claim = acr.length === 1 ? { essential, value: acr[0] } : { essential, values: acr };
  return {
    ...(isSilent && { prompt: 'none' }),
    ...(maxAge !== undefined && { max_age: `${maxAge}` }),
    ...(acr.length > 0 &&
      (asking === 'acr_values'
        ? { acr_values: acr.join(' ') }
        : { claims: JSON.stringify({ id_token: { acr: claim } }) })),
  };
}

/** Every value in every way, and none. */
const single: Asked[] = ([[], ...values.map((value) => [value])] as string[][]).flatMap((acr) =>
  (['acr_values', 'claim', 'essential claim'] as const).flatMap((asking) =>
    [true, false].map((isSilent) => ({ asking, acr, isSilent })),
  ),
);

/** Each value is requested in each way at one of the two ages, and in `npm run test:all` at both. */
const singleAt = (age: number): Asked[] =>
  inject('isThorough')
    ? single
    : // pairs of a request with a page and a silent one
      single.filter((_, index) => (Math.floor(index / 2) % 2 === 0) === (age === 0));

const anyRequest = fc.record({
  asking: fc.constantFrom<Asking>('acr_values', 'claim', 'essential claim'),
  acr: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
  maxAge: fc.constantFrom(undefined, 0, 60, 3600, 86_400),
  isSilent: fc.boolean(),
});

describeOnDatabases('the assurance that applications learn about', (kind) => {
  let world: DiiaWorld;
  let client: Awaited<ReturnType<typeof createClient>>;
  let sessions: SessionStore;

  beforeAll(async () => {
    world = await makeDiiaWorld(kind, {}, { now: Date.now() });
    world.clock.now = Date.now();
    await addOidcApplications(world.db);
    client = await createClient(world.server);
    sessions = createSessionStore(world.db, {
      lifetimes: lifetimesFrom({
        sessionIdleSeconds: 86_400,
        sessionSharedIdleSeconds: 600,
        sessionAbsoluteSeconds: 86_400,
      }),
      now: () => world.clock.now,
      encryption: createEncryption(world.keys.data),
    });
  });
  afterAll(() => world.close());

  /** Starts a session and adds the factor as the pages do. Returns a browser with it. */
  async function browserIn(state: State) {
    const { method, factor, age } = state;
    const verifiedAt = world.clock.now - age * 1000;
    const own = methods[method];
    // a user has at most a hundred
    await world.db.deleteFrom('sessions').execute();
    const started = await sessions.start(world.db, {
      userId: world.taras,
      verifiedAt,
      method: method.includes('passkey')
        ? 'passkey'
        : method === 'recovery'
          ? 'password'
          : (method as 'diia'),
      ...(method.includes('passkey') || method === 'recovery' ? { amr: own.amr } : {}),
      ...(method === 'bound passkey' && { identityVerifiedAt: verifiedAt }),
    });
    const added = factors[factor];
    if (factor !== 'nothing') {
      const shown = { amr: added, addedAt: 0 };
      expect(await sessions.raise(world.db, started.session, shown)).toBe(true);
    }
    const browser = createBrowser(world.server);
    browser.take(`brama_session=${started.secretId}`);
    return { browser, verifiedAt };
  }

  type Signed = Awaited<ReturnType<typeof browserIn>>;

  async function check(state: State, { browser, verifiedAt }: Signed, asked: Asked) {
    const attempt = await client.begin(parametersOf(asked));
    const { location, url, status } = await browser.go(attempt.address);
    const expected = expectedFor(state, asked);
    if (expected === 'page') {
      expect([location, status]).toEqual([undefined, 200]);
      return expect(new URL(url).searchParams.has('request')).toBe(true);
    }
    const error = new URL(`${location}`).searchParams.get('error');
    if ('error' in expected) return expect(error).toBe(expected.error);
    expect(error).toBeNull();
    const claims = (await client.finish(`${location}`, attempt)).claims();
    return expect({
      acr: claims?.['acr'],
      amr: claims?.['amr'],
      auth_time: claims?.auth_time,
    }).toEqual({
      acr: expected.acr,
      amr: amrOf(state),
      auth_time: Math.floor(verifiedAt / 1000),
    });
  }

  test.each(states)('$method, $factor, $age s ago: every value in every way', async (state) => {
    const signed = await browserIn(state);
    for (const asked of singleAt(state.age)) await check(state, signed, asked);
  });

  test('any state, with several values and an age', async () => {
    const requests = fc.sample(fc.tuple(fc.constantFrom(...states), anyRequest), {
      numRuns: 300,
      seed: 20_261_123,
    });
    for (const [state, asked] of requests) await check(state, await browserIn(state), asked);
  });

  test.each(
    states.filter(({ method, age }) => age === 0 && !['diia', 'bound passkey'].includes(method)),
  )('$method, $factor: never the level of Diia', async (state) => {
    const { browser } = await browserIn(state);
    const claims = JSON.stringify({ id_token: { acr: { essential: true, value: person } } });
    const { address } = await client.begin({ prompt: 'none', claims });
    const { location } = await browser.go(address);
    expect(new URL(`${location}`).searchParams.get('error')).toBe('login_required');
  });
});
