import { describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase } from '../../../test/support/databases.ts';
import { createEncryption } from '../../crypto/encryption.ts';
import { createLogger } from '../../http/log.ts';
import { describeKeys, type KeyTimes, scheduleOf } from './schedule.ts';
import { createKeyStore } from './store.ts';

const log = createLogger('silent');
const day = 24 * 3600 * 1000;
const start = Date.parse('2026-11-21T00:00:00Z');
const key = (kid: string, signsFrom: number): KeyTimes => ({
  kid,
  alg: 'ES256',
  createdAt: signsFrom,
  signsFrom,
});

describe('key schedule', () => {
  const at = (days: number, ...keys: KeyTimes[]) => {
    const { published, wanted, expired } = scheduleOf(keys, ['ES256'], start + days * day);
    return {
      published: published.map(({ kid }) => kid),
      wanted: wanted.map(({ signsFrom }) => (signsFrom - start) / day),
      expired: expired.map(({ kid }) => kid),
    };
  };
  const first = key('first', start);
  const second = key('second', start + 90 * day);

  test.each([
    ['none: one that signs at once', at(0), { published: [], wanted: [0], expired: [] }],
    ['one is enough for long', at(87.9, first), { published: ['first'], wanted: [], expired: [] }],
    [
      'the next is made two days ahead',
      at(88, first),
      { published: ['first'], wanted: [90], expired: [] },
    ],
    [
      'and known before it signs',
      at(89, first, second),
      { published: ['first', 'second'], wanted: [], expired: [] },
    ],
    [
      'the newest that is ready signs',
      at(90, first, second),
      { published: ['second', 'first'], wanted: [], expired: [] },
    ],
    [
      'the one before stays known for thirty days',
      at(119.9, first, second),
      { published: ['second', 'first'], wanted: [], expired: [] },
    ],
    [
      'and goes then',
      at(120, first, second),
      { published: ['second'], wanted: [], expired: ['first'] },
    ],
    [
      'nobody looked for a year: a new one is made ahead, the old one goes on until then',
      at(365, first),
      { published: ['first'], wanted: [367], expired: [] },
    ],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected));

  test('describes the keys as text lines', () => {
    expect(describeKeys([first, second], start + 89 * day)).toEqual([
      'ES256  second  published, signs from 2027-02-19 00:00',
      'ES256  first  signs since 2026-11-21 00:00',
    ]);
    expect(describeKeys([first, second], start + 91 * day)).toEqual([
      'ES256  second  signs since 2027-02-19 00:00',
      'ES256  first  signed from 2026-11-21 00:00, still known',
    ]);
  });
});

describe.each(databaseKinds)('keys in the database, on %s', (kind) => {
  async function makeStore() {
    const database = await makeDatabase(kind);
    const clock = { now: start };
    const encryption = createEncryption(Buffer.alloc(32, 7));
    const store = createKeyStore(database.db, { now: () => clock.now, encryption, log });
    return { database, clock, store };
  }

  test('creates keys once, encrypted, and replaces them on schedule', async () => {
    const { database, clock, store } = await makeStore();
    await store.applySchedule();
    await store.applySchedule();
    const before = await store.published();
    expect(before.map(({ alg }) => alg)).toEqual(['ES256', 'RS256', 'EdDSA']);
    const rows = JSON.stringify(await database.db.selectFrom('oidc_keys').selectAll().execute());
    for (const { jwk } of before) expect(rows).not.toContain(jwk.d);
    clock.now += 88 * day;
    await store.applySchedule();
    expect((await store.published()).slice(0, 3)).toEqual(before);
    clock.now += 2 * day;
    const after = await store.published();
    expect(after).toHaveLength(6);
    const signing = after.filter(({ signsFrom }) => signsFrom === clock.now);
    expect(new Set(signing.map(({ alg }) => alg)).size).toBe(3);
    await database.close();
  });

  test('nodes that start together have the same keys', async () => {
    const { database, clock, store } = await makeStore();
    const encryption = createEncryption(Buffer.alloc(32, 7));
    const other = createKeyStore(database.again(), { now: () => clock.now, encryption, log });
    const [own, others] = await Promise.all(
      [store, other].map(async (one) => {
        await one.applySchedule();
        return one.published();
      }),
    );
    expect(own?.map(({ alg }) => alg)).toEqual(['ES256', 'RS256', 'EdDSA']);
    expect(others).toEqual(own);
    await database.close();
  });

  test('creates new keys after a change of DATA_KEY', async () => {
    const { database, clock, store } = await makeStore();
    await store.applySchedule();
    const other = createKeyStore(database.db, {
      now: () => clock.now,
      encryption: createEncryption(Buffer.alloc(32, 8)),
      log,
    });
    expect(await other.published()).toEqual([]);
    await other.applySchedule();
    expect((await other.published()).map(({ alg }) => alg)).toEqual(['ES256', 'RS256', 'EdDSA']);
    expect(await store.published()).toHaveLength(3);
    await database.close();
  });

  test('rotation publishes new keys while the old keys still sign', async () => {
    const { database, clock, store } = await makeStore();
    await store.applySchedule();
    const old = await store.published();
    clock.now += 1000;
    expect(await database.db.transaction().execute((queries) => store.add(queries))).toBe(true);
    const now = await store.published();
    expect(now).toHaveLength(6);
    expect(now.slice(0, 3)).toEqual(old);
    // another rotation adds none
    expect(await database.db.transaction().execute((queries) => store.add(queries))).toBe(false);
    expect(await store.published()).toEqual(now);
    await database.close();
  });

  test('replacement: new keys sign immediately, previous and next keys are removed', async () => {
    const { database, clock, store } = await makeStore();
    await store.applySchedule();
    clock.now += 88 * day;
    await store.applySchedule();
    expect(await store.published()).toHaveLength(6);
    clock.now += 1000;
    await database.db.transaction().execute(store.replaceAll);
    await store.applySchedule();
    const now = await store.published();
    expect(now.map(({ alg }) => alg)).toEqual(['ES256', 'RS256', 'EdDSA']);
    for (const one of now) expect([one.createdAt, one.signsFrom]).toEqual([clock.now, clock.now]);
    await database.close();
  });
});
