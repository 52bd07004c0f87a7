// Reports to the parent process how many tests of a Vitest run have ended, and which this machine cannot run. Other reporters
// print.

import type { Reporter, TestCase } from 'vitest/node';

export default class ProgressReporter implements Reporter {
  #done = 0;

  onTestCaseResult(test: TestCase) {
    const result = test.result();
    if (result.state !== 'skipped') {
      this.#done += 1;
      process.send?.({ done: this.#done });
      // a test says why it cannot run here; tests that a filter excludes give no reason
    } else if (result.note) process.send?.({ leftOut: `${test.fullName} (${result.note})` });
  }
}
