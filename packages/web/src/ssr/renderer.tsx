// Renders pages on the server: the same components as in the browser, put into the documents of the build. Vite builds
// this file for Node (dist-ssr/server.js); the server loads it once.

import { sandboxPage } from '@brama/contract/pages/page-ids';
import type { PageProps } from '@brama/contract/pages/page-props';
import type { PageAddress, PageRenderer, RendererInput } from '@brama/contract/pages/renderer';
import { defaultLanguage, type Language } from '@brama/contract/paths';
import type { Resource } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Providers } from '../app/providers.tsx';
import { PublicPage } from '../app/public-page.tsx';
import { publicPages } from '../app/public-pages.ts';
import { type PageDescription, type ScreenModule, screens } from '../app/screens.ts';
import type { PageData, PageFacts } from '../browser/page-data.ts';
import { Shell } from '../frame/loading.tsx';
import { Page } from '../frame/page/page.tsx';
import { inlinedI18n } from '../i18n/inlined-i18n.ts';
import { AppsWithoutScript } from '../portal/apps-without-script.tsx';
import { LoginPage } from '../sign-in/login-page.tsx';
import { isFailure, shownAtFirst } from '../sign-in/notice.tsx';
import { textLink } from '../ui/text-link.ts';
import { createDocument, type Head } from './document.ts';
import { inlineScriptOf } from './page-scripts.ts';

/** Pages that need facts of the build about the button. */
const withButtonFacts: readonly string[] = ['button-wizard', sandboxPage];

/** Pages for search engines. All others depend on a user or on one request. */
const indexedPages: readonly string[] = ['button-wizard', 'faq', 'privacy-policy', 'terms-of-use'];

const screenPaths = screens.map(({ path }) => path);
const shells = screens.filter(({ access }) => access === 'signed-in');

type Titled = Pick<Head, 'title' | 'isPersonal'>;

/** Prepares everything that is the same for each request to one page in one language. */
function preparePage(
  { build, origin, instance, words }: RendererInput,
  language: Language,
  path: string,
  namespaces: readonly string[],
) {
  const wordsIn = (one: Language) =>
    Object.fromEntries(namespaces.map((namespace) => [namespace, words(one, namespace)]));
  const own = { [language]: wordsIn(language) } as Resource;
  const i18n = inlinedI18n(language, own);
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
      description: i18n.t('common:tagline'),
      isIndexed: indexedPages.includes(path),
      font: build.fonts[language],
      scripts: build.scripts[path] ?? [],
      isPersonal,
      script: inlineScriptOf(path, isPersonal),
    };
    // if the texts of a later page in this language do not load, i18next falls back to the default language
    const inlined = isPersonal
      ? ({ [defaultLanguage]: wordsIn(defaultLanguage), ...own } as Resource)
      : own;
    const data = { words: inlined, facts, instance: instance[language] };
    return createDocument(template, head, data, origin);
  }

  function render(page: ReactNode, address: PageAddress, props: unknown): string {
    const data: Omit<PageData, 'words'> = { facts, instance: instance[language], props };
    return renderToString(
      <Providers address={address} data={data} i18n={i18n}>
        {page}
      </Providers>,
    );
  }

  return {
    i18n,
    facts,
    documentOf,
    render,
    titled(title: string, failed = false) {
      const whole = i18n.t('common:page-title', { page: title });
      return failed ? `${i18n.t('common:error-prefix')} ${whole}` : whole;
    },
  };
}

function prepareLogin(input: RendererInput, language: Language) {
  const page = preparePage(input, language, '', ['common', 'login']);
  const documentOf = (isFailed: boolean) => {
    const title = page.titled(page.i18n.t('login:page-title'), isFailed);
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
  const { path, title, namespaces, failed, hasOwnAddress = true } = description;
  const page = preparePage(input, language, path, ['common', ...namespaces]);
  const document = page.documentOf('public', {
    title: page.titled(page.i18n.t(title), failed),
    isPersonal: false,
  });
  return (props: unknown, address: PageAddress) => {
    const tree = <PublicPage button={page.facts.button} page={description} screen={Screen} />;
    const state = hasOwnAddress ? { props } : { props, address };
    return document({ html: page.render(tree, address, props), state });
  };
}

type ShellContent = { props?: PageProps['apps']; continueTo?: string | undefined };

/**
 * A screen for signed-in users as it looks before the user is known. Browsers without JavaScript see the content with
 * props, or a link to `continueTo` and continue there at once.
 */
function prepareShell(
  input: RendererInput,
  language: Language,
  { path, title, namespaces }: PageDescription,
  { Skeleton }: ScreenModule,
) {
  const page = preparePage(input, language, path, ['common', 'errors', ...namespaces]);
  const heading = page.i18n.t(title);
  const document = page.documentOf('app', { title: page.titled(heading), isPersonal: true });
  const shell = <Shell heading={heading}>{Skeleton ? <Skeleton /> : null}</Shell>;
  return (address: PageAddress, { props, continueTo = '' }: ShellContent) => {
    const tree = (
      <Page footer="private">
        <div className="with-script">{shell}</div>
        <noscript>
          {props ? <AppsWithoutScript /> : null}
          {continueTo ? (
            // for browsers that do not continue by themselves
            <a className={textLink} href={continueTo}>
              {page.i18n.t('apps:opening.link-back')}
            </a>
          ) : null}
        </noscript>
      </Page>
    );
    return document({ html: page.render(tree, address, props), continueTo });
  };
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

export async function createRenderer(input: RendererInput): Promise<PageRenderer> {
  const loading = [...publicPages, ...shells].map(
    async (page) => [page.path, { page, module: await page.load() }] as const,
  );
  const pages = new Map(await Promise.all(loading));
  const logins = once<ReturnType<typeof prepareLogin>>();
  const open = once<ReturnType<typeof preparePublic>>();
  const personal = once<ReturnType<typeof prepareShell>>();

  function find(path: string) {
    const found = pages.get(path);
    if (!found) throw new Error(`no page ${path}`);
    return found;
  }

  function renderPublic(path: string, language: Language, props: unknown, address: PageAddress) {
    const { page, module } = find(path);
    const render = open(`${language} ${path}`, () => preparePublic(input, language, page, module));
    return render(props, address);
  }

  function renderShell(
    path: string,
    language: Language,
    address: PageAddress,
    content: ShellContent,
  ) {
    const { page, module } = find(path);
    const render = personal(`${language} ${path}`, () =>
      prepareShell(input, language, page, module),
    );
    return render(address, content);
  }

  return {
    renderPage(page, language, props, address) {
      if (page === 'apps') {
        return renderShell(page, language, address, { props: props as PageProps['apps'] });
      }
      if (page !== 'sign-in') return renderPublic(page, language, props, address);
      const render = logins(language, () => prepareLogin(input, language));
      return render(props as PageProps['sign-in'], address);
    },
    renderScreen(path, language, address, continueTo) {
      const isPublic = !shells.some((shell) => shell.path === path);
      return isPublic
        ? renderPublic(path, language, {}, address)
        : renderShell(path, language, address, { continueTo });
    },
  };
}
