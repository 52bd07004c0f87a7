import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Progress, readDurations, secondsLeftOf } from './progress.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brama-progress-'));
  file = join(folder, 'times', 'durations.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const usual = { unit: { seconds: 100, tests: 50 }, browser: { seconds: 60, tests: 0 } };

function start(isTTY: boolean) {
  const written: string[] = [];
  const output = { isTTY, write: (text: string) => void written.push(text) };
  return { progress: new Progress(file, usual, output), written };
}

test('time left: by tests when some have ended, else by time, never negative', () => {
  const last = { seconds: 100, tests: 50 };
  expect(secondsLeftOf(last, 30, 0)).toBe(70);
  expect(secondsLeftOf(last, 30, 10)).toBe(80);
  expect(secondsLeftOf(last, 300, 0)).toBe(0);
  expect(secondsLeftOf(last, 300, 90)).toBe(0);
});

test('a line names the step, its tests, the time gone and the time left of all steps', () => {
  const { progress, written } = start(false);
  progress.begin('unit');
  progress.count(25);
  progress.print();
  progress.end(50);
  expect(written[0]).toBe('[1/2] unit: 0 of about 50 tests, 0:00 gone, about 2:39 left\n');
  expect(written[1]).toBe('[1/2] unit: 25 of about 50 tests, 0:00 gone, about 1:50 left\n');
});

test('a terminal gets one line that is replaced and removed', () => {
  const { progress, written } = start(true);
  progress.begin('browser');
  progress.end(3);
  expect(written[0]).toMatch(/^\r\S+\[2\/2\] browser: 0:00 gone/);
  expect(written.at(-1)).toBe('\r\u001b[2K');
});

test('the next run expects what this run took; a broken file is no obstacle', () => {
  const { progress } = start(false);
  progress.begin('unit');
  progress.end(40);
  expect(readDurations(file)).toMatchObject({ unit: { tests: 40 }, browser: { seconds: 60 } });
  writeFileSync(file, '{"unit":');
  expect(readDurations(file)).toEqual({});
});
