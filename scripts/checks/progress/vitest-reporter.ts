// Reports to the parent process how many tests of a Vitest run have ended, and which this machine cannot run. Other reporters
// print.

import type { Reporter, TestCase } from 'vitest/node';

export default class ProgressReporter implements Reporter {
  #done = 0;

  onTestCaseResult(test: TestCase) {
    this.#done += 1;
    const result = test.result();
    // a test says why it cannot run here; tests that a filter excludes give no reason
    const reason = result.state === 'skipped' ? result.note : undefined;
    const leftOut = reason && `${test.fullName} (${reason})`;
    process.send?.({ done: this.#done, leftOut });
  }
}
