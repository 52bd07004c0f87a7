// What follows a stored change.

import { expect, test } from 'vitest';
import { runAfterCommit } from './requests.ts';

test('a failure is logged, and the rest runs', async () => {
  const done: string[] = [];
  const logged: unknown[] = [];
  const failures = [new Error('thrown'), new Error('rejected')];
  await runAfterCommit(
    [
      () => void done.push('first'),
      () => {
        throw failures[0];
      },
      () => Promise.reject(failures[1]),
      async () => void done.push('last'),
    ],
    { error: (facts: unknown) => void logged.push(facts) },
  );
  expect(done).toEqual(['first', 'last']);
  expect(logged).toEqual(failures.map((err) => ({ err })));
});
