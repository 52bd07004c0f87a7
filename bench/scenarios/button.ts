// Measures the sign-in button in third-party pages, on a slow phone over a slow network: first paint, layout shifts
// and size. Compares it with a plain link and a button made the old way.

import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { startSystem } from '../../e2e/support/processes.ts';
import { findChromium, launchArguments } from '../../scripts/environment/chromium.ts';
import { caches, rowOf, type Visits, verdictsOn } from '../button/comparison.ts';
import { baseline, startHost, type Way, ways } from '../button/host.ts';
import { takeTurns } from '../rounds.ts';
import type { Row, Scenario, Verdict } from '../scenario.ts';
import { withCalm } from '../web/calm.ts';
import { phone } from '../web/conditions.ts';
import { measureIn } from '../web/visit.ts';

const mostScriptKb = 4;

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

/** Visits a page with an empty cache, then once more in the same browser. */
async function visitTwice(browser: Browser, address: string, { wanted }: Way) {
  const context = await browser.newContext(phone);
  try {
    const first = await withCalm(() => measureIn(context, address, wanted));
    return [first, await withCalm(() => measureIn(context, address, wanted))];
  } finally {
    await context.close();
  }
}

/** Measures in changing order, so that other work of the machine affects all ways equally. */
async function measure(count: number, browser: Browser, brama: string): Promise<Visits[]> {
  const host = await startHost(brama);
  try {
    const all = await takeTurns(count, ways, (way) =>
      visitTwice(browser, host.addressOf(way), way),
    );
    return [...all].flatMap(([{ name, buttons }, both]) =>
      caches.map((cache, at): Visits => {
        const rounds = both.flatMap((round) => round.slice(at, at + 1));
        return { name, buttons, cache, rounds };
      }),
    );
  } finally {
    host.stop();
  }
}

/** Returns the visits of a plain link in the same place. */
const linkFor = ({ buttons, cache }: Visits, all: readonly Visits[]) =>
  all.find((one) => one.name === baseline.name && one.buttons === buttons && one.cache === cache);

export const button: Scenario = {
  name: 'button',
  about: 'the sign-in button in pages of others on a slow phone; only when named',
  onlyWhenNamed: true,
  ownServers: true,
  async run({ visits: count }) {
    const system = await startSystem({ env: { LOG_LEVEL: 'warn' } });
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: launchArguments,
    });
    try {
      const { row, verdict } = await weigh(system.url);
      const all = await measure(2 * count, browser, system.url);
      const ours = all.filter(({ name }) => name.startsWith('ours'));
      return {
        rows: [row, ...all.map((visits) => rowOf(visits, linkFor(visits, all)))],
        verdicts: [verdict, ...ours.flatMap((visits) => verdictsOn(visits, linkFor(visits, all)))],
        rounds: all,
      };
    } finally {
      await browser.close();
      await system.stop();
      system.remove();
    }
  },
};
