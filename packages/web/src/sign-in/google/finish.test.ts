import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const replace = vi.fn();
const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};

function stateOf(said: object): string {
  return `${Buffer.from(JSON.stringify(said)).toString('base64url')}.mac`;
}

/** Loads the module again, because it remembers that it has sent the response. */
async function finishOf(googleCallback: object) {
  vi.stubGlobal('window', { googleCallback });
  vi.resetModules();
  return (await import('./finish.ts')).finishOnce;
}

const ok = () => Promise.resolve(new Response('{}'));
const refuse = (status: number, code: string) =>
  Promise.resolve(Response.json({ error: { code, requestId: 'r' } }, { status }));

beforeEach(() => {
  replace.mockReset();
  kept.clear();
  vi.stubGlobal('location', { replace });
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => vi.unstubAllGlobals());

test('two calls use the response once', async () => {
  const finishOnce = await finishOf({ state: stateOf({ appId: '7' }), response: ok() });
  await Promise.all([finishOnce('uk'), finishOnce('uk')]);
  expect(replace.mock.calls).toEqual([['/uk/apps?appId=7']]);
  expect(kept.get('brama.last-method')).toBe('google');
});

test('a linked account stores a note and does not change the last method', async () => {
  const finishOnce = await finishOf({ state: stateOf({ purpose: 'link' }), response: ok() });
  await finishOnce('en');
  expect(replace.mock.calls).toEqual([['/en/account#sign-in-methods']]);
  expect([...kept]).toEqual([['brama.my-data', 'linked']]);
});

test('a rejected sign-in opens the sign-in page, and the method is not remembered', async () => {
  const finishOnce = await finishOf({ state: null, response: refuse(401, 'google.failed') });
  await finishOnce('en');
  expect(replace.mock.calls).toEqual([['/en/?google_auth_error=true']]);
  expect(kept.size).toBe(0);
});

test('a response from a proxy counts as a rejection', async () => {
  const html = Promise.resolve(new Response('<h1>', { status: 502 }));
  const finishOnce = await finishOf({ state: null, response: html });
  await finishOnce('uk');
  expect(replace.mock.calls).toEqual([['/uk/?google_auth_error=true']]);
});

test('without a code no request is sent to the server', async () => {
  const finishOnce = await finishOf({ state: stateOf({ purpose: 'link' }) });
  await finishOnce('uk');
  expect(replace.mock.calls).toEqual([['/uk/account#sign-in-methods']]);
  expect(kept.get('brama.my-data')).toBe('failed');
});

test('without a connection the page stays and reports it', async () => {
  const lost = Promise.reject(new TypeError('Failed to fetch'));
  const finishOnce = await finishOf({ state: null, response: lost });
  expect(await finishOnce('uk')).toBe('no-connection');
  expect(replace).not.toHaveBeenCalled();
});
