import { describe, expect, test } from 'vitest';
import { RequestFailed, secondsToWait } from '../browser/api.ts';
import { failureOf } from './sign-in-calls.ts';

function refusal(status: number, code?: string, headers = {}) {
  const body = code === undefined ? undefined : { error: { code, requestId: 'r' } };
  return new RequestFailed('refused', new Response(null, { status, headers }), body);
}

describe('failureOf', () => {
  test.each([
    [refusal(401, 'sign-in.invalid-credentials'), 'prove', 'invalid-credentials'],
    [refusal(400, 'request.invalid'), 'prove', 'invalid-credentials'],
    [refusal(401, 'sign-in.ticket-refused'), 'start', 'unavailable'],
    [refusal(400), 'start', 'unavailable'],
    [refusal(403, 'request.foreign-origin'), 'prove', 'unavailable'],
    [refusal(500, 'internal'), 'prove', 'unavailable'],
    [refusal(502), 'start', 'unavailable'],
    [refusal(503, 'busy'), 'prove', 'busy'],
    [new TypeError('Failed to fetch'), 'prove', 'unavailable'],
    [new DOMException('too long', 'TimeoutError'), 'start', 'unavailable'],
  ] as const)('%s at %s → %s', (error, step, reason) =>
    expect(failureOf(error, step, true).reason).toBe(reason),
  );

  test('without a connection the reason is offline', () =>
    expect(failureOf(new TypeError(), 'prove', false).reason).toBe('offline'));

  test('a busy server can specify the time to wait', () => {
    const error = refusal(503, 'busy', { 'retry-after': '3' });
    expect(failureOf(error, 'prove', true)).toEqual({ reason: 'busy', retryAfterSeconds: 3 });
  });
});

test.each([
  ['5', 5],
  ['0', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  [null, undefined],
])('Retry-After %s → %s', (header, seconds) => expect(secondsToWait(header)).toBe(seconds));

test('error codes from other servers are ignored', () => {
  expect(refusal(502, 'proxy.broken').code).toBeUndefined();
  expect(new RequestFailed('x', new Response(null, { status: 500 }), 'html').code).toBeUndefined();
  expect(new RequestFailed('x', new Response(null, { status: 500 }), null).code).toBeUndefined();
});
