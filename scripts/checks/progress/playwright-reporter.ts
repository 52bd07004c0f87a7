// Reports to the parent process how many browser tests have ended, and prints each failure at once.

import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

export default class ProgressReporter implements Reporter {
  #done = 0;

  printsToStdio() {
    return true;
  }

  onTestEnd(test: TestCase, result: TestResult) {
    this.#done += 1;
    process.send?.({ done: this.#done });
    if (result.status === test.expectedStatus || result.status === 'skipped') return;
    const { file, line } = test.location;
    const errors = result.errors.map(({ stack, message, snippet }) =>
      [stack ?? message, snippet].filter(Boolean).join('\n'),
    );
    console.log(
      `\n✗ ${file}:${line} ${test.titlePath().slice(3).join(' › ')}\n${errors.join('\n')}`,
    );
  }

  onError({ stack, message }: { stack?: string; message?: string }) {
    console.log(stack ?? message);
  }
}
