import { expect, test } from 'vitest';
import { flight } from './confetti-flight.ts';

const figures = { particles: 250, durationMs: 3000, force: 1, widthPx: 2000 };
const room = { abovePx: 300, belowPx: 500 };
const always = (value: number) => () => value;

test.each([
  [0, -1000],
  [0.5, 0],
  [0.999999, 1000],
])('a piece with random value %d ends %d px to the side', (luck, sidePx) => {
  expect(flight(figures, room, always(luck)).at(-1)?.xPx).toBeCloseTo(sidePx, 0);
});

test('force sets the maximum height of a piece', () => {
  const peak = (force: number) =>
    Math.min(...flight({ ...figures, force }, room, always(0.999999)).map(({ yPx }) => yPx));
  expect(peak(1)).toBeLessThan(-280);
  expect(peak(1)).toBeGreaterThanOrEqual(-300);
  expect(peak(0.5)).toBeCloseTo(peak(1) / 2);
  expect(peak(0)).toBeCloseTo(0);
});

test('a piece starts at the burst, rises, falls below it and fades out', () => {
  const points = flight(figures, room, always(0.3));
  const heights = points.map(({ yPx }) => yPx);
  const top = heights.indexOf(Math.min(...heights));
  expect(points[0]).toEqual({
    xPx: expect.closeTo(0),
    yPx: expect.closeTo(0),
    turns: expect.closeTo(0),
    opacity: 1,
  });
  expect(heights.slice(0, top + 1)).toEqual(heights.slice(0, top + 1).sort((a, b) => b - a));
  expect(heights.slice(top)).toEqual(heights.slice(top).sort((a, b) => a - b));
  expect(heights.at(-1)).toBeGreaterThan(0);
  expect(points.at(-1)?.opacity).toBe(0);
});
