import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

/** Returns what is printed where each step takes a second. */
function printedBy(steps: readonly number[], isComplete = true): string[] {
  const printed: string[] = [];
  let at = 0;
  const output = { write: (text: string) => printed.push(text) };
  const progress = createProgress(output, () => at);
  const done = progress.phase('comparing', 100);
  for (const step of steps) {
    at += 1000;
    done(step);
  }
  if (isComplete) progress.complete();
  progress.end();
  return printed;
}

test('a run with fewer steps than expected ends at 100 %, unless it is broken off', () => {
  const [half, all] = ['comparing: 50 %\n', 'comparing: 100 %\n'];
  expect(printedBy([25, 25])).toEqual([half, all]);
  expect(printedBy([25, 25], false)).toEqual([half]);
  expect(printedBy([50, 50, 50])).toEqual([all]);
});

test('a short run prints nothing', () => {
  expect(printedBy([50])).toEqual([]);
});
