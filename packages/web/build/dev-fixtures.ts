// `/pages` of the development server: lists every page that the server renders, with each fixture of its props. A page
// reloads when its components, texts or fixtures change. It needs no server of Brama.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLanguage, type Language, languages } from '@brama/contract/paths';
import { googleAuthPage } from '@brama/contract/sign-in/google/method';
import type { ViteDevServer } from 'vite';
import { publicPages } from '../src/app/public-pages.ts';
import { screens } from '../src/app/screens.ts';
import { dataIds, type PageFacts, type PageState } from '../src/browser/page-data.ts';
import { inventedInstance } from '../src/entries/example-instance.ts';
import { inlineJson } from '../src/ssr/document.ts';
import type { PageFixture } from '../src/stories/fixtures/page-props.ts';
import { readWords } from './words.ts';

/** Reads the fixtures for each request, because a developer edits them. */
async function readFixtures(server: ViteDevServer): Promise<readonly PageFixture[]> {
  const module = await server.ssrLoadModule('/src/stories/fixtures/page-props.ts');
  return module['pageFixtures'] as readonly PageFixture[];
}

function indexPage(fixtures: readonly PageFixture[]): string {
  const rows = fixtures.map(({ page, name }) => {
    const links = languages.map((one) => `<a href="/${one}/pages/${page}/${name}">${one}</a>`);
    return `<li>${page}: ${name} ${links.join(' ')}</li>`;
  });
  const style = ':root{color-scheme:light dark;font:1rem/1.6 system-ui}';
  return `<!doctype html><html lang="en"><title>Pages of the server</title><style>${style}</style><h1>Pages of the server</h1><ul>${rows.join('')}</ul>`;
}

/** Returns the document in the sources, with the entry that renders the page in the browser. */
function templateOf(root: string, page: string): string {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  return read(page === 'sign-in' ? 'login.html' : 'public.html');
}

/** What `googleCallbackScript` sets, with a call that never ends, because the page leaves when the call ends. */
const pendingCallbackScript = 'window.googleCallback={state:null,response:new Promise(()=>{})}';

function namespacesOf(page: string): readonly string[] {
  if (page === 'sign-in') return ['common', 'login'];
  const description = publicPages.find(({ path }) => path === page);
  return ['common', 'errors', ...(description?.namespaces ?? [])];
}

function fixturePage(root: string, language: Language, { page, name, props }: PageFixture): string {
  const all = readWords(language);
  const words = namespacesOf(page).map((namespace) => [namespace, all[namespace]]);
  const facts: PageFacts = {
    page: page === 'sign-in' ? '' : page,
    screens: screens.map(({ path }) => path),
    next: [],
  };
  const address = { path: `pages/${page}/${name}`, query: '', carried: '' };
  const script = page === googleAuthPage ? `<script>${pendingCallbackScript}</script>` : '';
  const data = [
    script,
    inlineJson(dataIds.state, { props, address } satisfies PageState),
    inlineJson(dataIds.words, Object.fromEntries(words)),
    inlineJson(dataIds.facts, facts),
    inlineJson(dataIds.instance, inventedInstance),
  ];
  return templateOf(root, page)
    .replace('<html lang="uk">', `<html lang="${language}">`)
    .replace('<!--data-->', () => data.join(''));
}

/** Returns the document for a path of `/pages`; undefined for other paths. */
export async function fixtureDocument(
  server: ViteDevServer,
  url: string,
): Promise<string | undefined> {
  const [path = ''] = url.split('?');
  const [, language, pages, page, name] = path.split('/');
  if (path === '/pages') return indexPage(await readFixtures(server));
  if (!isLanguage(language) || pages !== 'pages') return undefined;
  const fixtures = await readFixtures(server);
  const fixture = fixtures.find((one) => one.page === page && one.name === name);
  if (!fixture) return indexPage(fixtures);
  return server.transformIndexHtml(url, fixturePage(server.config.root, language, fixture));
}
