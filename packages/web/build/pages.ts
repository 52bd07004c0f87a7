// Every HTML file of the build: the sign-in page for each language, set of methods and notice the server
// may need, the public pages whole, and the shells of pages for signed-in users.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  instanceJsonMark,
  loginPageFile,
  requestMarks,
  sandboxPage,
  screenPageFile,
} from '@brama/contract/pages/built-pages';
import { loginNotices, methodIds } from '@brama/contract/pages/login-page';
import { defaultLanguage, type Language, languages } from '@brama/contract/paths';
import type { BuiltButton } from '@brama/manual/content/snippets';
import { publicPages } from '../src/app/public-pages.ts';
import { type PageDescription, screens } from '../src/app/screens.ts';
import { dataIds, type PageFacts } from '../src/browser/page-data.ts';
import { scriptFailureScript } from '../src/entries/script-failure.ts';
import { prefetchUserScript } from '../src/session/prefetch-user.ts';
import { methodSets } from '../src/sign-in/method-sets.ts';
import { buttonFacts } from './button.ts';
import { headOf } from './head.ts';
import {
  filesOfPage,
  filesOfScreen,
  fontHref,
  type Manifest,
  scriptsOfScreen,
} from './manifest.ts';
import { pageScripts } from './page-scripts.ts';
import { fill, inlineJson, withInlineStyles, withPatientScripts } from './template.ts';

type Renderer = typeof import('../src/entries/prerender.tsx');
type Rendered = Awaited<ReturnType<Renderer['renderPublic']>>;
type Words = Parameters<Renderer['renderLogin']>[0]['words'];
export type BuiltPage = { file: string; html: string };

const loginNamespaces = ['common', 'login'];

/** What they say about the button the build knows. */
const withButtonFacts = ['button-wizard', sandboxPage];

/** Where people come from outside: signed-in users' pages and answers to a moment are for nobody else. */
const indexedPages = ['button-wizard', 'faq', 'privacy-policy', 'terms-of-use'];

type Input = { root: string; dist: string; manifest: Manifest; button: BuiltButton };

export async function buildPages({ root, dist, manifest, button }: Input): Promise<BuiltPage[]> {
  const renderer: Renderer = await import(join(root, 'dist-ssr/prerender.js'));
  const read = (file: string) => readFile(join(dist, file), 'utf8');
  const [login, open, app] = await Promise.all(['login.html', 'public.html', 'app.html'].map(read));
  const next = filesOfScreen(manifest, 'app.html', 'src/portal/apps-screen.tsx');
  const screenPaths = screens.map(({ path }) => path);
  const factsOf = (page: string): PageFacts => ({
    page,
    screens: screenPaths,
    next: page === '' ? next : [],
  });

  async function wordsOf(language: Language, namespaces: readonly string[]): Promise<Words> {
    const entries = namespaces.map(async (namespace) => {
      const text = await readFile(join(root, 'locales', language, `${namespace}.json`), 'utf8');
      return [namespace, JSON.parse(text)];
    });
    return { [language]: Object.fromEntries(await Promise.all(entries)) };
  }

  type Page = {
    template: string;
    language: Language;
    rendered: Rendered;
    words: Words;
    facts: PageFacts;
    scripts: readonly string[];
    state?: object;
    personal?: boolean;
    script?: string;
  };

  function assemble({
    template,
    language,
    rendered,
    words,
    facts,
    scripts,
    ...page
  }: Page): string {
    const { html, title, description } = rendered;
    const scriptsKnown = new Set(template.match(/\/assets\/[\w.-]+\.js/g));
    const data = [
      page.state ? inlineJson(dataIds.state, page.state) : '',
      inlineJson(dataIds.words, words),
      inlineJson(dataIds.facts, facts),
      `<script type="application/json" id="${dataIds.instance}">${instanceJsonMark}</script>`,
    ].join('');
    const head = headOf({
      language,
      path: facts.page,
      addressed: facts.page === '' || (screenPaths.includes(facts.page) && !page.personal),
      title,
      description,
      indexed: indexedPages.includes(facts.page),
      fonts: [fontHref(manifest, language === 'uk' ? 'cyrillic' : 'latin')],
      scripts: scripts.filter((href) => !scriptsKnown.has(href)),
      personal: page.personal ?? false,
      script: page.script ?? '',
    });
    return [
      ['<html lang="uk">', `<html lang="${language}">`],
      ['<title>Брама</title>', `<title>${title}</title>`],
      ['<div id="root"></div>', `<div id="root">${html}</div>`],
      ['<!--head-->', head],
      ['<!--data-->', data],
    ].reduce((text, [place, content]) => fill(text, `${place}`, `${content}`), template);
  }

  /** The template of a page that can be read before its scripts are there. */
  async function styled(template: string | undefined, entry: string): Promise<string> {
    const sheets = filesOfPage(manifest, entry).filter((file) => file.endsWith('.css'));
    const css = await Promise.all(sheets.map(read));
    return withPatientScripts(withInlineStyles(template ?? '', css.join('').trim()));
  }

  async function loginPages(language: Language): Promise<BuiltPage[]> {
    const template = await styled(login, 'login.html');
    const words = await wordsOf(language, loginNamespaces);
    const facts = factsOf('');
    return methodSets(methodIds).flatMap((methods) =>
      loginNotices.map((notice) => {
        const state = {
          methods,
          notice,
          username: requestMarks.username,
          lead: requestMarks.lead,
          untold: requestMarks.untold,
          wait: requestMarks.wait,
          wayOn: requestMarks.wayOn,
        };
        const rendered = renderer.renderLogin({ language, words, facts }, state);
        return {
          file: loginPageFile(language, methods, notice),
          html: assemble({ template, language, rendered, words, facts, state, scripts: [] }),
        };
      }),
    );
  }

  async function publicPage(language: Language, page: PageDescription): Promise<BuiltPage> {
    const template = await styled(open, 'public.html');
    const words = await wordsOf(language, ['common', ...page.namespaces]);
    const facts = withButtonFacts.includes(page.path)
      ? { ...factsOf(page.path), button: await buttonFacts(dist, button, language) }
      : factsOf(page.path);
    const rendered = await renderer.renderPublic({ language, words, facts });
    const scripts = scriptsOfScreen(manifest, 'public.html', page.file);
    const state =
      page.state && Object.fromEntries(page.state.map((key) => [key, requestMarks[key]]));
    return {
      file: screenPageFile(language, page.path),
      html: assemble({
        template,
        language,
        rendered,
        words,
        facts,
        scripts,
        script: pageScripts[page.path] ?? '',
        ...(state && { state }),
      }),
    };
  }

  async function shell(language: Language, page: PageDescription): Promise<BuiltPage> {
    const namespaces = ['common', 'errors', ...page.namespaces];
    const own = await wordsOf(language, namespaces);
    const words = { ...(await wordsOf(defaultLanguage, namespaces)), ...own };
    const facts = factsOf(page.path);
    const rendered = await renderer.renderShell({ language, words: own, facts });
    const scripts = scriptsOfScreen(manifest, 'app.html', page.file);
    return {
      file: screenPageFile(language, page.path),
      html: assemble({
        template: app ?? '',
        language,
        rendered,
        words,
        facts,
        scripts,
        personal: true,
        script: `${scriptFailureScript};${prefetchUserScript}`,
      }),
    };
  }

  const shells = screens.filter(({ access }) => access === 'signed-in');
  const pages = languages.flatMap((language) => [
    loginPages(language),
    ...publicPages.map((page) => publicPage(language, page)),
    ...shells.map((page) => shell(language, page)),
  ]);
  return (await Promise.all(pages)).flat();
}
