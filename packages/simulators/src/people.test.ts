import { expect, test } from 'vitest';
import { holders } from './diia/cast.ts';
import { people } from './people.ts';

/** Calculates the last digit of a tax number from the first nine. */
function checkDigit(number: string): number {
  const weights = [-1, 5, 7, 9, 4, 6, 10, 5, 7];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
  return (sum % 11) % 10;
}

const numbers = holders
  .map(({ serialNumber }) => /^TINUA-(.*)$/.exec(serialNumber)?.[1])
  .filter((number) => number !== undefined);

test('invented tax numbers have ten digits and a correct check digit, and are unique', () => {
  const all = [...people.map(({ taxId }) => taxId), ...numbers];
  for (const number of all) {
    expect(number).toMatch(/^\d{10}$/);
    expect([number, Number(number[9])]).toEqual([number, checkDigit(number)]);
  }
  expect(new Set(people.map(({ taxId }) => taxId)).size).toBe(people.length);
});

test('the phone has a student, an employee, both, a stranger, and a person with no number', () => {
  const known = people.filter(({ taxId }) => numbers.includes(taxId));
  expect(known.map(({ groups }) => groups)).toEqual(
    expect.arrayContaining([['students'], ['employees'], ['students', 'employees']]),
  );
  const taxIds = people.map(({ taxId }) => taxId);
  expect(numbers.filter((number) => !taxIds.includes(number))).toHaveLength(1);
  expect(holders.filter(({ serialNumber }) => !serialNumber.startsWith('TINUA-'))).toHaveLength(1);
});
