// The lookup of an id: form, existence, and the limit of a network.

import { paths } from '@brama/contract/paths';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apps, makeWorld, type World } from '../../test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld('sqlite', { RATE_LIMIT_STARTS_PER_MINUTE: '40' });
});
afterAll(() => world.close());

const look = (appId: string, cookie = '') =>
  world.send({
    url: `${paths.registeredApplication}?${new URLSearchParams({ appId })}`,
    headers: { cookie },
  });

test('an id is registered or not, equally for every user, and nothing else is said', async () => {
  const session = await world.signIn();
  for (const cookie of ['', session]) {
    expect((await look(apps.campus.id.toUpperCase(), cookie)).json()).toEqual({ registered: true });
    for (const id of ['00000000-0000-4000-8000-000000000000', 'not-an-id'])
      expect((await look(id, cookie)).json()).toEqual({ registered: false });
  }
  expect((await look('')).statusCode).toBe(400);
});

test('a network that asks too often must wait', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => look(apps.campus.id)));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers['retry-after']).toMatch(/^[1-9]/);
});
