import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSignedOut } from '../browser/api.ts';
import { userQuery } from './user-query.ts';

const user = { fullName: 'Шевченко', data: {}, applications: [] };
let calls: [path: string, init: RequestInit][] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  calls = [];
  answer = async () => Response.json(user);
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { documentElement: { lang: 'uk' } });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    calls.push([path, init]);
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a response stays fresh for 150 000 ms', async () => {
  const client = new QueryClient();
  await client.fetchQuery(userQuery);
  vi.advanceTimersByTime(149_999);
  await client.fetchQuery(userQuery);
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(2);
  await client.fetchQuery(userQuery);
  expect(calls).toHaveLength(2);
});

test('the request has the page language, is never cached and rejects redirects', async () => {
  await new QueryClient().fetchQuery(userQuery);
  expect(calls[0]).toMatchObject([
    '/user',
    { cache: 'no-store', redirect: 'error', headers: { 'accept-language': 'uk' } },
  ]);
});

test('a prefetched response is used once', async () => {
  vi.stubGlobal('window', { prefetchUser: Promise.resolve(Response.json(user)) });
  const client = new QueryClient();
  expect(await client.fetchQuery(userQuery)).toEqual(user);
  expect(calls).toHaveLength(0);
  await client.fetchQuery({ ...userQuery, staleTime: 0 });
  expect(calls).toHaveLength(1);
});

test('an error response fails with «Failed to authenticate» and is not repeated', async () => {
  answer = async () => new Response('{}', { status: 401 });
  const failed = new QueryClient().fetchQuery(userQuery);
  await expect(failed).rejects.toThrow('Failed to authenticate');
  expect(isSignedOut(await failed.catch((error: unknown) => error))).toBe(true);
  expect(calls).toHaveLength(1);
});
