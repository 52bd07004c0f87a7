// The site in examples/react, copied out of this repository, with the packed button, built by Vite as its README says. Users
// sign in with a real browser.

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../scripts/children.ts';
import { type Brama, startBrama } from './brama.ts';
import { openPage, startBrowser } from './browser.ts';
import { type Site, startSite } from './sites.ts';

const folder = mkdtempSync(join(tmpdir(), 'brama-example-'));
const modules = join(folder, 'node_modules');

function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${script}: ${stdout}${stderr}`);
}

/** What `npm install` would do, without asking anybody for what is here already. */
function install() {
  run(join(root, 'packages/signin-button/build.ts'), join(folder, 'built'));
  mkdirSync(join(modules, '@brama'), { recursive: true });
  cpSync(join(folder, 'built/package'), join(modules, '@brama/signin-button'), { recursive: true });
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const place = join(modules, name);
    if (existsSync(place)) continue;
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place);
  }
}

let brama: Brama;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  cpSync(join(root, 'examples/react'), folder, {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist)$/.test(path),
  });
  install();
  run(join(modules, 'typescript/bin/tsc'));
  run(join(modules, 'vite/bin/vite.js'), 'build', '--logLevel', 'error');
  browser = await startBrowser();
  brama = await startBrama();
  site = await startSite(brama, 'react', folder, [process.execPath, 'server.mjs']);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await brama?.stop();
  rmSync(folder, { recursive: true });
});

const open = () => openPage(browser);

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

async function proveWhoYouAre(page: Page) {
  await page.locator('[name=username]').fill(brama.student.username);
  await page.locator('[name=password]').fill(brama.student.password);
  await page.locator('[name=password]').press('Enter');
}

describe('examples/react', () => {
  test('the button opens Brama, the ticket returns, and the site shows the user', async () => {
    const { page, complaints } = await open();
    await page.goto(site.origin);
    await heading(page, 'Nobody is signed in');
    await page.locator('[data-kpi-id-signin] a[part=button]').click();
    await proveWhoYouAre(page);
    await heading(page, 'Шевченко Олена Іванівна');
    expect(page.url()).toBe(`${site.origin}/`);
    await page.getByText('Student KV-1, signed in by PASSWORD').waitFor();
    await page.getByRole('button', { name: 'Sign out here' }).click();
    await heading(page, 'Nobody is signed in');
    expect(complaints).toEqual([]);
  });

  test('an invented ticket signs no user in and is removed from the address', async () => {
    const { page } = await open();
    await page.goto(site.origin);
    await heading(page, 'Nobody is signed in');
    for (const query of ['ticketId=x&state=x', 'state=x']) {
      const answer = await page.goto(`${site.origin}/back?${query}`);
      expect(answer?.status()).toBe(400);
      await page.getByRole('alert').waitFor();
      await heading(page, 'Nobody is signed in');
      expect(page.url()).toBe(`${site.origin}/`);
    }
    expect(site.said()).not.toContain('ticketId');
  });

  test('opening the site from the list of apps in Brama signs the user in at once', async () => {
    const { page } = await open();
    await page.goto(`${brama.issuer}/?appId=${site.id}`);
    await proveWhoYouAre(page);
    await heading(page, 'Шевченко Олена Іванівна');
    expect(page.url()).toBe(`${site.origin}/`);
  });

  test('a valid ticket does not sign in another browser (login CSRF)', async () => {
    const attacker = await open();
    await attacker.page.goto(site.origin);
    await attacker.page.locator('a[part=button]').click();
    const cameBack = attacker.page.waitForRequest((one) => one.url().includes('/back?ticketId='));
    await proveWhoYouAre(attacker.page);
    // still good: an application may ask about its ticket more than once
    const address = (await cameBack).url();
    const victim = await open();
    await victim.page.goto(site.origin);
    await heading(victim.page, 'Nobody is signed in');
    expect((await victim.page.goto(address))?.status()).toBe(400);
    await heading(victim.page, 'Nobody is signed in');
  });
});
