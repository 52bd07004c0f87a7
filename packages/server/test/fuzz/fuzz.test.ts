// Every parser of outside data against what strangers may send: a moment each here, as long as one likes by
// `npm run fuzz -- MINUTES [NAME]`.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type DiiaWorld, makeDiiaWorld } from '../support/diia/world.ts';
import { type GoogleWorld, makeGoogleWorld } from '../support/google/world.ts';
import { addOidcApplications } from '../support/oidc/applications.ts';
import { callbackTargets, requestTargets } from './requests.ts';
import type { Target } from './target.ts';
import { textTargets } from './texts.ts';

const limits = Object.fromEntries(
  [
    'FREE_TRIES',
    'USER_PER_HOUR',
    'ADDRESS_PER_MINUTE',
    'STARTS_PER_MINUTE',
    'SECRETS_PER_MINUTE',
  ].map((name) => [`THROTTLE_${name}`, '1000000']),
);
let diia: DiiaWorld;
let google: GoogleWorld;
beforeAll(async () => {
  diia = await makeDiiaWorld('sqlite', { LOG_LEVEL: 'silent', ...limits });
  google = await makeGoogleWorld('sqlite', { LOG_LEVEL: 'silent', ...limits });
  for (const { db } of [diia, google]) await addOidcApplications(db);
});
afterAll(async () => {
  await diia.close();
  await google.close();
});

const minutes = inject('fuzzMinutes');
/** At most; slower machines try less rather than longer. */
const timeMs = minutes === 0 ? 1500 : minutes * 60_000;
const numRuns = minutes === 0 ? 150 : Number.POSITIVE_INFINITY;

const requests = requestTargets(
  () => diia,
  () => google,
);

/** In use after a collection, in MiB. */
function heap(): number {
  setFlagsFromString('--expose_gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function hold({ name, property }: Target) {
  let longest = 0;
  const before = minutes > 0 ? heap() : 0;
  const took = (ms: number) => {
    longest = Math.max(longest, ms);
  };
  const result = await fc.check(property(took), {
    numRuns,
    interruptAfterTimeLimit: timeMs,
    markInterruptAsFailure: false,
  });
  // with a path and a seed, by which the same comes again
  expect(result.failed ? fc.defaultReportMessage(result) : undefined).toBeUndefined();
  expect(result.numRuns).toBeGreaterThan(0);
  if (minutes === 0) return;
  // the long run alone measures: it has the machine to itself, and time enough to see memory grow
  const grown = heap() - before;
  console.info(
    `${name}: ${result.numRuns} runs, the longest ${longest.toFixed(0)} ms, ${grown.toFixed(1)} MiB more`,
  );
  expect(longest).toBeLessThan(1000);
  expect(grown).toBeLessThan(64);
}

test.each([...textTargets, ...requests])('$name', hold, timeMs + 60_000);

test(
  'callbacks of Diia and their signatures',
  async () => {
    for (const one of await callbackTargets(() => diia)) await hold(one);
  },
  3 * timeMs + 60_000,
);
