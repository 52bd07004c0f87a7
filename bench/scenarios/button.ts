// The sign-in button in pages of others, on a slow phone over a slow network: when it is painted, what moves, what it weighs;
// beside a plain link and a button made the old way.

import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { startSystem } from '../../e2e/processes.ts';
import { findChromium } from '../../scripts/chromium.ts';
import { baseline, startHost, type Way, ways } from '../button/host.ts';
import { median } from '../figures.ts';
import { calmerHalf } from '../rounds.ts';
import type { Row, Scenario, Verdict } from '../scenario.ts';
import { type Calm, withCalm } from '../web/calm.ts';
import { phone } from '../web/conditions.ts';
import { measureIn, middleOf, type PageFigures } from '../web/visit.ts';

const mostScriptKb = 4;
/** Of the first paint of a page with a plain link; what is less drowns in the noise. */
const mostDelay = 1.1;

const caches = ['empty cache', 'script kept'] as const;
type Visits = { way: Way; cache: (typeof caches)[number]; rounds: Calm<PageFigures>[] };

const share = ({ othersShare }: Calm<unknown>) => othersShare;
const figuresOf = ({ rounds }: Visits) =>
  middleOf(calmerHalf(rounds, share).map(({ result }) => result));

/** How many times what a plain link takes in the same place and the same round. */
function timesLink(visits: Visits, all: readonly Visits[], figure: 'fcpMs' | 'usableMs'): number {
  const { way, cache, rounds } = visits;
  const links = all.find(
    (one) =>
      one.way.name === baseline.name && one.way.buttons === way.buttons && one.cache === cache,
  );
  const pairs = rounds.flatMap((round, at) => {
    const link = links?.rounds[at];
    if (!link) return [];
    const result = round.result[figure] / link.result[figure];
    return [{ result, othersShare: Math.max(round.othersShare, link.othersShare) }];
  });
  return median(calmerHalf(pairs, share).map(({ result }) => result));
}

const whatOf = ({ way, cache }: Visits) => `${way.name}, ${way.buttons}, ${cache}`;

function rowOf(visits: Visits, all: readonly Visits[]): Row {
  const times = timesLink(visits, all, 'usableMs').toFixed(2);
  return {
    what: whatOf(visits),
    page: figuresOf(visits),
    othersShare: median(calmerHalf(visits.rounds, share).map(share)),
    note: `usable after ${times} × a link’s time`,
  };
}

function verdictsOn(visits: Visits, all: readonly Visits[]): Verdict[] {
  const { layoutShift } = figuresOf(visits);
  const delay = timesLink(visits, all, 'fcpMs');
  const where = whatOf(visits);
  return [
    {
      aim: 'layout shift',
      where,
      figure: layoutShift.toFixed(4),
      wanted: '0',
      met: layoutShift === 0,
    },
    {
      aim: 'first paint of the page, against a link’s',
      where,
      figure: `${delay.toFixed(2)} ×`,
      wanted: `≤ ${mostDelay} ×`,
      met: delay <= mostDelay,
    },
  ];
}

async function weigh(brama: string): Promise<{ row: Row; verdict: Verdict }> {
  const answer = await fetch(`${brama}/kpi-id-signin.js`, {
    headers: { 'accept-encoding': 'identity' },
  });
  const script = Buffer.from(await answer.arrayBuffer());
  const [raw, gzip, brotli] = [script, gzipSync(script, { level: 9 }), brotliCompressSync(script)]
    .map(({ length }) => length / 1024)
    .map((kb) => kb.toFixed(2));
  return {
    row: { what: 'script', note: `${raw} KB, gzip ${gzip} KB, brotli ${brotli} KB` },
    verdict: {
      aim: 'script, gzip',
      where: 'kpi-id-signin.js',
      figure: `${gzip} KB`,
      wanted: `≤ ${mostScriptKb} KB`,
      met: Number(gzip) <= mostScriptKb,
    },
  };
}

/** First with an empty cache, then once more in the same browser. */
async function visitTwice(browser: Browser, address: string, { wanted }: Way) {
  const context = await browser.newContext(phone);
  try {
    const first = await withCalm(() => measureIn(context, address, wanted));
    return [first, await withCalm(() => measureIn(context, address, wanted))];
  } finally {
    await context.close();
  }
}

async function measure(count: number, browser: Browser, brama: string): Promise<Visits[]> {
  const host = await startHost(brama);
  const all = ways.flatMap((way) => caches.map((cache): Visits => ({ way, cache, rounds: [] })));
  try {
    // in turns: what else the machine does then falls on all of them alike
    for (let round = 0; round < count; round++)
      for (const way of ways) {
        const both = await visitTwice(browser, host.addressOf(way), way);
        for (const [at, visits] of all.filter((one) => one.way === way).entries())
          visits.rounds.push(...both.slice(at, at + 1));
      }
    return all;
  } finally {
    host.stop();
  }
}

export const button: Scenario = {
  name: 'button',
  about: 'the sign-in button in pages of others on a slow phone; only when named',
  onlyWhenNamed: true,
  async run({ visits: count }) {
    const system = await startSystem({ env: { LOG_LEVEL: 'warn' } });
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    try {
      const { row, verdict } = await weigh(system.url);
      const all = await measure(2 * count, browser, system.url);
      const ours = all.filter(({ way }) => way.name.startsWith('ours'));
      return {
        rows: [row, ...all.map((visits) => rowOf(visits, all))],
        verdicts: [verdict, ...ours.flatMap((visits) => verdictsOn(visits, all))],
        rounds: all,
      };
    } finally {
      await browser.close();
      await system.stop();
      system.remove();
    }
  },
};
