// The size limits of pages and scripts: the build fails if one is exceeded. Sizes are in kilobytes of 1 024 bytes after
// gzip.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesOfPage, filesOfScreen, type Manifest, scriptsOfScreen } from './manifest.ts';
import type { SamplePage } from './sample-pages.ts';

type Built = {
  dist: string;
  manifest: Manifest;
  consoleManifest: Manifest;
  pages: readonly Pick<SamplePage, 'page' | 'html' | 'parts'>[];
};
type Budget = { what: string; limitKb: number; weigh(built: Built): number | Promise<number> };

const isScript = (file: string) => file.endsWith('.js');

async function gzipKb(dist: string, files: readonly string[]): Promise<number> {
  const sizes = files.map(async (file) => (await readFile(join(dist, `${file}.gz`))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024;
}

function heaviestKb(pages: Built['pages'], wanted: string): number {
  const sizes = pages
    .filter(({ page }) => page === wanted)
    .map(({ html }) => gzipSync(html).length);
  return Math.max(...sizes) / 1024;
}

/** Returns the size of a page with user data, which the server does not compress. */
function heaviestSentKb(pages: Built['pages'], wanted: string): number {
  const sent = (html: string, isShared: boolean) => (isShared ? gzipSync(html) : Buffer.from(html));
  const sizes = pages
    .filter(({ page }) => page === wanted)
    .map(({ parts }) =>
      parts.reduce((sum, { html, isShared }) => sum + sent(html, isShared).length, 0),
    );
  return Math.max(...sizes) / 1024;
}

/** Returns the scripts of a screen that no other public page loads. */
function ownScripts(manifest: Manifest, screen: string): string[] {
  const common = filesOfPage(manifest, 'public.html');
  return filesOfScreen(manifest, 'public.html', screen)
    .map((address) => address.slice(1))
    .filter((file) => isScript(file) && !common.includes(file));
}

/** Returns the files that the console loads for its first screen. The words are those of the language with longer texts. */
function firstOfConsole(manifest: Manifest): string[] {
  const keys = [
    'console.html',
    'src/start/start-page.tsx',
    ...wordsOf('shell'),
    ...wordsOf('start'),
  ];
  return keys.flatMap((key) => filesOfPage(manifest, key)).filter(isScript);
}

const wordsOf = (area: string) => [`locales/uk/${area}.json`];

/** Returns for each screen of the console the files that it loads, together with those of the first one. */
function screensOfConsole(manifest: Manifest): string[][] {
  return Object.keys(manifest).flatMap((key) => {
    const [, area = ''] = /^src\/([^/]+)\/[^/]+\.tsx$/.exec(key) ?? [];
    if (area === '') return [];
    const words = wordsOf(area).filter((one) => manifest[one]);
    const own = [key, ...words].flatMap((one) => filesOfPage(manifest, one)).filter(isScript);
    return [[...new Set([...firstOfConsole(manifest), ...own])]];
  });
}

async function heaviestFilesKb(dist: string, lists: readonly string[][]): Promise<number> {
  return Math.max(...(await Promise.all(lists.map((files) => gzipKb(dist, files)))));
}

/** The limits. The size of a page is that of its HTML, which contains its styles and texts. */
const budgets: readonly Budget[] = [
  {
    what: 'sign-in page, scripts',
    limitKb: 85,
    weigh: ({ dist, manifest }) =>
      gzipKb(dist, filesOfPage(manifest, 'login.html').filter(isScript)),
  },
  {
    what: 'sign-in page',
    limitKb: 14,
    weigh: ({ pages }) => heaviestKb(pages, 'sign-in'),
  },
  {
    what: 'applications page',
    limitKb: 33,
    weigh: ({ pages }) => heaviestSentKb(pages, 'apps'),
  },
  {
    what: 'applications page, scripts',
    limitKb: 95,
    weigh: ({ dist, manifest }) => {
      const screen = scriptsOfScreen(manifest, 'public.html', 'src/portal/apps-screen.tsx');
      // loads a moment later
      const list = filesOfPage(manifest, 'src/portal/applications/app-list.tsx').filter(isScript);
      return gzipKb(dist, [...new Set([...screen.map((address) => address.slice(1)), ...list])]);
    },
  },
  {
    what: 'button wizard, scripts of its own',
    limitKb: 22,
    weigh: ({ dist, manifest }) =>
      gzipKb(dist, ownScripts(manifest, 'src/wizard/button-wizard.tsx')),
  },
  {
    what: 'button wizard',
    limitKb: 25,
    weigh: ({ pages }) => heaviestKb(pages, 'button-wizard'),
  },
  {
    what: 'console, scripts of the first screen',
    limitKb: 130,
    weigh: ({ dist, consoleManifest }) =>
      gzipKb(dist, [...new Set(firstOfConsole(consoleManifest))]),
  },
  {
    what: 'console, scripts of the heaviest screen',
    limitKb: 180,
    weigh: ({ dist, consoleManifest }) => heaviestFilesKb(dist, screensOfConsole(consoleManifest)),
  },
  {
    what: 'console, heaviest script of a screen',
    limitKb: 25,
    weigh: ({ dist, consoleManifest }) =>
      heaviestFilesKb(
        dist,
        Object.entries(consoleManifest).flatMap(([key, { file }]) =>
          key.startsWith('src/') && isScript(file) ? [[file]] : [],
        ),
      ),
  },
  {
    // a limit of its own, because the script runs in third-party pages
    what: 'sign-in button',
    limitKb: 4,
    weigh: ({ dist }) => gzipKb(dist, ['kpi-id-signin.js']),
  },
];

/** @throws an Error that lists every size above its limit, and every file that is missing. */
export async function describeBudget(built: Built): Promise<string> {
  const weights = budgets.map(async ({ what, limitKb, weigh }) => {
    const kb = await weigh(built);
    return { isMet: kb > 0 && kb <= limitKb, text: `${what}: ${kb.toFixed(1)} of ${limitKb} KB` };
  });
  const all = await Promise.all(weights);
  const missed = all.filter(({ isMet }) => !isMet).map(({ text }) => text);
  if (missed.length > 0) throw new Error(`too heavy (gzip)\n${missed.join('\n')}`);
  return `gzip: ${all.map(({ text }) => text).join('; ')}`;
}
