// Assembles a page from the HTML document of the build: head, rendered body and data as inline JSON. Parts that are the
// same for every request are inserted once.
import { escapeHtml } from '@brama/contract/escape-html';
import { emptyAccountData, emptyAccountMenu } from '@brama/contract/pages/account/menu';
import type { PagePart } from '@brama/contract/pages/renderer';
import { type Language, languages } from '@brama/contract/paths';
import { dataIds, type PageData, type PageState } from '../browser/page-data.ts';

/** Returns inline JSON: `<` must not end its element, and old parsers take U+2028 and U+2029 for line ends. */
export function inlineJson(id: string, value: unknown): string {
  const json = JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

export type Head = {
  language: Language;
  /** Path below the language. */
  path: string;
  /** False for pages that are shown under any path, such as error pages. */
  isAddressed: boolean;
  title: string;
  description: string;
  /** Whether search engines may show the page. */
  isIndexed: boolean;
  /** The address of the font that every page needs, for preloading. */
  font: string;
  /** Addresses of scripts that the HTML document of the build does not name. */
  scripts: readonly string[];
  /** Whether the page is for signed-in users. */
  isPersonal: boolean;
  /** The inline script, on one line. */
  script: string;
};

const locales: Record<Language, string> = { uk: 'uk_UA', en: 'en_GB' };
const names: Record<Language, string> = { uk: 'Брама', en: 'Brama' };

function meta(attribute: 'name' | 'property', key: string, content: string): string {
  return `<meta ${attribute}="${key}" content="${escapeHtml(content)}">`;
}

/** The page's canonical address, its address in each language, and the address that chooses a language. */
function alternates(language: Language, path: string, origin: string): string[] {
  const link = (hreflang: string, href: string) =>
    `<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(origin + href)}">`;
  const own = `${origin}/${language}/${path}`;
  return [
    `<link rel="canonical" href="${escapeHtml(own)}">`,
    meta('property', 'og:url', own),
    ...languages.map((one) => link(one, `/${one}/${path}`)),
    link('x-default', `/${path}`),
  ];
}

function social({ language, title, description }: Head, origin: string): string[] {
  return [
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', names[language]),
    meta('property', 'og:locale', locales[language]),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:image', `${origin}/og-${language}.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

function headOf(head: Head, origin: string, styles: string | undefined): string {
  const { language, path, isPersonal } = head;
  return [
    `<script>${head.script}</script>`,
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="${head.font}">`,
    // fetched with low priority and compiled when the entry imports them, because users see the page before they use it
    ...head.scripts.map(
      (href) => `<link rel="preload" as="script" fetchpriority="low" crossorigin href="${href}">`,
    ),
    ...(styles === undefined ? [] : [`<link rel="stylesheet" href="${escapeHtml(styles)}">`]),
    meta('name', 'description', head.description),
    head.isIndexed ? '' : meta('name', 'robots', 'noindex'),
    '<link rel="apple-touch-icon" href="/icon-180.png">',
    `<link rel="manifest" href="/manifest.${language}.webmanifest">`,
    ...(isPersonal ? [] : social(head, origin)),
    ...(head.isAddressed ? alternates(language, path, origin) : []),
  ].join('');
}

function cut(text: string, place: string): [before: string, after: string] {
  const [before, after, ...more] = text.split(place);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`the document must have one ${place}`);
  return [before, after];
}

/** Makes browsers without JavaScript continue. CSP form-action applies to redirects, but not to this navigation. */
const refresh = (href: string) =>
  `<noscript><meta http-equiv="refresh" content="0; url=${escapeHtml(href)}"></noscript>`;

type Filled = {
  html: string;
  state?: PageState;
  /** Where browsers without JavaScript continue at once. */
  continueTo?: string | undefined;
  /** Addresses of modules that only this address needs. */
  modules?: readonly string[];
};

const shared = (html: string): PagePart => ({ html, isShared: true });
const own = (html: string): PagePart => ({ html, isShared: false });

/** Inserts everything that is the same for each request. Returns a function that adds what differs. */
export function createDocument(
  template: string,
  head: Head,
  { words, facts, instance }: Pick<PageData, 'words' | 'facts' | 'instance'>,
  origin: string,
) {
  const [beforeHead, afterHead] = cut(template, '<!--head-->');
  const [beforeRoot, afterRoot] = cut(afterHead, '<div id="root"></div>');
  const [beforeData, end] = cut(afterRoot, '<!--data-->');
  const [beforeLanguage, afterLanguage] = cut(beforeHead, '<html lang="uk">');
  const [beforeTitle, afterTitle] = cut(afterLanguage, '<title>Брама</title>');
  const title = `<title>${escapeHtml(head.title)}</title>`;
  const start = shared(
    `${beforeLanguage}<html lang="${head.language}">${beforeTitle}${title}${afterTitle}${headOf(head, origin, instance.styles)}`,
  );
  const middle = shared(beforeRoot);
  const data = shared(
    [
      inlineJson(dataIds.words, words),
      inlineJson(dataIds.facts, facts),
      inlineJson(dataIds.instance, instance),
      end,
    ].join(''),
  );
  return ({ html, state, continueTo, modules = [] }: Filled): readonly PagePart[] => {
    const json = state ? inlineJson(dataIds.state, state) : '';
    const account = html.includes(emptyAccountMenu) ? emptyAccountData : '';
    // after those in the head, which all addresses need
    const links = modules.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`);
    const body = `${links.join('')}<div id="root">${html}</div>${beforeData}${json}${account}`;
    return [start, own(continueTo ? refresh(continueTo) : ''), middle, own(body), data];
  };
}
