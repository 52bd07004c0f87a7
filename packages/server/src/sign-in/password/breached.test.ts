// A breached password can be chosen neither at a change nor at a reset.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { form } from '../../../test/support/oidc/raw.ts';
import { makeWorld, password, type World } from '../../../test/support/world.ts';
import { buildFilter } from '../../users/breached-passwords/build-filter.ts';

const breached = 'zq7fW2mXc9Kt stolen';
const folder = mkdtempSync(join(tmpdir(), 'brama-breached-'));
let world: World;

beforeAll(async () => {
  const list = join(folder, 'list.txt');
  writeFileSync(list, `${createHash('sha1').update(breached).digest('hex').toUpperCase()}:3\r\n`);
  const filter = join(folder, 'filter');
  await buildFilter(list, filter);
  world = await makeWorld('sqlite', { BREACHED_PASSWORDS: filter });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

test('at a change', async () => {
  const cookie = await world.signIn();
  const body = { currentPassword: password, newPassword: breached };
  const { statusCode, body: text } = await world.post('/api/password', body, { cookie });
  expect(statusCode).toBe(422);
  expect(JSON.parse(text).error.fields).toEqual({ newPassword: 'breached' });
});

test('at a reset, which may be tried again with the same link', async () => {
  const asked = new URLSearchParams({ username: 'o.shevchenko' }).toString();
  await world.post('/uk/password/forgot', asked, form);
  await expect.poll(() => world.letters.length).toBe(1);
  const code = /#([\w-]+)/.exec(JSON.stringify(world.letters[0]))?.[1] ?? '';
  const reset = (newPassword: string) =>
    world.post('/uk/password/reset', new URLSearchParams({ code, newPassword }).toString(), form);
  const refused = await reset(breached);
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('Викрадений.')]);
  expect((await reset(`${breached} not`)).statusCode).toBe(303);
});
