import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeBudget } from './budget.ts';

let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'brama-budget-'));
});
afterAll(() => rm(dist, { recursive: true }));

const manifest = {
  'login.html': { file: 'login.js', css: ['login.css'], imports: ['_base.js'] },
  'public.html': { file: 'public.js', imports: ['_base.js'] },
  '_base.js': { file: 'base.js' },
  'src/portal/apps-screen.tsx': { file: 'apps.js', imports: ['_base.js'] },
  'src/portal/applications/app-list.tsx': { file: 'list.js', imports: ['_base.js'] },
  'src/wizard/button-wizard.tsx': { file: 'wizard.js', imports: ['_base.js', '_copy.js'] },
  '_copy.js': { file: 'copy.js' },
};

const consoleManifest = {
  'console.html': { file: 'console.js', imports: ['_base.js'] },
  '_base.js': { file: 'base.js' },
  'src/start/start-page.tsx': { file: 'start.js' },
  'src/users/users-page.tsx': { file: 'users.js', imports: ['_table.js'] },
  '_table.js': { file: 'table.js' },
  ...Object.fromEntries(
    ['shell', 'start', 'users'].map((area) => [
      `locales/uk/${area}.json`,
      { file: `words-${area}.js` },
    ]),
  ),
};

/**
 * Returns a build within its budget. `weights` gives files a size in kilobytes, with content that gzip cannot reduce.
 */
async function built(weights: Record<string, number> = {}) {
  const content = (name: string) => randomBytes((weights[name] ?? 0.1) * 1024).toString('latin1');
  const files = [
    'login.js',
    'public.js',
    'base.js',
    'apps.js',
    'list.js',
    'wizard.js',
    'copy.js',
    'kpi-id-signin.js',
    ...Object.values(consoleManifest).map(({ file }) => file),
  ];
  for (const name of files) await writeFile(join(dist, `${name}.gz`), content(name), 'latin1');
  const pages = ['sign-in', 'apps', 'button-wizard'];
  return {
    dist,
    manifest,
    consoleManifest,
    pages: pages.map((page) => {
      const html = content(page).replaceAll(/[^ -~]/g, 'x');
      return { page, html, parts: [{ html, isShared: false }] };
    }),
  };
}

test('parts within their budgets are reported', async () => {
  const told = await describeBudget(await built());
  for (const part of ['sign-in page', 'button wizard', 'sign-in button'])
    expect(told).toContain(part);
});

test.each([
  ['base.js', 100, 'sign-in page, scripts'],
  ['apps.js', 115, 'applications page, scripts'],
  ['list.js', 115, 'applications page, scripts'],
  ['apps', 60, 'applications page'],
  ['sign-in', 60, 'sign-in page'],
  ['wizard.js', 22, 'button wizard, scripts of its own'],
  ['copy.js', 22, 'button wizard, scripts of its own'],
  ['button-wizard', 100, 'button wizard'],
  ['kpi-id-signin.js', 4, 'sign-in button'],
  ['console.js', 130, 'console, scripts of the first screen'],
  ['words-start.js', 130, 'console, scripts of the first screen'],
  ['words-users.js', 180, 'console, scripts of the heaviest screen'],
  ['table.js', 180, 'console, scripts of the heaviest screen'],
  ['users.js', 25, 'console, heaviest script of a screen'],
])('%s may not exceed its budget', async (file, kb, what) => {
  await expect(built({ [file]: kb + 1 }).then(describeBudget)).rejects.toThrow(`\n${what}: `);
});

test('only shared parts of the applications page count as compressed', async () => {
  const html = 'x'.repeat(60 * 1024);
  const withParts = async (isShared: boolean) => {
    const { pages, ...rest } = await built();
    const parts = [{ html, isShared }];
    return describeBudget({ ...rest, pages: pages.map((one) => ({ ...one, parts })) });
  };
  await expect(withParts(true)).resolves.toBeTruthy();
  await expect(withParts(false)).rejects.toThrow('applications page');
});

test('scripts of all pages do not count for the wizard', async () => {
  await expect(
    built({ 'public.js': 60, 'base.js': 30 }).then(describeBudget),
  ).resolves.toBeTruthy();
});

test('a missing page is an error', async () => {
  const { pages, ...rest } = await built();
  await expect(describeBudget({ ...rest, pages: pages.slice(0, 2) })).rejects.toThrow('wizard');
});
