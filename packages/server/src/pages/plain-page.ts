// The template of pages that the server writes itself, for browsers without JavaScript: header, heading, content and
// footer. Styled by `.plain-page` of the web application.

import { type Language, languages } from '@brama/contract/paths';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyRequest } from 'fastify';
import { rawPathBelowLanguage, rawQuery } from './address.ts';
import { escapeHtml } from './escape.ts';
import type { Site } from './web-build.ts';

const footerLinks = [
  ['faq', 'help'],
  ['privacy-policy', 'privacy'],
  ['terms-of-use', 'terms'],
] as const;

type Content = {
  /** Escaped HTML of the `h1`. */
  heading: string;
  /** Escaped HTML. */
  content: string;
};

export function plainPage(
  site: Site,
  request: FastifyRequest,
  language: Language,
  { heading, content }: Content,
): string {
  const t = site.translate(language);
  const other = languages.find((one) => one !== language) ?? language;
  const query = rawQuery(request);
  const here = `/${other}/${rawPathBelowLanguage(request)}${query}`;
  const links = footerLinks.map(
    ([path, word]) =>
      `<a href="${escapeHtml(`/${language}/${path}${returnQuery(query)}`)}">${escapeHtml(t(`common:footer.${word}`))}</a>`,
  );
  const rights = t('common:footer.rights', {
    year: new Date().getFullYear(),
    organisation: site.instance[language].organisation,
  });
  return [
    '<div class="plain-page">',
    `<a class="skip" href="#plain-main">${escapeHtml(t('common:skip'))}</a>`,
    `<header><a class="home" href="/"><img src="/icon-192.png" width="32" height="32" alt=""> ${escapeHtml(t('common:brand'))}</a>`,
    `<a href="${escapeHtml(here)}" lang="${other}" hreflang="${other}">${escapeHtml(t('common:language.switch'))}</a></header>`,
    `<main id="plain-main"><h1>${heading}</h1>${content}</main>`,
    `<footer><p>${escapeHtml(rights)}</p><nav aria-label="${escapeHtml(t('common:footer.label'))}">${links.join(' ')}</nav></footer>`,
    '</div>',
  ].join('');
}
