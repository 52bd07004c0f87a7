import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { type Changes, Passkey } from '../../../test/support/passkeys/authenticator.ts';
import { createPasskeySteps } from '../../../test/support/passkeys/world.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { deleteExpiredFrom } from '../../database/expiring-tables.ts';
import { challengeMs } from './challenges.ts';

const relatedOrigin = 'https://related.example';

describeOnDatabases('sign-in with a passkey', (kind) => {
  let world: World;
  let steps: ReturnType<typeof createPasskeySteps>;
  let session: string;
  let passkey: Passkey;
  let taras: string;

  beforeAll(async () => {
    world = await makeWorld(kind, { PASSKEY_RELATED_ORIGINS: relatedOrigin });
    steps = createPasskeySteps(world);
    taras = await addUser(world.db, { username: 'taras' }, world.passwordHash);
  });
  beforeEach(async () => {
    await world.db.deleteFrom('passkeys').execute();
    session = await world.signIn();
    ({ passkey } = await steps.addNew(session));
    await world.confirmSessions();
    world.lines.length = 0;
  });
  afterAll(() => world.close());

  const errorOf = (answer: LightMyRequestResponse) => [
    answer.statusCode,
    answer.json().error?.code,
  ];
  /** Returns the reasons of the refused sign-ins in the log. */
  const reasons = () =>
    world.lines
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'sign-in.refused')
      .map(({ reason }) => reason);
  const tickets = () => world.db.selectFrom('sign_in_tickets').select('id_hash').execute();
  const stored = () => world.db.selectFrom('passkeys').selectAll().executeTakeFirstOrThrow();

  test.each(['ES256', 'EdDSA', 'RS256'] as const)('%s signs the user in', async (algorithm) => {
    const { passkey: other } = await steps.addNew(session, { algorithm });
    const cookie = await steps.signIn(other);
    const user = await world.send({ url: '/user', headers: { cookie } });
    expect(user.json().fullName).toBe('Шевченко Олена');
    const [own] = (await world.send({ url: '/api/sessions', headers: { cookie } })).json().sessions;
    expect(own).toMatchObject({ current: true, method: 'passkey' });
  });

  test('the options ask for the user of any passkey, and write nothing', async () => {
    const tables = ['used_passkey_challenges', 'rate_limits', 'passkeys'] as const;
    const rows = () =>
      Promise.all(tables.map((table) => world.db.selectFrom(table).selectAll().execute()));
    const before = await rows();
    const { options, cookie } = await steps.askOptions();
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{75}$/),
      rpId: 'localhost',
      timeout: challengeMs,
      userVerification: 'required',
    });
    expect(await rows()).toEqual(before);
    // further tabs of the browser share its cookie
    expect((await steps.askOptions(cookie)).cookie).toBe(cookie);
  });

  test('a use is stored', async () => {
    world.clock.now += 1000;
    await steps.signIn(passkey);
    expect(await stored()).toMatchObject({ last_used_at: world.clock.now, counter: 0 });
  });

  const refused: [string, Changes, string][] = [
    ['a page of another origin', { origin: 'https://evil.example' }, 'origin-foreign'],
    ['a page of a related origin', { origin: relatedOrigin }, 'origin-foreign'],
    ['another port of this host', { origin: 'http://localhost:3001' }, 'origin-foreign'],
    ['another RP id', { rpId: 'evil.example' }, 'domain-foreign'],
    ['a user who was not verified', { isVerified: false }, 'user-not-verified'],
    ['a frame on another site', { crossOrigin: true }, 'malformed'],
    ['a response to `create`', { type: 'webauthn.create' }, 'not-verified'],
    ['a signature of another passkey', { signer: new Passkey() }, 'not-verified'],
    ['no user', { userHandle: null }, 'other-user'],
    ['another user', { userHandle: 'bm9ib2R5' }, 'other-user'],
    ['a passkey that became copyable', { isBackupEligible: true }, 'not-verified'],
  ];
  test.each(refused)('refuses %s', async (_what, changes, reason) => {
    const before = await tickets();
    expect(errorOf(await steps.ticket(passkey, changes))).toEqual([401, 'passkey.refused']);
    expect(reasons()).toEqual([reason]);
    expect(await tickets()).toEqual(before);
    expect((await stored()).last_used_at).toBeNull();
  });

  test('a refused response counts for the user of the passkey', async () => {
    await world.db.deleteFrom('events').execute();
    const node = await world.node();
    const { options, cookie } = await steps.askOptions();
    const credential = passkey.get(options, { isVerified: false });
    await world.post('/api/passkey/sign-in', { credential }, { cookie }, node);
    // stores what it has counted
    await node.close();
    const events = world.db.selectFrom('events').select(['type', 'user_id', 'method', 'actor']);
    expect(await events.execute()).toEqual([
      { type: 'sign-in.refused', user_id: world.olena, method: 'passkey', actor: 'unknown' },
    ]);
  });

  test('refuses the passkey of one user for another', async () => {
    const userHandle = Buffer.from(taras).toString('base64url');
    const answer = await steps.ticket(passkey, { userHandle });
    expect(errorOf(answer)).toEqual([401, 'passkey.refused']);
    expect(reasons()).toEqual(['other-user']);
  });

  test('an unknown passkey has a code of its own, so that the browser can forget it', async () => {
    const answer = await steps.ticket(new Passkey());
    expect(errorOf(answer)).toEqual([401, 'passkey.unknown']);
  });

  test('a response works once', { tags: 'race' }, async () => {
    const { options, cookie } = await steps.askOptions();
    const credential = passkey.get(options);
    expect((await steps.prove(credential, cookie)).statusCode).toBe(200);
    const again = await steps.prove(credential, cookie);
    expect(errorOf(again)).toEqual([401, 'passkey.options-over']);
    expect(reasons()).toEqual(['challenge-used']);
  });

  test('a response that is sent often at the same time works once', { tags: 'race' }, async () => {
    const { options, cookie } = await steps.askOptions();
    const credential = passkey.get(options);
    const before = (await tickets()).length;
    const other = await world.node();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        world.post(
          '/api/passkey/sign-in',
          { credential },
          { cookie },
          index % 2 === 0 ? other : world.server,
        ),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await tickets()).toHaveLength(before + 1);
  });

  /** Another spelling of the same bytes: the last digit has two unused bits. */
  function respelled(challenge: string): string {
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    return challenge.slice(0, -1) + digits[digits.indexOf(challenge.at(-1) ?? '') + 1];
  }

  const challenges: [string, (challenge: string) => string, string][] = [
    ['is spelled in another way', respelled, 'challenge-foreign'],
    ['is altered', (text) => `B${text.slice(1)}`, 'challenge-foreign'],
    ['lasts longer', (text) => `AAAC${text.slice(4)}`, 'challenge-foreign'],
    ['is cut', (text) => text.slice(0, 40), 'challenge-foreign'],
    ['is empty', () => '', 'challenge-foreign'],
  ];
  test.each(challenges)('refuses a challenge that %s', async (_what, change, reason) => {
    const { options, cookie } = await steps.askOptions();
    const credential = passkey.get(options, { challenge: change(options.challenge) });
    expect(errorOf(await steps.prove(credential, cookie))).toEqual([401, 'passkey.options-over']);
    expect(reasons()).toEqual([reason]);
  });

  test('refuses a challenge of another browser, and without the cookie', async () => {
    const { options } = await steps.askOptions();
    const { cookie: other } = await steps.askOptions();
    for (const cookie of [other, '', 'brama_passkey=short'])
      expect(errorOf(await steps.prove(passkey.get(options), cookie))).toEqual([
        401,
        'passkey.options-over',
      ]);
    expect(reasons()).toEqual(['challenge-foreign', 'browser-unknown', 'browser-unknown']);
  });

  test('refuses a challenge for adding a passkey', async () => {
    const { challenge } = await steps.newOptions(session);
    const { options, cookie } = await steps.askOptions();
    const credential = passkey.get({ ...options, challenge });
    const answer = await steps.prove(credential, `${cookie}; ${session}`);
    expect(errorOf(answer)).toEqual([401, 'passkey.options-over']);
  });

  test('refuses a challenge after ten minutes', async () => {
    const { options, cookie } = await steps.askOptions();
    world.clock.now += challengeMs - 1;
    const inTime = passkey.get(options);
    expect((await steps.prove(inTime, cookie)).statusCode).toBe(200);
    const late = await steps.askOptions();
    world.clock.now += challengeMs;
    const answer = await steps.prove(passkey.get(late.options), late.cookie);
    expect(errorOf(answer)).toEqual([401, 'passkey.options-over']);
    expect(reasons()).toEqual(['challenge-expired']);
  });

  test('a used challenge is stored until it expires', async () => {
    await world.db.deleteFrom('used_passkey_challenges').execute();
    await steps.signIn(passkey);
    const deleted = () =>
      deleteExpiredFrom(world.db, 'used_passkey_challenges', world.clock.now, 10);
    world.clock.now += challengeMs - 1;
    expect(await deleted()).toBe(0);
    world.clock.now += 1;
    expect(await deleted()).toBe(1);
  });

  describe('with a signature counter', () => {
    beforeEach(async () => {
      await world.db.deleteFrom('passkeys').execute();
      ({ passkey } = await steps.addNew(session, { hasCounter: true }));
      await steps.signIn(passkey);
    });
    const events = () => world.lines.map((line) => JSON.parse(line).event);

    test.each([
      ['falls', 1],
      ['stays', 2],
      ['disappears', 0],
    ])('a counter that %s is refused and logged', async (_what, counter) => {
      expect((await stored()).counter).toBe(2);
      const answer = await steps.ticket(passkey, { counter });
      expect(errorOf(answer)).toEqual([401, 'passkey.refused']);
      expect(reasons()).toEqual(['counter']);
      expect(events()).toContain('passkey.counter-fell');
      expect((await stored()).counter).toBe(2);
    });

    test('a counter may rise by any number', async () => {
      expect((await steps.ticket(passkey, { counter: 4_294_967_295 })).statusCode).toBe(200);
      expect((await stored()).counter).toBe(4_294_967_295);
    });

    test('of simultaneous sign-ins with one counter, one succeeds', { tags: 'race' }, async () => {
      const proofs = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const { options, cookie } = await steps.askOptions();
          return { credential: passkey.get(options, { counter: 9 }), cookie };
        }),
      );
      const answers = await Promise.all(
        proofs.map(({ credential, cookie }) => steps.prove(credential, cookie)),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    });
  });

  test('a disabled user cannot sign in', async () => {
    const disable = (disabled: number) =>
      world.db.updateTable('users').set({ disabled }).where('id', '=', world.olena).execute();
    await disable(1);
    expect(errorOf(await steps.ticket(passkey))).toEqual([401, 'passkey.refused']);
    expect(reasons()).toEqual(['disabled']);
    await disable(0);
  });

  test('a removed passkey gives no ticket', async () => {
    expect((await steps.ticket(passkey)).statusCode).toBe(200);
    await world.db.deleteFrom('passkeys').execute();
    expect(errorOf(await steps.ticket(passkey))).toEqual([401, 'passkey.unknown']);
  });

  const long = (length: number) => 'A'.repeat(length);
  test.each<[string, (fields: Record<string, string>) => void]>([
    ['signature', (fields) => Object.assign(fields, { signature: long(2049) })],
    ['authenticator data', (fields) => Object.assign(fields, { authenticatorData: long(2049) })],
    ['client data', (fields) => Object.assign(fields, { clientDataJSON: long(4097) })],
    ['user handle', (fields) => Object.assign(fields, { userHandle: long(129) })],
    ['alphabet', (fields) => Object.assign(fields, { signature: 'a+b=' })],
  ])('refuses a response with an invalid %s before it verifies anything', async (_what, change) => {
    const { options, cookie } = await steps.askOptions();
    const credential = passkey.get(options);
    change(credential.response as Record<string, string>);
    expect(errorOf(await steps.prove(credential, cookie))).toEqual([400, 'request.invalid']);
  });

  test.each(['bm8', 'e30', 'eyJ0eXBlIjoxfQ'])('refuses client data %s', async (clientDataJSON) => {
    const { options, cookie } = await steps.askOptions();
    const { response, ...rest } = passkey.get(options);
    const credential = { ...rest, response: { ...response, clientDataJSON } };
    expect(errorOf(await steps.prove(credential, cookie))).toEqual([401, 'passkey.refused']);
    expect(reasons()).toEqual(['malformed']);
  });

  test('a page of another site cannot ask for options or send a response', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site' };
    for (const url of ['/api/passkey/options', '/api/passkey/sign-in', '/api/passkeys/offer'])
      expect(errorOf(await world.post(url, {}, foreign))).toEqual([403, 'request.foreign-origin']);
  });

  test('browsers find the origins that may use the passkeys', async () => {
    const answer = await world.send({ url: '/.well-known/webauthn' });
    expect(answer.json()).toEqual({ origins: ['http://localhost:3000', relatedOrigin] });
    expect(answer.headers['content-type']).toContain('application/json');
  });

  test('sign-out deletes the cookie of the browser', async () => {
    const { cookie } = await steps.askOptions();
    const answer = await world.post('/api/auth/logout', undefined, {
      cookie: `${session}; ${cookie}`,
    });
    expect(answer.cookies).toContainEqual(
      expect.objectContaining({ name: 'brama_passkey', value: '' }),
    );
  });
});
