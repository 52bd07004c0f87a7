// Runs the inline script with a fake window.
import { expect, test } from 'vitest';
import { type GoogleCallback, googleCallbackScript } from './google-callback.ts';

function runOn(search: string, prerendering = false) {
  const asked: string[] = [];
  const addresses: string[] = [];
  const listeners: (() => void)[] = [];
  const window: { googleCallback?: GoogleCallback } = {};
  const document = {
    documentElement: { lang: 'uk' },
    prerendering,
    addEventListener: (_: string, listener: () => void) => listeners.push(listener),
  };
  const history = {
    replaceState: (_state: unknown, _title: string, address: string) => addresses.push(address),
  };
  const fetch = (address: string) => {
    asked.push(address);
    return Promise.resolve(new Response('{}'));
  };
  const names = ['window', 'document', 'location', 'history', 'fetch'];
  const run = new Function(...names, googleCallbackScript);
  run(window, document, { search, pathname: '/google-auth' }, history, fetch);
  return { answer: window.googleCallback, asked, addresses, listeners };
}

test('code and state are removed from the address and sent to the server once', async () => {
  const { answer, asked, addresses } = runOn('?state=a.b&code=4%2F0A&iss=https%3A%2F%2Fg&scope=x');
  expect(addresses).toEqual(['/google-auth']);
  expect(asked).toEqual(['/google/auth?code=4%2F0A&state=a.b&iss=https%3A%2F%2Fg']);
  expect(answer?.state).toBe('a.b');
  expect((await answer?.response)?.ok).toBe(true);
});

test.each(['', '?code=&state=a.b', '?error=access_denied&state=a.b'])(
  'without a code no request is sent: %s',
  (search) => {
    const { answer, asked, addresses } = runOn(search);
    expect(addresses).toEqual(['/google-auth']);
    expect(asked).toEqual([]);
    expect(answer?.response).toBeUndefined();
    expect(answer?.state).toBe(search.includes('a.b') ? 'a.b' : null);
  },
);

test('a prerendered page sends no request until it is activated', async () => {
  const { answer, asked, listeners } = runOn('?code=c&state=a.b', true);
  expect(asked).toEqual([]);
  for (const listener of listeners) listener();
  await answer?.response;
  expect(asked).toEqual(['/google/auth?code=c&state=a.b']);
});
