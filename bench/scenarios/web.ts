// Measures the pages for a visitor with an empty cache, on a slow phone over a slow network. Also measures the step
// from signing in to the applications, and each interaction.

import { demoPassword, people } from '@brama/simulators/people';
import { type Browser, type Cookie, chromium } from '@playwright/test';
import { startSystem } from '../../e2e/support/processes.ts';
import { findChromium, launchArguments } from '../../scripts/environment/chromium.ts';
import { median } from '../figures.ts';
import type { Plan } from '../plan.ts';
import { calmerHalf } from '../rounds.ts';
import type { Row, Scenario, Verdict } from '../scenario.ts';
import { type Calm, withCalm } from '../web/calm.ts';
import { slowProcessor } from '../web/conditions.ts';
import { interactionsOf, type Journey, journeys } from '../web/interactions.ts';
import { apps, login, type MeasuredPage, measuredPages } from '../web/pages.ts';
import { type StepFigures, signInStep } from '../web/sign-in-step.ts';
import { middleOf, type PageFigures, visit } from '../web/visit.ts';

const languages = ['uk', 'en'] as const;
type Language = (typeof languages)[number];

const who = { username: people[0]?.username ?? '', password: demoPassword };

const limits = {
  scriptsKb: { aim: 'scripts, gzip', most: 85, unit: ' KB', digits: 0 },
  lcpMs: { aim: 'largest paint', most: 1_200, unit: ' ms', digits: 0 },
  blockingMs: { aim: 'blocking time', most: 100, unit: ' ms', digits: 0 },
  layoutShift: { aim: 'layout shift', most: 0.01, unit: '', digits: 3 },
} as const;
const mostStepMs = 300;
/** The applications page shows its largest element at most so much later than the sign-in page. */
const mostLaterMs = 100;
const mostInteractionMs = 100;

type Visits = { page: MeasuredPage; language: Language; rounds: Calm<PageFigures>[] };
type Steps = { slower: number; language: Language; rounds: Calm<StepFigures>[] };
type Interactions = { journey: Journey; rounds: Calm<Map<string, number>>[] };

async function signIn(browser: Browser, origin: string): Promise<Cookie[]> {
  const context = await browser.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  const proved = await context.request.post('/api/auth', { data: who });
  await context.request.post('/api/auth/internal', { data: await proved.json() });
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** Returns the results of the rounds in which other processes used least of the machine. */
function calmest<Result>(rounds: readonly Calm<Result>[]): Result[] {
  return calmerHalf(rounds, ({ othersShare }) => othersShare).map(({ result }) => result);
}

const share = ({ othersShare }: Calm<unknown>) => othersShare;

const rowOf = ({ page, language, rounds }: Visits): Row => ({
  what: `${page.name} ${language}`,
  page: middleOf(calmest(rounds)),
  othersShare: median(calmerHalf(rounds, share).map(share)),
});

function verdictsOn({ language, rounds }: Visits): Verdict[] {
  const figures = middleOf(calmest(rounds));
  return (Object.keys(limits) as (keyof typeof limits)[]).map((name) => {
    const { aim, most, unit, digits } = limits[name];
    return {
      aim: `sign-in page: ${aim}`,
      where: language,
      figure: `${figures[name].toFixed(digits)}${unit}`,
      wanted: `≤ ${most}${unit}`,
      met: figures[name] <= most,
    };
  });
}

function verdictsOnStep({ slower, language, rounds }: Steps): Verdict[] {
  const kinds = { cardMs: 'first card', hydratedMs: 'hydrated' } as const;
  return (Object.keys(kinds) as (keyof StepFigures)[]).map((kind) => {
    const ms = median(calmest(rounds).map((figures) => figures[kind]));
    const best = Math.min(...rounds.map(({ result }) => result[kind]));
    return {
      aim: `signed in → ${kinds[kind]}, processor ${slower}× slower`,
      where: language,
      figure: `${ms.toFixed(0)} ms (best ${best.toFixed(0)})`,
      // the cards are links, so only they are awaited
      wanted: kind === 'cardMs' ? `≤ ${mostStepMs} ms` : 'no aim',
      met: kind !== 'cardMs' || ms <= mostStepMs,
    };
  });
}

/** Compares the applications page with the sign-in page of the same run. */
function verdictsOnApplications(visits: readonly Visits[]): Verdict[] {
  const lcpOf = (wanted: MeasuredPage, language: Language) => {
    const found = visits.find((one) => one.page === wanted && one.language === language);
    return found ? middleOf(calmest(found.rounds)).lcpMs : Number.NaN;
  };
  return languages.map((language) => {
    const later = lcpOf(apps, language) - lcpOf(login, language);
    return {
      aim: 'largest paint: applications page after sign-in page',
      where: language,
      figure: `${later.toFixed(0)} ms`,
      wanted: `≤ ${mostLaterMs} ms`,
      met: later <= mostLaterMs,
    };
  });
}

function verdictsOnInteractions({ journey, rounds }: Interactions): Verdict[] {
  return journey.steps.map(({ name }) => {
    const all = calmest(rounds).map((steps) => steps.get(name) ?? Number.NaN);
    const ms = median(all);
    return {
      aim: `interaction: ${journey.name}, ${name}`,
      where: `processor ${slowProcessor}× slower`,
      figure: `${ms.toFixed(0)} ms (best ${Math.min(...all).toFixed(0)})`,
      wanted: `≤ ${mostInteractionMs} ms`,
      met: ms <= mostInteractionMs,
    };
  });
}

async function measure({ visits: count }: Plan, browser: Browser, origin: string) {
  const cookies = await signIn(browser, origin);
  const visits = measuredPages.flatMap((page) =>
    languages.map((language): Visits => ({ page, language, rounds: [] })),
  );
  const steps = [1, slowProcessor].flatMap((slower) =>
    languages.map((language): Steps => ({ slower, language, rounds: [] })),
  );
  const interactions = journeys.map((journey): Interactions => ({ journey, rounds: [] }));
  // in turns, so that other work of the machine affects all of them equally
  for (let round = 0; round < count; round++) {
    for (const { page, language, rounds } of visits)
      rounds.push(await withCalm(() => visit(browser, origin, language, page, cookies)));
    for (const { slower, language, rounds } of steps)
      rounds.push(await withCalm(() => signInStep(browser, origin, language, slower, who)));
    for (const { journey, rounds } of interactions)
      rounds.push(await withCalm(() => interactionsOf(browser, origin, 'uk', journey, cookies)));
  }
  return { visits, steps, interactions };
}

export const web: Scenario = {
  name: 'web',
  about: 'the pages in a browser on a slow phone; only when named',
  onlyWhenNamed: true,
  ownServers: true,
  async run(plan) {
    const system = await startSystem({ env: { LOG_LEVEL: 'warn' } });
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: launchArguments,
    });
    try {
      const { visits, steps, interactions } = await measure(plan, browser, system.url);
      return {
        rows: visits.map(rowOf),
        verdicts: [
          ...visits.filter(({ page }) => page === login).flatMap(verdictsOn),
          ...verdictsOnApplications(visits),
          ...steps.flatMap(verdictsOnStep),
          ...interactions.flatMap(verdictsOnInteractions),
        ],
        rounds: {
          visits,
          steps,
          interactions: interactions.map(({ journey, rounds }) => ({
            journey: journey.name,
            rounds: rounds.map(({ result, ...calm }) => ({ ...calm, result: [...result] })),
          })),
        },
      };
    } finally {
      await browser.close();
      await system.stop();
      system.remove();
    }
  },
};
