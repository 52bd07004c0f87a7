import { expect, test } from 'vitest';
import { latinParts } from './latin-parts.ts';

const olena = { family: 'Шевченко', given: 'Олена', patronymic: 'Іванівна' };

test.each([
  ['Olena Shevchenko', 'Olena Shevchenko Іванівна'],
  ['Shevchenko Olena', 'Olena Shevchenko Іванівна'],
  ['SHEVCHENKO Helena', 'Helena SHEVCHENKO Іванівна'],
  ['Shevchenko Olena Ivanivna', 'Olena Shevchenko Ivanivna'],
  ['Olena Ivanivna Shevchenko', 'Olena Shevchenko Ivanivna'],
  // in no certain order
  ['Helen Taras', 'Олена Шевченко Іванівна'],
  ['Olena', 'Олена Шевченко Іванівна'],
  [null, 'Олена Шевченко Іванівна'],
])('the parts of %s', (latin, expected) => {
  const { given, family, patronymic } = latinParts(olena, latin);
  expect(`${given} ${family} ${patronymic}`).toBe(expected);
});

test('letters without a rule do not hide the order', () => {
  const parts = { family: 'Рыбак', given: 'Эдуард' };
  const latin = { family: 'Rybak', given: 'Eduard' };
  expect(latinParts(parts, 'Eduard Rybak')).toEqual(latin);
  expect(latinParts(parts, 'Rybak Eduard')).toEqual(latin);
});
