// What the return cookie may contain, how long it lasts, and that it is read only once.

import { passwordPath } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createReturnToCookie } from './return-to-cookie.ts';

function noted() {
  const notes: unknown[] = [];
  const reply = {
    setCookie: (...all: unknown[]) => notes.push(['set', ...all]),
    clearCookie: (...all: unknown[]) => notes.push(['clear', ...all]),
  };
  return { notes, reply: reply as unknown as FastifyReply };
}

const options = { httpOnly: true, sameSite: 'lax', path: '/' };

test.each([
  [true, '__Host-brama_way_back'],
  [false, 'brama_way_back'],
])(
  'the cookie lasts as long as a sign-in or an email, and is read once; https: %s',
  (secure, name) => {
    const { notes, reply } = noted();
    const returnToCookie = createReturnToCookie(secure);
    returnToCookie.rememberPage(reply, passwordPath);
    returnToCookie.rememberReturnParams(reply, '?appId=portal');
    expect(notes.splice(0)).toEqual([
      ['set', name, 'password', { ...options, secure, maxAge: 600 }],
      ['set', name, '?appId=portal', { ...options, secure, maxAge: 1800 }],
    ]);
    const request = { cookies: { [name]: '?appId=portal&next=evil' } } as unknown as FastifyRequest;
    expect(returnToCookie.takeReturnParams(request, reply, { password: 'changed' })).toBe(
      '?password=changed&appId=portal',
    );
    expect(returnToCookie.takePage(request, reply)).toBeUndefined();
    const cleared = ['clear', name, { ...options, secure }];
    expect(notes).toEqual([cleared, cleared]);
  },
);

test('an empty or too long query is not remembered', () => {
  const { notes, reply } = noted();
  const returnToCookie = createReturnToCookie(true);
  for (const query of ['', `?state=${'x'.repeat(3000)}`])
    returnToCookie.rememberReturnParams(reply, query);
  expect(notes).toEqual([]);
});

/** Returns a note with the name of the cookie, for a page that was not remembered. */
function nameNote() {
  const { notes, reply } = noted();
  createReturnToCookie(false).rememberPage(reply, passwordPath);
  return notes[0];
}

test.each([
  ['admin', true],
  ['admin/users?q=%D1%88', true],
  ['admin?x', true],
  ['account', true],
  ['admin/users?q=ш', false],
  ['admin/\r\nx: y', false],
  ['administrator', false],
  ['../admin', false],
  ['apps', false],
  [`admin/${'x'.repeat(1000)}`, false],
])('the page to return to: %.20s %s', (page, isRemembered) => {
  const { notes, reply } = noted();
  const returnToCookie = createReturnToCookie(false);
  returnToCookie.rememberPage(reply, page);
  expect(notes).toHaveLength(isRemembered ? 1 : 0);
  const [, name = ''] = (notes[0] ?? nameNote()) as string[];
  const request = { cookies: { [name]: page } } as unknown as FastifyRequest;
  expect(returnToCookie.takePage(request, reply)).toBe(isRemembered ? page : undefined);
});
