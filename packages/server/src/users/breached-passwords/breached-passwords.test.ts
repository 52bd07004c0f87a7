import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildFilter } from './build-filter.ts';
import { BreachedPasswordsError, openBreachedPasswords } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'brama-breached-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hashOf = (password: string) =>
  createHash('sha1').update(password).digest('hex').toUpperCase();
const breached = Array.from({ length: 5000 }, (_, index) => `breached ${index}`);
const hashes = breached.map(hashOf).sort();
/** Counts of different lengths make lines of different lengths. */
const lines = hashes.map((hash, index) => `${hash}:${10 ** (index % 8)}`);

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const list = write('list.txt', lines.join('\r\n'));
const filter = join(folder, 'filter');
expect(await buildFilter(list, filter)).toBe(hashes.length);

async function foundIn(path: string, passwords: readonly string[]): Promise<number> {
  const opened = await openBreachedPasswords(path);
  const found = await Promise.all(passwords.map(opened.has));
  await opened.close();
  return found.filter(Boolean).length;
}

const others = Array.from({ length: 5000 }, (_, index) => `never breached ${index}`);

test.each([
  ['with plain line breaks', `${lines.join('\n')}\n`],
  ['without counts, in lower case', hashes.join('\n').toLowerCase()],
])('a list %s makes the same filter as the published form', async (_, content) => {
  const other = join(folder, 'other');
  expect(await buildFilter(write('other.txt', content), other)).toBe(hashes.length);
  expect(readFileSync(other)).toEqual(readFileSync(filter));
});

test('a filter of one password contains it', async () => {
  const one = join(folder, 'one');
  await buildFilter(write('one.txt', `${hashOf('one')}:1`), one);
  expect(await foundIn(one, ['one', 'two'])).toBe(1);
});

test('a filter contains its passwords and about one in a thousand others, in two bytes each', async () => {
  expect(await foundIn(filter, breached)).toBe(breached.length);
  const mistakes = await foundIn(filter, others);
  expect(mistakes).toBeGreaterThan(0);
  expect(mistakes).toBeLessThan(20);
  expect(statSync(filter).size).toBeLessThan(2 * hashes.length + 2 * 4096);
  expect(readdirSync(folder).filter((name) => name.endsWith('unfinished'))).toEqual([]);
});

const half = Math.floor(lines.length / 2);
const reversed = lines.toReversed().join('\n');
const ntlm = hashes.map((hash) => `${hash.slice(0, 32)}:1`).join('\n');

const refused: [name: string, content: string | Buffer, reason: RegExp][] = [
  ['nothing', '', /is empty/],
  ['ordered by count', reversed, /not ordered by hash, at byte \d+/],
  ['NTLM hashes', ntlm, /SHA-1 hash:count/],
  ['passwords', breached.join('\n'), /SHA-1 hash:count/],
  ['one endless line', 'A'.repeat(100_000), /SHA-1 hash:count|line of more than/],
  ['zeros', Buffer.alloc(50_000), /SHA-1 hash:count|line of more than/],
  ['an HTML page', `<!doctype html>\n${'<p>\n'.repeat(2000)}`, /SHA-1 hash:count/],
  [
    'a part of something else',
    [...lines.slice(0, half), ...Array(half).fill('<p>'), ...lines.slice(half)].join('\n'),
    /SHA-1 hash:count/,
  ],
];

test('a list is refused with the command that makes a filter of it', async () => {
  await expect(openBreachedPasswords(list)).rejects.toThrow(BreachedPasswordsError);
  await expect(openBreachedPasswords(list)).rejects.toThrow(
    'is no filter; make one of the list of hashes: brama passwords filter LIST FILTER',
  );
});

test.each(refused)('no filter is made of a file with %s', async (_, content, reason) => {
  const path = write('refused', content);
  await expect(buildFilter(path, join(folder, 'never'))).rejects.toThrow(reason);
  expect(readdirSync(folder).filter((one) => one.startsWith('never'))).toEqual([]);
});

test('a damaged filter is refused', async () => {
  const whole = readFileSync(filter);
  const boundless = Buffer.from(whole);
  boundless.fill(0xff, 16, 24);
  for (const damaged of [
    whole.subarray(0, 20),
    whole.subarray(0, -1),
    Buffer.concat([whole, whole]),
    boundless,
  ]) {
    const path = write('damaged', damaged);
    await expect(openBreachedPasswords(path)).rejects.toThrow(/is an incomplete filter/);
  }
});

test('what is no readable file is refused, and an endless device does not block the start', async () => {
  mkdirSync(join(folder, 'folder'));
  for (const [name, reason] of [
    [join(folder, 'folder'), /is not a file/],
    ['/dev/zero', /is not a file/],
    [join(folder, 'missing'), /cannot be read \(ENOENT\)/],
  ] as const)
    await expect(openBreachedPasswords(name)).rejects.toThrow(reason);
});

test('a filter that becomes shorter while in use throws, and accepts no password', async () => {
  const path = write('shrinking', readFileSync(filter));
  const opened = await openBreachedPasswords(path);
  writeFileSync(path, 'x'.repeat(1000));
  await expect(opened.has('breached 7')).rejects.toThrow('became shorter while in use');
  await opened.close();
});
