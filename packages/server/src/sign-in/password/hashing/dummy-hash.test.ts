import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { createDummyHashes } from './dummy-hash.ts';
import { needsRehash, validatePasswordHash } from './parameters.ts';

const key = createSecretKey(Buffer.alloc(32, 7));
const tail = '$c29tZXNhbHRzb21lc2FsdA$QKcW3EFKF4uUzg5a2W1CeJMXxNyT4cvo91KyA4zxR24';
const todays = `$argon2id$v=19$m=19456,t=2,p=1${tail}`;
const imported = `$argon2id$v=19$m=65536,t=3,p=4${tail}`;
const other = `$argon2id$v=19$m=9216,t=4,p=1${tail}`;
const names = Array.from({ length: 2000 }, (_, i) => `name-${i}`);

async function parametersOf(dummyHashes: ReturnType<typeof createDummyHashes>) {
  const all = await Promise.all(names.map((name) => dummyHashes.dummyHashFor(name)));
  expect(all.flatMap((hash) => validatePasswordHash(hash) ?? [])).toEqual([]);
  return all.map((hash) => hash.split('$')[3] ?? '');
}
const share = (all: readonly string[], parameters: string) =>
  all.filter((one) => one === parameters).length / all.length;

test('dummy hashes have the parameters of stored hashes, proportionally and consistently', async () => {
  let now = 0;
  let stored = [...Array(50).fill(imported), ...Array(20).fill(other), ...Array(30).fill(todays)];
  const dummyHashes = createDummyHashes({ key, now: () => now, sampleHashes: async () => stored });
  const before = await parametersOf(dummyHashes);
  expect(share(before, 'm=65536,t=3,p=4')).toBeCloseTo(0.5, 1);
  expect(share(before, 'm=9216,t=4,p=1')).toBeCloseTo(0.2, 1);
  expect(share(before, 'm=19456,t=2,p=1')).toBeCloseTo(0.3, 1);
  expect(await parametersOf(dummyHashes)).toEqual(before);
  // half of the users have signed in: dummy hashes move to the current parameters at the same rate, and never back
  stored = [...Array(25).fill(imported), ...Array(75).fill(todays)];
  expect(await parametersOf(dummyHashes)).toEqual(before);
  now = 10 * 60_000;
  const after = await parametersOf(dummyHashes);
  expect(share(after, 'm=65536,t=3,p=4')).toBeCloseTo(0.25, 1);
  const moved = after.filter((one, i) => one !== before[i]);
  expect(new Set(moved)).toEqual(new Set(['m=19456,t=2,p=1']));
});

test('the parameters of a dummy hash depend on the secret key', async () => {
  const sampleHashes = async () => [imported, todays];
  const another = createSecretKey(Buffer.alloc(32, 8));
  const ours = await parametersOf(createDummyHashes({ key, now: () => 0, sampleHashes }));
  const theirs = await parametersOf(
    createDummyHashes({ key: another, now: () => 0, sampleHashes }),
  );
  const same = ours.filter((one, i) => one === theirs[i]).length / names.length;
  expect(same).toBeCloseTo(0.5, 1);
});

test('without outdated stored hashes all dummy hashes have current parameters', async () => {
  for (const stored of [[], [todays]]) {
    const dummyHashes = createDummyHashes({ key, now: () => 0, sampleHashes: async () => stored });
    expect(needsRehash(await dummyHashes.dummyHashFor('o'))).toBe(false);
    expect(await dummyHashes.dummyHashFor('o')).not.toBe(await dummyHashes.dummyHashFor('o'));
  }
});

test('without the database the previous sample remains in use', async () => {
  let now = 0;
  let sampleHashes = async () => [imported];
  const dummyHashes = createDummyHashes({
    key,
    now: () => now,
    sampleHashes: () => sampleHashes(),
  });
  expect(await dummyHashes.dummyHashFor('o')).toContain('m=65536,t=3,p=4');
  now = 10 * 60_000;
  sampleHashes = () => Promise.reject(new Error('away'));
  expect(await dummyHashes.dummyHashFor('o')).toContain('m=65536,t=3,p=4');
  sampleHashes = async () => [todays];
  expect(await dummyHashes.dummyHashFor('o')).not.toContain('m=65536,t=3,p=4');
});
