import { platesOf } from '@brama/contract/portal/plates';
import { expect, test } from 'vitest';

const numbered = (count: number, name = (_: number) => 'library') =>
  Array.from({ length: count }, (_, index) => ({
    id: `3d1488ae-128e-4655-8ca2-${index}`,
    name: name(index),
  }));

const families: Record<number, string> = {
  0: 'blue',
  1: 'green',
  2: 'warm',
  3: 'warm',
  4: 'blue',
  5: 'purple',
  6: 'green',
  7: 'warm',
};

test('neighbours beside and below have colours of different families', () => {
  const plates = platesOf(numbered(300)).map((plate) => families[plate ?? -1]);
  for (const [index, family] of plates.entries()) {
    expect(family).toBeDefined();
    expect(plates.slice(index + 1, index + 3)).not.toContain(family);
  }
});

test('an icon of the list has a colour as a letter has', () => {
  const [one] = numbered(1);
  if (!one) throw new Error('no application');
  expect(platesOf([{ ...one, icon: '/campus-icons/library.svg' }])).toEqual(platesOf([one]));
  expect(platesOf([{ ...one, name: 'campus', icon: '/campus-icons/book.svg' }])).toEqual([0]);
});

test('campus and my-kpi keep their colours, and the others avoid them', () => {
  const plates = platesOf(numbered(40, (index) => (index % 10 === 5 ? 'campus' : 'library')));
  expect(plates[5]).toBe(0);
  for (const index of [4, 6]) expect(families[plates[index] ?? -1]).not.toBe('blue');
  expect(platesOf(numbered(1, () => 'my-kpi'))).toEqual([1]);
});

test('an application alone always has the same colour; one with a picture of its own has none', () => {
  const [one] = numbered(1);
  if (!one) throw new Error('no application');
  expect(platesOf([{ ...one, icon: '/application-icons/1.png' }, one])).toEqual([
    null,
    ...platesOf([one]),
  ]);
});
