// The administration console in a browser on a slow phone, with very many users and events. Measured are the time to the first rows, the
// response to typing, and the memory after a hundred pages.

import {
  type Browser,
  type BrowserContext,
  type Cookie,
  chromium,
  type Page,
} from '@playwright/test';
import { findChromium, launchArguments } from '../../scripts/environment/chromium.ts';
import { median } from '../figures.ts';
import type { Outcome, Row, Scenario, Verdict } from '../scenario.ts';
import { password, usernameOf } from '../system/people.ts';
import { addUsers, read } from '../system/population.ts';
import { startServer } from '../system/server.ts';
import { type DatabaseName, type Seeded, seed } from '../system/world.ts';
import { addEvents, grantRole, nameUsers, untilSearchable } from '../users/directory.ts';
import { phone, slowProcessor, throttleNetwork, throttleProcessor } from '../web/conditions.ts';
import { longestInteraction, observeInteractions } from '../web/interactions.ts';

const events = 1_000_000;
const mostRowsMs = 1_500;
const mostInteractionMs = 100;
const pagesTurned = 100;
/** The heap may grow so much between the tenth page and the last. */
const mostGrowthMb = 5;

type Screen = { name: string; path: string; rows: string };

const screensFor = (userId: string): Screen[] => [
  { name: 'start', path: '', rows: 'main li, main tbody tr' },
  { name: 'users', path: '/users', rows: 'tbody tr' },
  {
    name: 'users of a group by name',
    path: '/users?group=students&sort=-fullName',
    rows: 'tbody tr',
  },
  {
    name: 'users found by a surname',
    path: `/users?q=${encodeURIComponent('ковальчук')}&sort=-lastSignIn`,
    rows: 'tbody tr',
  },
  { name: 'a user', path: `/users/${userId}`, rows: '#why li, #why tbody tr' },
  { name: 'events', path: '/events', rows: 'tbody tr' },
  { name: 'refused sign-ins', path: '/events?result=refused', rows: 'tbody tr, main p' },
  { name: 'statistics', path: '/statistics', rows: 'svg rect, tbody tr' },
];

type Place = { browser: Browser; origin: string; cookies: readonly Cookie[] };

async function inContext<Result>(
  { browser, cookies }: Place,
  run: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(phone);
  try {
    await context.addCookies([...cookies]);
    return await run(context);
  } finally {
    await context.close();
  }
}

declare global {
  interface Window {
    rowsMs?: number;
  }
}

/** Runs in the page: notes when the first row has been painted, also one below the visible part. */
function observeRows(selector: string) {
  const look = () => {
    const isThere = (document.querySelector(selector)?.getClientRects().length ?? 0) > 0;
    requestAnimationFrame(
      isThere
        ? () => {
            window.rowsMs = performance.now();
          }
        : look,
    );
  };
  requestAnimationFrame(look);
}

async function rowsMs(page: Page, address: string): Promise<number> {
  await page.goto(address);
  const shown = page.waitForFunction(() => window.rowsMs !== undefined);
  await shown.catch((cause) => {
    throw new Error(`${address}: no rows`, { cause });
  });
  return page.evaluate(() => window.rowsMs ?? Number.NaN);
}

/** Opens the screen with an empty cache, and then again with a full one. */
function openScreen(place: Place, { path, rows }: Screen): Promise<[first: number, again: number]> {
  return inContext(place, async (context) => {
    const open = async () => {
      const page = await context.newPage();
      await page.addInitScript(observeRows, rows);
      const session = await context.newCDPSession(page);
      await throttleNetwork(session);
      await throttleProcessor(session, slowProcessor);
      const ms = await rowsMs(page, `${place.origin}/uk/admin${path}`);
      await page.waitForLoadState('networkidle');
      await page.close();
      return ms;
    };
    return [await open(), await open()];
  });
}

/** Types a surname into the search of the header, and returns the longest interaction. */
function typeSurname(place: Place): Promise<number> {
  return inContext(place, async (context) => {
    const page = await context.newPage();
    await page.addInitScript(observeInteractions, 16);
    await throttleProcessor(await context.newCDPSession(page), slowProcessor);
    await page.goto(`${place.origin}/uk/admin/users`);
    await page.locator('tbody tr').first().waitFor();
    return longestInteraction(page, async () => {
      await page.locator('header [role=combobox]').pressSequentially('коваленко', { delay: 120 });
      await page.waitForLoadState('networkidle');
    });
  });
}

/** Turns the pages of a list, and returns the heap after the tenth and after the last. */
function turnPages(place: Place, path: string): Promise<[early: number, late: number]> {
  return inContext(place, async (context) => {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const heapMb = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize / 1024 / 1024;
    };
    await page.goto(`${place.origin}/uk/admin${path}`);
    let early = Number.NaN;
    for (let turned = 1; turned <= pagesTurned; turned += 1) {
      const next = page.locator('a[rel=next]');
      const href = await next.getAttribute('href');
      await next.click();
      await page.waitForFunction(
        (before) => document.querySelector('a[rel=next]')?.getAttribute('href') !== before,
        href,
      );
      if (turned === 10) early = await heapMb();
    }
    return [early, await heapMb()];
  });
}

async function signIn(browser: Browser, origin: string): Promise<Cookie[]> {
  const context = await browser.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  const data = { username: usernameOf(0), password };
  const proved = await context.request.post('/api/auth', { data });
  await context.request.post('/api/auth/internal', { data: await proved.json() });
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

async function fill(database: DatabaseName, users: number): Promise<Seeded> {
  const seeded = await seed(database, Math.min(users, 100_000), 'tickets');
  const all = { ...seeded, users };
  await addUsers(seeded, users);
  await nameUsers(all);
  await grantRole(all, usernameOf(0), 'administrator');
  await addEvents(all, events);
  return all;
}

function verdict(aim: string, where: string, value: number, most: number, unit: string): Verdict {
  const figure = `${value.toFixed(unit === 'MB' ? 1 : 0)} ${unit}`;
  return { aim, where, figure, wanted: `≤ ${most} ${unit}`, met: value <= most };
}

async function measureOn(database: DatabaseName, users: number, visits: number) {
  const seeded = await fill(database, users);
  const browser = await chromium.launch({ executablePath: findChromium(), args: launchArguments });
  try {
    const server = await startServer({ ...seeded.settings, SECOND_FACTOR_ROLES: 'off' });
    try {
      await untilSearchable(seeded);
      const origin = `http://localhost:${server.port}`;
      const place: Place = { browser, origin, cookies: await signIn(browser, origin) };
      const where = `${database}, ${users.toLocaleString('en').replaceAll(',', ' ')} users`;
      const [person] = await read<{ id: string }>(
        seeded,
        `select id from users where username = '${usernameOf(7)}'`,
      );
      const rows: Row[] = [];
      const verdicts: Verdict[] = [];
      for (const screen of screensFor(person?.id ?? '')) {
        const all: [number, number][] = [];
        for (let visit = 0; visit < visits; visit += 1) all.push(await openScreen(place, screen));
        const first = median(all.map(([ms]) => ms));
        const again = median(all.map(([, ms]) => ms));
        console.error(`${where}: ${screen.name}: ${first.toFixed(0)} / ${again.toFixed(0)} ms`);
        rows.push({ what: `${screen.name}: first visit`, database, users, p50: first });
        rows.push({ what: `${screen.name}: later visit`, database, users, p50: again });
        verdicts.push(verdict(`${screen.name}: rows, empty cache`, where, first, mostRowsMs, 'ms'));
        verdicts.push(verdict(`${screen.name}: rows, full cache`, where, again, mostRowsMs, 'ms'));
      }
      const typed: number[] = [];
      for (let visit = 0; visit < visits; visit += 1) typed.push(await typeSurname(place));
      verdicts.push(verdict('typing a search', where, median(typed), mostInteractionMs, 'ms'));
      console.error(`${where}: typing: ${typed.join(', ')} ms`);
      for (const list of ['/users', '/events']) {
        const [early, late] = await turnPages(place, list);
        console.error(`${where}: ${list}: heap ${early.toFixed(1)}, ${late.toFixed(1)} MB`);
        const aim = `${list}: heap from page 10 (${early.toFixed(1)} MB) to ${pagesTurned}`;
        verdicts.push(verdict(aim, where, late - early, mostGrowthMb, 'MB'));
      }
      return { rows, verdicts };
    } finally {
      await server.stop();
    }
  } finally {
    await browser.close();
    await seeded.close();
  }
}

export const administration: Scenario = {
  name: 'console',
  about: 'the console in a browser on a slow phone, with a million events; only when named',
  onlyWhenNamed: true,
  ownServers: true,
  async run({ databases, visits, populations }): Promise<Outcome> {
    const rows: Row[] = [];
    const verdicts: Verdict[] = [];
    const sizes = [100_000, ...populations.filter((count) => count > 100_000)];
    for (const database of databases)
      for (const users of sizes) {
        const measured = await measureOn(database, users, visits);
        rows.push(...measured.rows);
        verdicts.push(...measured.verdicts);
      }
    return { rows, verdicts, rounds: rows };
  },
};
