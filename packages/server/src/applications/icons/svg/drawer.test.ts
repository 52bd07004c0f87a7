// The process that draws: its limits, for files that no check has seen.

import { expect, test } from 'vitest';
import { createSvgDrawer } from './drawer.ts';

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${inside}</svg>`;

const square = svg('<path d="M0 0h9v9z"/>');
const endless = svg(
  '<path d="M0 0h24v24h-24z" stroke="red" stroke-dasharray="0.0001"/>'.repeat(2000),
);

/** Needs more than a GiB. */
function doubling(): string {
  let inside = '<path id="u0" d="M0 0h9v9z"/>';
  for (let level = 0; level < 18; level++)
    inside = `<g id="u${level + 1}">${inside}<use href="#u${level}"/></g>`;
  return svg(inside);
}

const MiB = 1024 * 1024;
const failed = { reason: 'is an SVG file that needs too much time or memory to draw' };

test('draws several files, and says which cannot be drawn', async () => {
  const draw = createSvgDrawer();
  const drawn = await Promise.all([draw(square), draw('<svg'), draw(square)]);
  expect(drawn[0]).toMatchObject({ png: expect.any(Uint8Array) });
  expect(drawn[1]).toEqual({ reason: 'is an SVG file that cannot be drawn' });
  expect(drawn[2]).toEqual(drawn[0]);
});

test('ends a drawing that takes too long', async () => {
  const draw = createSvgDrawer({ milliseconds: 1000, bytes: 1024 * MiB });
  const startedAt = performance.now();
  expect(await draw(endless)).toEqual(failed);
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

test('ends a drawing that needs too much memory, and gives up after the third', {
  tags: ['long'],
}, async () => {
  const draw = createSvgDrawer({ milliseconds: 60_000, bytes: 256 * MiB });
  const startedAt = performance.now();
  expect(await draw(doubling())).toEqual(failed);
  // in another process
  expect(await draw(square)).toMatchObject({ png: expect.any(Uint8Array) });
  expect([await draw(doubling()), await draw(doubling())]).toEqual([failed, failed]);
  expect(await draw(square)).toEqual({
    reason: 'is not drawn, because 3 other SVG files took too long',
  });
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test('goes on after any number of failures', { tags: ['long'] }, async () => {
  const draw = createSvgDrawer(
    { milliseconds: 60_000, bytes: 256 * MiB },
    Number.POSITIVE_INFINITY,
  );
  for (let count = 0; count < 4; count += 1) expect(await draw(doubling())).toEqual(failed);
  expect(await draw(square)).toMatchObject({ png: expect.any(Uint8Array) });
});
