// What stands in the <head> of a built page beside what Vite puts there.
import { originMark, requestMarks } from '@brama/contract/pages/built-pages';
import { type Language, languages } from '@brama/contract/paths';
import { firstScript } from '../src/browser/storage/first-script.ts';
import { escapeAttribute } from './template.ts';

export type Head = {
  language: Language;
  /** Path below the language. */
  path: string;
  /** Whether the page stands under this path; some are shown under any. */
  addressed: boolean;
  title: string;
  description: string;
  /** Whether search engines may show the page. */
  indexed: boolean;
  /** Addresses of fonts and scripts that the page surely needs. */
  fonts: readonly string[];
  scripts: readonly string[];
  /** A page for signed-in users: what a browser without JavaScript needs comes from the server. */
  personal: boolean;
  /** What the page does at once, beside what every page does: a script of one line. */
  script: string;
};

const locales: Record<Language, string> = { uk: 'uk_UA', en: 'en_GB' };
const names: Record<Language, string> = { uk: 'Брама', en: 'Brama' };

function meta(attribute: 'name' | 'property', key: string, content: string): string {
  return `<meta ${attribute}="${key}" content="${escapeAttribute(content)}">`;
}

/** The page's own address, the same page in every language, and the address that chooses one. */
function alternates(language: Language, path: string): string[] {
  const link = (hreflang: string, href: string) =>
    `<link rel="alternate" hreflang="${hreflang}" href="${originMark}${href}">`;
  const own = `${originMark}/${language}/${path}`;
  return [
    `<link rel="canonical" href="${own}">`,
    meta('property', 'og:url', own),
    ...languages.map((one) => link(one, `/${one}/${path}`)),
    link('x-default', `/${path}`),
  ];
}

function social({ language, title, description }: Head): string[] {
  return [
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', names[language]),
    meta('property', 'og:locale', locales[language]),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:image', `${originMark}/og-${language}.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

export function headOf(head: Head): string {
  const { language, path, addressed, description, indexed, fonts, scripts, personal, script } =
    head;
  return [
    `<script>${[firstScript, script].filter(Boolean).join(';')}</script>`,
    ...fonts.map(
      (href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`,
    ),
    ...scripts.map(
      (href) =>
        `<link rel="modulepreload" ${personal ? '' : 'fetchpriority="low" '}crossorigin href="${href}">`,
    ),
    meta('name', 'description', description),
    indexed ? '' : meta('name', 'robots', 'noindex'),
    '<link rel="apple-touch-icon" href="/icon-180.png">',
    `<link rel="manifest" href="/manifest.${language}.webmanifest">`,
    ...(personal ? [requestMarks.noscriptHead] : social(head)),
    ...(addressed ? alternates(language, path) : []),
  ].join('');
}
