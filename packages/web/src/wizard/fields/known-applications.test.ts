import { expect, test } from 'vitest';
import { recognise } from './known-applications.ts';

const id = (digit: string) => digit.repeat(8).concat('-0000-4000-8000-000000000000');
const known = {
  sandbox: { id: id('a'), title: 'Sandbox' },
  own: [{ id: id('b'), title: 'Campus' }],
};

test('the sandbox and what the user may open are recognised, spaces and letter case aside', () => {
  expect(recognise(` ${id('A')} `, known)).toEqual({ kind: 'sandbox', title: 'Sandbox' });
  expect(recognise(id('B'), known)).toEqual({ kind: 'own', title: 'Campus' });
});

test.each(['', 'x', id('c')])('of %j nothing is said', (appId) => {
  expect(recognise(appId, known)).toBeUndefined();
});

test('nor of anything before the server has told, or where there is no sandbox', () => {
  expect(recognise(id('a'), undefined)).toBeUndefined();
  expect(recognise('', { sandbox: null, own: [] })).toBeUndefined();
});
