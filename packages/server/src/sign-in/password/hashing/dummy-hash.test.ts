import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { createDecoys } from './dummy-hash.ts';
import { faultOfPasswordHash, needsRehash } from './parameters.ts';

const key = createSecretKey(Buffer.alloc(32, 7));
const tail = '$c29tZXNhbHRzb21lc2FsdA$QKcW3EFKF4uUzg5a2W1CeJMXxNyT4cvo91KyA4zxR24';
const todays = `$argon2id$v=19$m=19456,t=2,p=1${tail}`;
const imported = `$argon2id$v=19$m=65536,t=3,p=4${tail}`;
const other = `$argon2id$v=19$m=9216,t=4,p=1${tail}`;
const names = Array.from({ length: 2000 }, (_, i) => `name-${i}`);

async function parametersOf(decoys: ReturnType<typeof createDecoys>) {
  const all = await Promise.all(names.map((name) => decoys.hashFor(name)));
  expect(all.flatMap((hash) => faultOfPasswordHash(hash) ?? [])).toEqual([]);
  return all.map((hash) => hash.split('$')[3] ?? '');
}
const share = (all: readonly string[], parameters: string) =>
  all.filter((one) => one === parameters).length / all.length;

test('names that nobody has cost what users cost, in the same proportions, each always the same', async () => {
  let now = 0;
  let stored = [...Array(50).fill(imported), ...Array(20).fill(other), ...Array(30).fill(todays)];
  const decoys = createDecoys({ key, now: () => now, someHashes: async () => stored });
  const before = await parametersOf(decoys);
  expect(share(before, 'm=65536,t=3,p=4')).toBeCloseTo(0.5, 1);
  expect(share(before, 'm=9216,t=4,p=1')).toBeCloseTo(0.2, 1);
  expect(share(before, 'm=19456,t=2,p=1')).toBeCloseTo(0.3, 1);
  expect(await parametersOf(decoys)).toEqual(before);
  // half of the users have come by: names move to today's as they do, and never back
  stored = [...Array(25).fill(imported), ...Array(75).fill(todays)];
  expect(await parametersOf(decoys)).toEqual(before);
  now = 10 * 60_000;
  const after = await parametersOf(decoys);
  expect(share(after, 'm=65536,t=3,p=4')).toBeCloseTo(0.25, 1);
  const moved = after.filter((one, i) => one !== before[i]);
  expect(new Set(moved)).toEqual(new Set(['m=19456,t=2,p=1']));
});

test('which name costs what nobody can compute who has not our key', async () => {
  const someHashes = async () => [imported, todays];
  const another = createSecretKey(Buffer.alloc(32, 8));
  const ours = await parametersOf(createDecoys({ key, now: () => 0, someHashes }));
  const theirs = await parametersOf(createDecoys({ key: another, now: () => 0, someHashes }));
  const same = ours.filter((one, i) => one === theirs[i]).length / names.length;
  expect(same).toBeCloseTo(0.5, 1);
});

test('where all are of today, or there is nobody, all are', async () => {
  for (const stored of [[], [todays]]) {
    const decoys = createDecoys({ key, now: () => 0, someHashes: async () => stored });
    expect(needsRehash(await decoys.hashFor('o'))).toBe(false);
    expect(await decoys.hashFor('o')).not.toBe(await decoys.hashFor('o'));
  }
});

test('without the database what was known goes on', async () => {
  let now = 0;
  let someHashes = async () => [imported];
  const decoys = createDecoys({ key, now: () => now, someHashes: () => someHashes() });
  expect(await decoys.hashFor('o')).toContain('m=65536,t=3,p=4');
  now = 10 * 60_000;
  someHashes = () => Promise.reject(new Error('away'));
  expect(await decoys.hashFor('o')).toContain('m=65536,t=3,p=4');
  someHashes = async () => [todays];
  expect(await decoys.hashFor('o')).not.toContain('m=65536,t=3,p=4');
});
