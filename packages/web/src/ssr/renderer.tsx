// Renders pages on the server: the same components as in the browser, put into the documents of the build. Vite builds
// this file for Node (dist-ssr/server.js); the server loads it once.

import { consolePath } from '@brama/contract/admin/paths';
import {
  type AccountMenu as Account,
  accountDataId,
  accountMenuId,
} from '@brama/contract/pages/account/menu';
import type { ConsoleProps } from '@brama/contract/pages/console-props';
import { sandboxPage } from '@brama/contract/pages/page-ids';
import type { PageProps } from '@brama/contract/pages/page-props';
import type {
  PageAddress,
  PagePart,
  PageRenderer,
  RendererInput,
} from '@brama/contract/pages/renderer';
import { Texts, type WordsByNamespace } from '@brama/contract/pages/words';
import type { Language } from '@brama/contract/paths';
import { googleLinkPage } from '@brama/contract/sign-in/google/method';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Providers } from '../app/providers.tsx';
import { PublicPage } from '../app/public-page.tsx';
import { publicPages } from '../app/public-pages.ts';
import { type PageDescription, type ScreenModule, screens } from '../app/screens.ts';
import type { PageData, PageFacts } from '../browser/page-data.ts';
import { WithoutScript } from '../console/without-script.tsx';
import { AccountMenu } from '../portal/account-menu/account-menu.tsx';
import { LoginPage } from '../sign-in/login-page.tsx';
import { isFailure, shownAtFirst } from '../sign-in/notice.tsx';
import { createDocument, type Head, inlineJson } from './document.ts';
import { inlineScriptOf } from './page-scripts.ts';

/** Pages that need facts of the build about the button. */
const withButtonFacts: readonly string[] = ['button-wizard', sandboxPage];

/** Pages for search engines. All others depend on a user or on one request. */
const indexedPages: readonly string[] = ['button-wizard', 'faq', 'privacy-policy', 'terms-of-use'];

/** The texts of the account menu, which every page but the sign-in page can have. */
const menuNamespace = 'account-menu';

const screenPaths = screens.map(({ path }) => path);

type Titled = Pick<Head, 'title' | 'isPersonal'>;

/** Prepares everything that is the same for each request to one page in one language. */
function preparePage(
  { build, origin, instance, words }: RendererInput,
  language: Language,
  path: string,
  namespaces: readonly string[],
) {
  const own = Object.fromEntries(
    namespaces.map((one) => [one, words(language, one)]),
  ) as WordsByNamespace;
  const texts = new Texts(language, own);
  const facts: PageFacts = {
    page: path,
    screens: screenPaths,
    next: path === '' ? build.next : [],
    ...(withButtonFacts.includes(path) && {
      button: {
        origin,
        pinned: build.button,
        ...(build.manual[language] && { manual: build.manual[language] }),
      },
    }),
  };

  function documentOf(
    kind: keyof RendererInput['build']['documents'],
    { title, isPersonal }: Titled,
  ) {
    const template = build.documents[kind];
    const head: Head = {
      language,
      path,
      isAddressed: path === '' || (screenPaths.includes(path) && !isPersonal),
      title,
      description: texts.text('common:tagline'),
      isIndexed: indexedPages.includes(path),
      font: build.fonts[language],
      scripts: build.scripts[path] ?? [],
      isPersonal,
      script: inlineScriptOf(path),
    };
    const data = { words: own, facts, instance: instance[language] };
    return createDocument(template, head, data, origin);
  }

  function render(page: ReactNode, address: PageAddress, props: unknown): string {
    const data: Omit<PageData, 'words'> = { facts, instance: instance[language], props };
    return renderToString(
      <Providers address={address} data={data} texts={texts}>
        {page}
      </Providers>,
    );
  }

  return {
    texts,
    facts,
    documentOf,
    render,
    titled(title: string, failed = false) {
      const whole = texts.text('common:page-title', { page: title });
      return failed ? `${texts.text('common:error-prefix')} ${whole}` : whole;
    },
  };
}

function prepareLogin(input: RendererInput, language: Language) {
  const page = preparePage(input, language, '', ['common', 'login']);
  const documentOf = (isFailed: boolean) => {
    const title = page.titled(page.texts.text('login:page-title'), isFailed);
    return page.documentOf('login', { title, isPersonal: false });
  };
  const calm = documentOf(false);
  const failed = documentOf(true);
  return (props: PageProps['sign-in'], address: PageAddress) => {
    const html = page.render(<LoginPage />, address, props);
    const document = isFailure(shownAtFirst(props.notice)) ? failed : calm;
    return document({ html, state: { props } });
  };
}

function preparePublic(
  input: RendererInput,
  language: Language,
  description: PageDescription,
  { Screen }: ScreenModule,
) {
  const { path, title, namespaces, access, failed, hasOwnAddress = true } = description;
  const page = preparePage(input, language, path, ['common', menuNamespace, ...namespaces]);
  const document = page.documentOf('public', {
    title: page.titled(page.texts.text(title), failed),
    isPersonal: access === 'signed-in',
  });
  return (props: unknown, address: PageAddress, continueTo?: string) => {
    const tree = <PublicPage button={page.facts.button} page={description} screen={Screen} />;
    const state = hasOwnAddress ? { props } : { props, address };
    return document({ html: page.render(tree, address, props), state, continueTo });
  };
}

/** Prepares the console: its head, and what it shows without JavaScript. */
function prepareConsole(input: RendererInput, language: Language) {
  const page = preparePage(input, language, consolePath, ['common', 'console']);
  const title = page.titled(page.texts.text('console:title'));
  const document = page.documentOf('console', { title, isPersonal: true });
  const html = page.render(<WithoutScript />, { path: '', query: '', carried: '' }, {});
  const routes = input.build.consoleRoutes.map(({ path, scripts }) => ({
    parts: path.split('/'),
    modules: scripts[language],
  }));
  return (props: ConsoleProps, path: string) => {
    const parts = path === '' ? ['', ''] : path.split('/');
    const route = routes.find(
      (one) =>
        one.parts.length === parts.length &&
        one.parts.every((part, place) => part.startsWith('$') || part === parts[place]),
    );
    return document({ html, state: { props }, modules: route?.modules ?? [] });
  };
}

/** Prepares the account menu, which is the same on every page. */
function prepareMenu(input: RendererInput, language: Language) {
  const page = preparePage(input, language, '', ['common', menuNamespace]);
  const address = { path: '', query: '', carried: '' };
  return (account: Account) => ({
    menu: `<div id="${accountMenuId}">${page.render(<AccountMenu account={account} />, address, {})}</div>`,
    data: inlineJson(accountDataId, account),
  });
}

/** Keeps one value for each key. */
function once<Value>() {
  const made = new Map<string, Value>();
  return (key: string, make: () => Value): Value => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make();
    made.set(key, value);
    return value;
  };
}

/** Returns where the page continues at once, without JavaScript. */
function continuationOf(path: string, props: unknown): string | undefined {
  if (path === googleLinkPage) return (props as PageProps['google-link']).href;
  return (props as Partial<PageProps['apps']>).opening?.href;
}

export async function createRenderer(input: RendererInput): Promise<PageRenderer> {
  const loading = publicPages.map(
    async (page) => [page.path, { page, module: await page.load() }] as const,
  );
  const pages = new Map(await Promise.all(loading));
  const logins = once<ReturnType<typeof prepareLogin>>();
  const menus = once<ReturnType<typeof prepareMenu>>();
  const consoles = once<ReturnType<typeof prepareConsole>>();
  const others = once<ReturnType<typeof preparePublic>>();

  function renderPublic(path: string, language: Language, props: unknown, address: PageAddress) {
    const found = pages.get(path);
    if (!found) throw new Error(`no page ${path}`);
    const { page, module } = found;
    const render = others(`${language} ${path}`, () =>
      preparePublic(input, language, page, module),
    );
    return render(props, address, continuationOf(path, props));
  }

  const renderParts: PageRenderer['renderParts'] = (page, language, props, address) => {
    if (page !== 'sign-in') return renderPublic(page, language, props, address);
    const render = logins(language, () => prepareLogin(input, language));
    return render(props as PageProps['sign-in'], address);
  };
  const joined = (parts: readonly PagePart[]) => parts.map(({ html }) => html).join('');

  return {
    renderParts,
    renderPage: (...page) => joined(renderParts(...page)),
    renderScreen: (path, language, address) => joined(renderPublic(path, language, {}, address)),
    renderConsole: (language, props, path) =>
      consoles(language, () => prepareConsole(input, language))(props, path),
    renderAccountMenu: (language, account) =>
      menus(language, () => prepareMenu(input, language))(account),
  };
}
