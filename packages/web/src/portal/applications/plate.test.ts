import { expect, test } from 'vitest';
import { plateOf } from './plate.ts';

test('the same id always gets the same plate, and many ids use all plates', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `3d1488ae-128e-4655-8ca2-${index}`);
  const plates = ids.map((id) => plateOf(id, 6));
  expect(plates).toEqual(ids.map((id) => plateOf(id, 6)));
  expect(new Set(plates)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
});
