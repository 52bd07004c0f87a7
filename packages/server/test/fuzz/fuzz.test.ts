// Fuzzes every parser of untrusted input: 150 inputs each in `npm test`, and for a given time each with
// `npm run fuzz -- MINUTES [NAME]`. Both limit the time of one input and the growth of memory.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addCasApplications } from '../support/cas/applications.ts';
import { type DiiaWorld, makeDiiaWorld } from '../support/diia/world.ts';
import { type GoogleWorld, makeGoogleWorld } from '../support/google/world.ts';
import { addOidcApplications } from '../support/oidc/applications.ts';
import { fileTargets } from './files.ts';
import { callbackTargets, requestTargets } from './requests.ts';
import type { RunTime, Target } from './target.ts';
import { textTargets } from './texts.ts';

const limits = Object.fromEntries(
  [
    'FREE_TRIES',
    'USER_PER_HOUR',
    'ADDRESS_PER_MINUTE',
    'STARTS_PER_MINUTE',
    'SECRETS_PER_MINUTE',
  ].map((name) => [`RATE_LIMIT_${name}`, '1000000']),
);
let diia: DiiaWorld;
let google: GoogleWorld;
let startMiB: number;
beforeAll(async () => {
  diia = await makeDiiaWorld('sqlite', { LOG_LEVEL: 'silent', ...limits });
  google = await makeGoogleWorld('sqlite', { LOG_LEVEL: 'silent', ...limits });
  for (const { db } of [diia, google]) await addOidcApplications(db);
  await addCasApplications(diia.db);
  startMiB = heapMiB();
});
afterAll(async () => {
  await diia.close();
  await google.close();
});

const minutes = inject('fuzzMinutes');
const isLong = minutes > 0;
const maxInputMs = 1000;
const maxGrowthMiB = 64;
const shortRuns = 150;

const requests = requestTargets(
  () => diia,
  () => google,
);

/** Returns the heap in use after a collection, in MiB. */
function heapMiB(): number {
  setFlagsFromString('--expose_gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function hold({ name, property }: Target) {
  let longestMs = 0;
  const beforeMiB = isLong ? heapMiB() : 0;
  const took = ({ wallMs, cpuMs }: RunTime) => {
    // the clock counts only when the machine has nothing else to do
    longestMs = Math.max(longestMs, isLong ? wallMs : cpuMs);
  };
  const result = await fc.check(
    property(took),
    isLong
      ? { numRuns: Number.POSITIVE_INFINITY, interruptAfterTimeLimit: minutes * 60_000 }
      : { numRuns: shortRuns },
  );
  // with a path and a seed, which repeat the failure
  expect(result.failed ? fc.defaultReportMessage(result) : undefined).toBeUndefined();
  expect(result.numRuns).toBeGreaterThanOrEqual(shortRuns);
  expect(longestMs).toBeLessThan(maxInputMs);
  if (!isLong) return;
  const grownMiB = heapMiB() - beforeMiB;
  console.info(
    `${name}: ${result.numRuns} runs, the longest ${longestMs.toFixed(0)} ms, ${grownMiB.toFixed(1)} MiB more`,
  );
  expect(grownMiB).toBeLessThan(maxGrowthMiB);
}

test.each([...textTargets, ...fileTargets, ...requests])('$name', hold, minutes * 60_000 + 60_000);

test(
  'Diia callbacks and their signatures',
  async () => {
    for (const one of await callbackTargets(() => diia)) await hold(one);
  },
  3 * minutes * 60_000 + 60_000,
);

test('all inputs together keep memory growth below the limit', () => {
  expect(heapMiB() - startMiB).toBeLessThan(maxGrowthMiB);
});
