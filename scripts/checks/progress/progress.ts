// Shows how far a test run is: the step, its tests, the time gone, and the time left by the durations of the last run.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export type Duration = { seconds: number; tests: number };
export type Durations = Record<string, Duration>;

/** How often a line is printed where lines cannot be replaced, such as in the log of CI. */
const lineEveryMs = 15_000;
const replaceEveryMs = 500;

const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Returns the seconds that are left of a step: by its share of finished tests if that is known, else by its time. */
export function secondsLeftOf(last: Duration, gone: number, done: number): number {
  const byTests = last.tests > 1 && done > 0 ? last.seconds * (1 - done / last.tests) : undefined;
  return Math.max(0, byTests ?? last.seconds - gone);
}

export function readDurations(file: string): Durations {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // the first run here, or a file that was cut off: the usual durations are shown
    return {};
  }
}

type Output = { isTTY?: boolean; write(text: string): unknown };

export class Progress {
  readonly #steps: string[];
  readonly #expected: Durations;
  readonly #file: string;
  readonly #output: Output;
  readonly #began = performance.now();
  #step = '';
  #stepBegan = 0;
  #done = 0;
  #isLineOpen = false;
  #timer: NodeJS.Timeout | undefined;

  /** `usual` are the durations for steps that the last run did not have. */
  constructor(file: string, usual: Durations, output: Output = process.stdout) {
    this.#steps = Object.keys(usual);
    this.#expected = { ...usual, ...readDurations(file) };
    this.#file = file;
    this.#output = output;
  }

  begin(step: string) {
    this.#step = step;
    this.#stepBegan = performance.now();
    this.#done = 0;
    this.print();
    const everyMs = this.#output.isTTY ? replaceEveryMs : lineEveryMs;
    this.#timer = setInterval(() => this.print(), everyMs);
  }

  /** The number of tests that have ended in this step. */
  count(done: number) {
    this.#done = done;
  }

  /** Keeps the duration of the step for the next run. */
  end(tests: number) {
    clearInterval(this.#timer);
    const seconds = Math.round((performance.now() - this.#stepBegan) / 100) / 10;
    this.#expected[this.#step] = { seconds, tests };
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${JSON.stringify(this.#expected, null, 2)}\n`);
    this.closeLine();
  }

  line(now = performance.now()): string {
    const place = this.#steps.indexOf(this.#step);
    const expected = this.#expected[this.#step] ?? { seconds: 0, tests: 0 };
    const later = this.#steps.slice(place + 1).map((step) => this.#expected[step]?.seconds ?? 0);
    const left =
      secondsLeftOf(expected, (now - this.#stepBegan) / 1000, this.#done) +
      later.reduce((sum, seconds) => sum + seconds, 0);
    const tests = expected.tests > 1 ? `${this.#done} of about ${expected.tests} tests, ` : '';
    return `[${place + 1}/${this.#steps.length}] ${this.#step}: ${tests}${minutesAndSeconds((now - this.#began) / 1000)} gone, about ${minutesAndSeconds(left)} left`;
  }

  print() {
    if (this.#output.isTTY) {
      this.#output.write(`\r\u001b[2K${this.line()}`);
      this.#isLineOpen = true;
    } else this.#output.write(`${this.line()}\n`);
  }

  /** Removes the replaceable line, before something else is printed. */
  closeLine() {
    if (this.#isLineOpen) this.#output.write('\r\u001b[2K');
    this.#isLineOpen = false;
  }
}
