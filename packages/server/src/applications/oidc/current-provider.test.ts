import type { ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { expect, test } from 'vitest';
import type { SigningKey } from '../keys/store.ts';
import { createCurrentProvider } from './current-provider.ts';

const key = (kid: string): SigningKey => ({
  kid,
  alg: 'ES256',
  createdAt: 0,
  signsFrom: 0,
  jwk: {},
});
const never = new Promise<never>(() => undefined);

/** Makes a provider that reports its keys, and keys that the test controls. */
function makeOne() {
  const clock = { now: 0 };
  const troubles: unknown[] = [];
  let read: () => Promise<SigningKey[]> = async () => [key('first')];
  const current = createCurrentProvider({
    keyStore: {
      applySchedule: async () => undefined,
      published: () => read(),
      readable: () => read(),
      add: async () => true,
      replaceAll: async () => undefined,
    },
    create: (_library, keys) =>
      ({
        callback: () => (_request: unknown, response: ServerResponse) => {
          response.end(JSON.stringify(keys.map(({ kid }) => kid)));
        },
      }) as unknown as Provider,
    baseUrl: 'https://id.campus.example',
    now: () => clock.now,
    onError: (error) => troubles.push(error),
  });
  return {
    troubles,
    async kids() {
      return `${(await current()).documents.get('/oidc/jwks')}`;
    },
    async kidsOfManyAtOnce() {
      return new Set(await Promise.all([this.kids(), this.kids(), this.kids()]));
    },
    /** Moves the clock by a minute without requests. From then on, `reading` reads the keys. */
    aMinuteLater(reading: () => Promise<SigningKey[]>) {
      read = reading;
      clock.now += 60_000;
    },
  };
}

test('reloads the keys after a minute, before the next response', async () => {
  const one = makeOne();
  expect(await one.kids()).toBe('["first"]');
  one.aMinuteLater(async () => [key('second')]);
  expect(await one.kidsOfManyAtOnce()).toEqual(new Set(['["second"]']));
});

test('keeps the current provider if loading keys fails, and retries a minute later', async () => {
  const one = makeOne();
  await one.kids();
  one.aMinuteLater(() => Promise.reject(new Error('away')));
  expect(await one.kidsOfManyAtOnce()).toEqual(new Set(['["first"]']));
  expect(one.troubles).toHaveLength(1);
  one.aMinuteLater(async () => [key('second')]);
  expect(await one.kids()).toBe('["second"]');
});

test('a request waits only briefly if loading keys is slow', async () => {
  const one = makeOne();
  await one.kids();
  one.aMinuteLater(() => never);
  expect(await one.kidsOfManyAtOnce()).toEqual(new Set(['["first"]']));
  one.aMinuteLater(async () => [key('second')]);
  expect(await one.kids()).toBe('["second"]');
});
