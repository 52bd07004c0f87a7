// The user query: one call, and what the page does with the response.

import type { UserResponse } from '@brama/contract/api/user';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isOutdated, queryUser } from './user-query.ts';

const { showToast } = vi.hoisted(() => ({ showToast: vi.fn() }));
vi.mock('../ui/toast/toast.ts', () => ({ showToast }));

const library = { id: 'a', name: 'library', title: 'Library', description: 'Books' };
const sandbox = { ...library, id: 's', name: 'sandbox', sandbox: true as const };
const answer: UserResponse = {
  userHash: 'h',
  fullName: 'Шевченко Олена',
  fullNameEn: null,
  givenName: null,
  data: { username: 'o.shevchenko', email: null },
  applications: [sandbox, library],
};
const { applications: _, ...facts } = answer;
const apps = { user: { ...answer, applications: [library] }, portal: { count: 1 } };

test.each([
  ['the applications page', apps, answer, false],
  ['the account page', { user: facts }, answer, false],
  ['another name', apps, { ...answer, fullName: 'Коваль Олена' }, true],
  ['another value', { user: facts }, { ...answer, data: { username: 'o.shevchenko' } }, true],
  ['another title', apps, { ...answer, applications: [{ ...library, title: 'Books' }] }, true],
  ['one more', apps, { ...answer, applications: [library, { ...library, id: 'b' }] }, true],
  ['one less', apps, { ...answer, applications: [] }, true],
])('%s', (_name, shown, given, expected) => {
  expect(isOutdated(shown, given)).toBe(expected);
});

const reload = vi.fn();
const leave = vi.fn();
const ask = () => queryUser(apps, leave, ((key: string) => key) as never);
const respond = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(body, { status })),
  );

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'uk' } });
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test('asks once, in the language of the page, past every cache, and follows no redirect', async () => {
  respond(200, answer);
  await ask();
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    '/user',
    expect.objectContaining({ redirect: 'error', cache: 'no-store', method: 'GET' }),
  );
  expect(reload).not.toHaveBeenCalled();
  expect(showToast).not.toHaveBeenCalled();
});

test('loads the page again if it shows something else', async () => {
  respond(200, { ...answer, applications: [] });
  await ask();
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  [503, 'unavailable', 'codes.unavailable'],
  [500, 'internal', 'codes.internal'],
])('shows a failure, and does not ask again: %d', async (status, code, text) => {
  respond(status, { error: { code, requestId: 'r' } });
  await ask();
  expect(fetch).toHaveBeenCalledOnce();
  expect(showToast).toHaveBeenCalledExactlyOnceWith({ kind: 'error', title: text }, 'user');
  expect(leave).not.toHaveBeenCalled();
});

test('shows a missing connection, or a redirect', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await ask();
  expect(showToast).toHaveBeenCalledOnce();
});

test.each([
  [401, 'session.required', 1],
  [409, 'session.user-changed', 0],
])('leaves %d to the page', async (status, code, left) => {
  respond(status, { error: { code, requestId: 'r' } });
  await ask();
  expect(showToast).not.toHaveBeenCalled();
  expect(leave).toHaveBeenCalledTimes(left);
});
