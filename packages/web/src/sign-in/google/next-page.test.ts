import { describe, expect, test } from 'vitest';
import { RequestFailed } from '../../browser/api.ts';
import { afresh, afterFailure, afterSuccess, attemptOf } from './next-page.ts';

/** Returns a state as the server writes it: base64url(JSON), a dot, and a part that only the server can read. */
function stateOf(said: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(said));
  return `${Buffer.from(bytes).toString('base64url')}.mac`;
}

function refused(code: string): RequestFailed {
  const body = { error: { code, requestId: 'r' } };
  return new RequestFailed('Failed to login', new Response(null, { status: 401 }), body);
}

const signIn = attemptOf(stateOf({ purpose: 'sign-in', appId: 'а&b', state: 's', other: 'x' }));
const link = attemptOf(stateOf({ purpose: 'link', appId: '7' }));
const invalidState = attemptOf('%');

test('only the purpose and the carried parameters are read from a state', () => {
  expect(signIn).toEqual({ purpose: 'sign-in', carried: '?appId=%D0%B0%26b&state=s' });
  expect(link.purpose).toBe('link');
  expect([invalidState, attemptOf(null), attemptOf(stateOf({}))]).toEqual(
    Array(3).fill({ purpose: 'sign-in', carried: '' }),
  );
});

test('the choice of a shared computer lasts until the sign-in', () => {
  const shared = attemptOf(stateOf({ purpose: 'sign-in', appId: '7', sharedComputer: 'true' }));
  expect(shared.carried).toBe('?sharedComputer=true&appId=7');
  expect(afterSuccess(shared, 'uk').href).toBe('/uk/apps?appId=7');
  expect(afterFailure(shared, 'uk', new Error('x')).href).toBe(
    '/uk/?google_auth_error=true&sharedComputer=true&appId=7',
  );
  expect(afresh(shared, 'uk').href).toBe('/api/google/redirect?sharedComputer=true&appId=7');
});

describe('after success', () => {
  test('a sign-in opens the applications page with the carried parameters', () => {
    expect(afterSuccess(signIn, 'uk')).toEqual({ href: '/uk/apps?appId=%D0%B0%26b&state=s' });
    expect(afterSuccess(invalidState, 'en')).toEqual({ href: '/en/apps' });
  });

  test('linking returns to the account page', () => {
    const href = '/en/account#sign-in-methods';
    expect(afterSuccess(link, 'en')).toEqual({ href, note: 'linked' });
  });
});

describe('after failure', () => {
  test.each([refused('google.failed'), new Error('Code is not specified')])(
    'a sign-in returns to the sign-in page with an error: %s',
    (error) => {
      expect(afterFailure(signIn, 'en', error)).toEqual({
        href: '/en/?google_auth_error=true&appId=%D0%B0%26b&state=s',
      });
      expect(afterFailure(invalidState, 'uk', error)).toEqual({
        href: '/uk/?google_auth_error=true',
      });
    },
  );

  test.each([
    [refused('google.linked-elsewhere'), 'linked-elsewhere'],
    [refused('session.not-recent'), 'not-recent'],
    [refused('google.failed'), 'failed'],
    [new Error('Code is not specified'), 'failed'],
  ])('linking returns to the account page with a note: %s', (error, note) => {
    expect(afterFailure(link, 'uk', error)).toEqual({
      href: '/uk/account#sign-in-methods',
      note,
    });
  });
});

test('a new start requests a new code', () => {
  expect(afresh(signIn, 'uk')).toEqual({ href: '/api/google/redirect?appId=%D0%B0%26b&state=s' });
  expect(afresh(link, 'uk')).toEqual({ href: '/uk/account#sign-in-methods' });
});
