// Which codes count, and how often each is checked.
import { expect, test } from 'vitest';
import { codesOfRound, withCode } from './codes.ts';

const code = (requestId: string, shownAt: number) => ({ requestId, shownAt });
const ids = (codes: readonly { requestId: string }[]) => codes.map(({ requestId }) => requestId);

const five = [5, 4, 3, 2, 1].map((number) => code(`${number}`, number * 1000));

test('at most five codes are kept, and the oldest is removed', () => {
  expect(ids(withCode(five, code('6', 6000)))).toEqual(['6', '5', '4', '3', '2']);
});

test('a code is removed after ten minutes', () => {
  expect(ids(withCode([code('a', 0)], code('b', 599_999)))).toEqual(['b', 'a']);
  expect(ids(withCode([code('a', 0)], code('b', 600_000)))).toEqual(['b']);
});

test('only the id and time of a displayed code are kept', () => {
  const drawn = {
    ...code('a', 0),
    deepLink: 'https://diia.app/',
    pageLink: '',
    updatedAt: new Date(),
  };
  expect(withCode([], drawn)).toEqual([code('a', 0)]);
});

test('the newest two codes are checked in every round, the others in every fourth', () => {
  const rounds = [0, 1, 2, 3, 4, 5].map((round) => codesOfRound(five, 6000, round).length);
  expect(rounds).toEqual([5, 2, 2, 2, 5, 2]);
  expect(ids(codesOfRound(five, 6000, 1))).toEqual(['5', '4']);
});

test('a code is not checked after ten minutes', () => {
  expect(ids(codesOfRound(five, 602_000, 0))).toEqual(['5', '4', '3']);
  expect(codesOfRound(five, 605_000, 0)).toEqual([]);
});
