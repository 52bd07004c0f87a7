import { createPublicKey } from 'node:crypto';
import { maxPasskeys } from '@brama/contract/sign-in/passkey/method';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { type DiiaWorld, makeDiiaWorld, taxId } from '../../../test/support/diia/world.ts';
import { type Changes, Passkey } from '../../../test/support/passkeys/authenticator.ts';
import { createPasskeySteps } from '../../../test/support/passkeys/world.ts';
import { challengeMs } from './challenges.ts';

const day = 86_400_000;
const iCloud = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd';

describeOnDatabases('adding passkeys', (kind) => {
  let world: DiiaWorld;
  let steps: ReturnType<typeof createPasskeySteps>;
  let session: string;

  beforeAll(async () => {
    world = await makeDiiaWorld(kind, { PASSKEY_IDENTITY_DAYS: '30' });
    steps = createPasskeySteps(world);
  });
  beforeEach(async () => {
    await world.db.deleteFrom('passkeys').execute();
    session = await world.signIn('taras');
    await world.confirmSessions();
    world.lines.length = 0;
  });
  afterAll(() => world.close());

  const errorOf = (answer: LightMyRequestResponse) => [
    answer.statusCode,
    answer.json().error?.code,
  ];
  const reasons = () =>
    world.lines
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'passkey.add-refused')
      .map(({ reason }) => reason);
  const count = async () => (await world.db.selectFrom('passkeys').select('id').execute()).length;
  /** Adds a passkey with changes of an attacker. */
  async function add(changes: Changes = {}, passkey = new Passkey()) {
    return steps.add(session, passkey.create(await steps.newOptions(session), changes));
  }

  test('the options ask for a discoverable passkey that verifies the user', async () => {
    const { added } = await steps.addNew(session);
    const options = await steps.newOptions(session);
    expect(options).toEqual({
      rp: { id: 'localhost', name: 'Університет' },
      user: { id: expect.any(String), name: 'taras', displayName: 'Мельник Тарас' },
      challenge: expect.stringMatching(/^[\w-]{75}$/),
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: challengeMs,
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: [
        { type: 'public-key', id: added.credentialId, transports: ['internal'] },
      ],
    });
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(world.taras);
  });

  test('a passkey has the name of its authenticator, or the one that the user typed', async () => {
    const { added } = await steps.addNew(session, { aaguid: iCloud, isSynchronised: true });
    expect(added).toEqual({
      id: expect.any(String),
      credentialId: expect.any(String),
      name: 'iCloud Keychain',
      authenticator: 'iCloud Keychain',
      isBackedUp: true,
      createdAt: new Date(world.clock.now).toISOString(),
      lastUsedAt: null,
      identityUntil: null,
    });
    const typed = await steps.addNew(session, { aaguid: iCloud }, ' Мій телефон ');
    expect(typed.added.name).toBe('Мій телефон');
    const unknown = await steps.addNew(session);
    expect([unknown.added.name, unknown.added.authenticator]).toEqual(['', null]);
    expect(world.lines.join('')).toContain('"event":"passkey.added"');
  });

  const refused: [string, Changes, string][] = [
    ['a page of another origin', { origin: 'https://evil.example' }, 'origin-foreign'],
    ['another RP id', { rpId: 'evil.example' }, 'not-verified'],
    ['a user who was not verified', { isVerified: false }, 'not-verified'],
    ['a frame on another site', { crossOrigin: true }, 'malformed'],
    ['a response to `get`', { type: 'webauthn.get' }, 'not-verified'],
    ['an attestation that was not asked for', { statementBytes: 64 }, 'not-verified'],
  ];
  test.each(refused)('refuses %s', async (_what, changes, reason) => {
    expect(errorOf(await add(changes))).toEqual([422, 'passkey.not-added']);
    expect(reasons()).toEqual([reason]);
    expect(await count()).toBe(0);
  });

  test.each(['ES384', 'ES256 on P-384'] as const)(
    'refuses %s, which the options do not name',
    async (algorithm) => {
      const answer = await add({}, new Passkey({ algorithm }));
      expect(errorOf(answer)).toEqual([422, 'passkey.not-added']);
      expect(await count()).toBe(0);
    },
  );

  test('refuses a key of more than 1024 bytes', async () => {
    // a number of that length, because it takes seconds to find a product of two primes
    const n = Buffer.alloc(1024, 0xff).toString('base64url');
    const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'RSA', n, e: 'AQAB' } });
    const answer = await add({}, new Passkey({ algorithm: 'RS256', publicKey }));
    expect(errorOf(answer)).toEqual([422, 'passkey.not-added']);
    expect(await count()).toBe(0);
  });

  test.each([
    [5000, 400, 'request.invalid'],
    [20_000, 413, 'request.too-large'],
  ])('refuses an attestation of %i bytes before it reads it', async (statementBytes, ...error) => {
    expect(errorOf(await add({ statementBytes }))).toEqual(error);
    expect(reasons()).toEqual([]);
    expect(await count()).toBe(0);
  });

  test('refuses an id that differs from the signed one', async () => {
    const credential = new Passkey().create(await steps.newOptions(session));
    const other = Buffer.alloc(32, 1).toString('base64url');
    const answer = await steps.add(session, { ...credential, id: other, rawId: other });
    expect(errorOf(answer)).toEqual([422, 'passkey.not-added']);
  });

  test('refuses a passkey that this or another user has', async () => {
    const { passkey } = await steps.addNew(session);
    const { credentialId } = passkey;
    expect(errorOf(await add({ credentialId }))).toEqual([409, 'passkey.already-added']);
    session = await world.signIn();
    expect(errorOf(await add({ credentialId }))).toEqual([409, 'passkey.already-added']);
    expect(await count()).toBe(1);
    const stored = await world.db.selectFrom('passkeys').select('user_id').executeTakeFirst();
    expect(stored?.user_id).toBe(world.taras);
  });

  test('a response works once, also when it is sent often at the same time', {
    tags: 'race',
  }, async () => {
    const credential = new Passkey().create(await steps.newOptions(session));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => steps.add(session, credential)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    await world.db.deleteFrom('passkeys').execute();
    expect(errorOf(await steps.add(session, credential))).toEqual([401, 'passkey.options-over']);
    expect(reasons().at(-1)).toBe('challenge-used');
  });

  test('refuses a challenge of another session, of another user, and for a sign-in', async () => {
    const other = await world.signIn('taras');
    const stranger = await world.signIn();
    const signIn = await steps.askOptions();
    const options = await steps.newOptions(session);
    const credential = new Passkey().create(options);
    for (const cookie of [other, stranger])
      expect(errorOf(await steps.add(cookie, credential))).toEqual([401, 'passkey.options-over']);
    const swapped = new Passkey().create({ ...options, challenge: signIn.options.challenge });
    const answer = await steps.add(`${session}; ${signIn.cookie}`, swapped);
    expect(errorOf(answer)).toEqual([401, 'passkey.options-over']);
    expect(reasons()).toEqual(Array(3).fill('challenge-foreign'));
  });

  test('needs a sign-in within the last ten minutes', async () => {
    const credential = new Passkey().create(await steps.newOptions(session));
    world.clock.now += 600_001;
    expect(errorOf(await steps.add(session, credential))).toEqual([403, 'session.not-recent']);
    const options = await world.post('/api/passkeys/options', undefined, { cookie: session });
    expect(errorOf(options)).toEqual([403, 'session.not-recent']);
    expect(errorOf(await steps.add('', credential))).toEqual([401, 'session.required']);
  });

  test('a user has at most so many passkeys, also when they are added at the same time', {
    tags: 'race',
  }, async () => {
    for (let made = 0; made < maxPasskeys - 1; made++) await steps.addNew(session);
    const credentials = [];
    for (let made = 0; made < 4; made++)
      credentials.push(new Passkey().create(await steps.newOptions(session)));
    const answers = await Promise.all(
      credentials.map((credential) => steps.add(session, credential)),
    );
    expect(answers.map((answer) => errorOf(answer)[1]).sort()).toEqual([
      'passkey.too-many',
      'passkey.too-many',
      'passkey.too-many',
      undefined,
    ]);
    expect(await count()).toBe(maxPasskeys);
  });

  test.each(['', '   ', 'x'.repeat(61), 'a\nb', 'a\u0000b'])(
    'refuses the name %j',
    async (name) => {
      const credential = new Passkey().create(await steps.newOptions(session));
      const answer = await steps.add(session, credential, name);
      expect(errorOf(answer)).toEqual([400, 'request.invalid']);
    },
  );

  describe('after a sign-in with Diia', () => {
    const until = (from: number) => new Date(from + 30 * day).toISOString();
    const proofs = () =>
      world.db.selectFrom('sessions').select(['method', 'identity_verified_at', 'amr']).execute();

    test('a passkey is bound to that proof, for the time of the setting', async () => {
      const { session: diia } = await world.signedIn();
      const signedInAt = world.clock.now;
      world.clock.now += 300_000;
      const { passkey, added } = await steps.addNew(diia);
      expect(added.identityUntil).toBe(until(signedInAt));
      await world.db.deleteFrom('sessions').execute();
      await steps.signIn(passkey);
      const bound = {
        method: 'passkey',
        identity_verified_at: signedInAt,
        amr: 'hwk user mfa',
      };
      expect(await proofs()).toEqual([bound]);
      world.clock.now = signedInAt + 30 * day;
      await world.db.deleteFrom('sessions').execute();
      const late = await steps.signIn(passkey);
      expect(await proofs()).toEqual([{ ...bound, identity_verified_at: null }]);
      expect((await steps.list(late)).passkeys[0].identityUntil).toBeNull();
    });

    test('another sign-in in the session ends the proof for new passkeys', async () => {
      const { session: diia } = await world.signedIn();
      const { passkey } = await steps.addNew(diia);
      const cookies = [
        await world.signIn('taras', world.server, diia),
        await steps.signIn(passkey),
      ];
      await world.confirmSessions();
      for (const cookie of cookies)
        expect((await steps.addNew(cookie)).added.identityUntil).toBeNull();
    });

    test('a passkey loses the proof when the user has another tax number', async () => {
      const { session: diia } = await world.signedIn();
      const { passkey } = await steps.addNew(diia);
      const change = (tax_id_hash: string | null) =>
        world.db.updateTable('users').set({ tax_id_hash }).where('id', '=', world.taras).execute();
      const { tax_id_hash: own } = await world.db
        .selectFrom('users')
        .select('tax_id_hash')
        .where('id', '=', world.taras)
        .executeTakeFirstOrThrow();
      for (const other of ['another session', null]) {
        await change(other);
        await world.db.deleteFrom('sessions').execute();
        const cookie = await steps.signIn(passkey);
        expect(await proofs()).toMatchObject([{ identity_verified_at: null }]);
        expect((await steps.list(cookie)).passkeys[0].identityUntil).toBeNull();
      }
      await change(own);
      await world.db.deleteFrom('sessions').execute();
      await steps.signIn(passkey);
      expect(await proofs()).toMatchObject([{ identity_verified_at: expect.any(Number) }]);
    });

    test('the session of a passkey contains no tax number', async () => {
      const { session: diia } = await world.signedIn();
      const { passkey } = await steps.addNew(diia);
      await steps.signIn(passkey, diia);
      const rows = await world.db.selectFrom('sessions').select('encrypted_tax_id').execute();
      expect(rows.filter((row) => row.encrypted_tax_id !== null)).toEqual([]);
      expect(JSON.stringify(rows)).not.toContain(taxId);
    });
  });
});
