import { expect, test } from 'vitest';
import { recognise } from './known-applications.ts';

const id = (digit: string) => digit.repeat(8).concat('-0000-4000-8000-000000000000');
const known = {
  sandbox: { id: id('a'), title: 'Sandbox' },
  own: [{ id: id('b'), title: 'Campus' }],
};

test('the sandbox and the user’s applications are recognised, ignoring spaces and case', () => {
  expect(recognise(` ${id('A')} `, known)).toEqual({ kind: 'sandbox', title: 'Sandbox' });
  expect(recognise(id('B'), known)).toEqual({ kind: 'own', title: 'Campus' });
});

test.each(['', 'x', id('c')])('%j is not recognised', (appId) => {
  expect(recognise(appId, known)).toBeUndefined();
});

test('nothing is recognised before the list is loaded, or without a sandbox', () => {
  expect(recognise(id('a'), undefined)).toBeUndefined();
  expect(recognise('', { sandbox: null, own: [] })).toBeUndefined();
});
