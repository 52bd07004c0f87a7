// The one small template of pages that the server writes itself, for browsers without JavaScript: header,
// heading, what is given, footer. Styled by `.plain-page` of the web application.

import { type Language, languages } from '@brama/contract/paths';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { rawPathBelowLanguage, rawQuery } from './address.ts';
import { escapeHtml } from './escape.ts';
import type { Site } from './web-build.ts';

/** The words of the frame, of the namespace `common`. */
const frameWords = z.object({
  brand: z.string(),
  skip: z.string(),
  language: z.object({ switch: z.string() }),
  footer: z.object({
    label: z.string(),
    help: z.string(),
    privacy: z.string(),
    terms: z.string(),
    rights: z.string(),
  }),
});

const footerLinks = [
  ['faq', 'help'],
  ['privacy-policy', 'privacy'],
  ['terms-of-use', 'terms'],
] as const;

type Content = {
  /** HTML, escaped; stands in the `h1`. */
  heading: string;
  /** HTML, escaped. */
  content: string;
};

export function plainPage(
  site: Site,
  request: FastifyRequest,
  language: Language,
  { heading, content }: Content,
): string {
  const say = frameWords.parse(site.words(language, 'common'));
  const other = languages.find((one) => one !== language) ?? language;
  const query = rawQuery(request);
  const here = `/${other}/${rawPathBelowLanguage(request)}${query}`;
  const links = footerLinks.map(
    ([path, word]) =>
      `<a href="${escapeHtml(`/${language}/${path}${returnQuery(query)}`)}">${escapeHtml(say.footer[word])}</a>`,
  );
  const rights = say.footer.rights
    .replace('{{year}}', String(new Date().getFullYear()))
    .replace('{{organisation}}', () => site.instance[language].organisation);
  return [
    '<div class="plain-page">',
    `<a class="skip" href="#plain-main">${escapeHtml(say.skip)}</a>`,
    `<header><a class="home" href="/"><img src="/icon-192.png" width="32" height="32" alt=""> ${escapeHtml(say.brand)}</a>`,
    `<a href="${escapeHtml(here)}" lang="${other}" hreflang="${other}">${escapeHtml(say.language.switch)}</a></header>`,
    `<main id="plain-main"><h1>${heading}</h1>${content}</main>`,
    `<footer><p>${escapeHtml(rights)}</p><nav aria-label="${escapeHtml(say.footer.label)}">${links.join(' ')}</nav></footer>`,
    '</div>',
  ].join('');
}
