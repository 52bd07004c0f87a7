import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../http/log.ts';
import { buildServer } from '../../http/server.ts';
import { addKey, registerAddLocaleKey } from './add-locale-key.ts';

let folder: string;
let server: Awaited<ReturnType<typeof buildServer>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'brama-words-'));
  mkdirSync(join(folder, 'uk'));
  writeFileSync(join(folder, 'uk/apps.json'), '{"title":"Сервіси"}');
  server = await buildServer({
    ownOrigin: 'http://localhost:3000',
    secure: false,
    scriptHashes: [],
    styleHashes: [],
    trustProxy: false,
    logger: createLogger('silent'),
  });
  registerAddLocaleKey(server, folder, ['apps', 'diia']);
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const report = (path: string, body: unknown, headers = { 'sec-fetch-site': 'same-origin' }) =>
  server.inject({ method: 'POST', url: `/locales/add/${path}`, headers, payload: body as object });
const words = () => JSON.parse(readFileSync(join(folder, 'uk/apps.json'), 'utf8'));

test('missing keys are added to the source file, existing keys stay unchanged', async () => {
  const answers = await Promise.all([
    report('uk/apps', { 'empty.title': 'Порожньо', title: 'інше' }),
    report('uk/apps', { 'empty.text': 'Нічого' }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(words()).toEqual({ title: 'Сервіси', empty: { title: 'Порожньо', text: 'Нічого' } });
});

test.each(['de/apps', 'uk/nothing', 'uk/..%2Fapps'])('%s does not exist: 404', async (path) => {
  expect((await report(path, { a: 'b' })).statusCode).toBe(404);
});

test.each([
  { '__proto__.x': 'y' },
  { 'a..b': 'y' },
  { a: 1 },
  { '../x': 'y' },
  { a: 'x'.repeat(3000) },
])('an invalid key or value is rejected: %.40j', async (body) => {
  expect((await report('uk/apps', body)).statusCode).toBe(400);
  expect(words()).toEqual({ title: 'Сервіси' });
});

test('the words of a sign-in method have no file here: 404, and none is created', async () => {
  expect((await report('uk/diia', { a: 'b' })).statusCode).toBe(404);
  expect(readdirSync(join(folder, 'uk'))).toEqual(['apps.json']);
});

test('a file that cannot be read stays as it is: 500', async () => {
  writeFileSync(join(folder, 'uk/apps.json'), '{"title":');
  expect((await report('uk/apps', { a: 'b' })).statusCode).toBe(500);
  expect(readFileSync(join(folder, 'uk/apps.json'), 'utf8')).toBe('{"title":');
});

test('a request from another site is rejected', async () => {
  expect((await report('uk/apps', { a: 'b' }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(
    403,
  );
});

test('a key below an existing text changes nothing', () => {
  const tree = { title: 'x' };
  addKey(tree, 'title.sub', 'y');
  expect(tree).toEqual({ title: 'x' });
});
