import { expect, test } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

const asked = (init: RequestInit = {}) => init as Parameters<ReturnType<typeof boundedFetch>>[1];

test('the fetch follows no redirects and passes the caller’s abort signal on', async () => {
  const seen: RequestInit[] = [];
  const { signal } = new AbortController();
  const ask = boundedFetch(async (_, init) => {
    seen.push(init);
    return new Response('{}', { status: 302, headers: { location: 'https://evil.example/' } });
  });
  const answer = await ask('https://issuer.example/', asked({ method: 'POST', body: 'a', signal }));
  expect(seen).toEqual([{ method: 'POST', body: 'a', signal, redirect: 'manual' }]);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, null]);
});

test.each([
  [256 * 1024, true],
  [256 * 1024 + 1, false],
])('a response of %i bytes is accepted: %s', async (size, isTaken) => {
  const ask = boundedFetch(async () => new Response('x'.repeat(size)));
  const answer = ask('https://issuer.example/', asked());
  if (isTaken) expect((await (await answer).text()).length).toBe(size);
  else await expect(answer).rejects.toThrow('too large');
});
