import { describe, expect, test } from 'vitest';
import type { PageFigures } from '../web/visit.ts';
import { rowOf, type Visits, verdictsOn } from './comparison.ts';

function visitsOf(fcpMs: number[], shifts: number[] = []): Visits {
  const rounds = fcpMs.map((ms, at) => ({
    // calmer rounds come first here
    othersShare: at / 10,
    result: { fcpMs: ms, usableMs: ms, layoutShift: shifts[at] ?? 0 } as PageFigures,
  }));
  return { name: 'ours', buttons: 1, cache: 'empty cache', rounds };
}
const link = visitsOf(Array.from({ length: 10 }, () => 100));
const saidOf = (visits: Visits) =>
  verdictsOn(visits, link).map(({ aim, figure, met }) => [aim.split(',')[0], figure, met]);

test('a layout shift in a single visit fails the check, even in the busiest round', () => {
  const visits = visitsOf(Array(10).fill(100), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0123]);
  expect(saidOf(visits)[0]).toEqual(['layout shift', '0.0123', false]);
  expect(rowOf(visits, link).page?.layoutShift).toBe(0.0123);
  expect(saidOf(visitsOf(Array(10).fill(100)))[0]).toEqual(['layout shift', '0.0000', true]);
});

describe('first paint: a verdict is given only when the noise allows it', () => {
  const paint = 'first paint of the page';

  test.each<[string, number[], unknown[]]>([
    [
      'surely within',
      [99, 100, 101, 102, 103, 99, 100, 101, 150, 102],
      [paint, '1.01 × (0.99–1.03)', true],
    ],
    [
      'surely beyond',
      [115, 120, 118, 119, 125, 130, 116, 117, 90, 121],
      [paint, '1.19 × (1.15–1.25)', false],
    ],
  ])('%s', (_, paints, verdict) => expect(saidOf(visitsOf(paints))[1]).toEqual(verdict));

  test.each<[string, number[]]>([
    ['as likely one as the other', [90, 95, 100, 105, 109, 111, 115, 120, 130, 146]],
    ['too few rounds', [100, 100, 100, 100]],
    ['too few rounds, however bad', [200, 200, 200, 200]],
  ])('%s: reports figures without a verdict', (_, paints) => {
    const visits = visitsOf(paints);
    expect(saidOf(visits)).toHaveLength(1);
    expect(rowOf(visits, link).note).toContain('first paint ');
  });

  test('compares each round with the link of the same round', () => {
    const slowing = Array.from({ length: 10 }, (_, at) => 100 * (at + 1));
    const [, verdict] = verdictsOn(visitsOf(slowing), visitsOf(slowing));
    expect(verdict).toMatchObject({ figure: '1.00 × (1.00–1.00)', met: true });
  });
});
