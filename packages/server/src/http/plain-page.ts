// The one small template of pages for browsers without JavaScript: a header, a heading, what is given.
// Styled by `.plain-page` of the web application.

import { type Language, languages } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { escapeHtml, type Site } from './site.ts';

/** The words of the frame, of the namespace `common`. */
const frameWords = z.object({ brand: z.string(), language: z.object({ switch: z.string() }) });

/** The same address in the other language, query kept. */
function switchHref(url: string, language: Language, other: Language): string {
  // a request may carry the whole address (RFC 9112 §3.2.2); only its path and query are wanted
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '');
  return path.replace(`/${language}`, () => `/${other}`);
}

/** `title` is text, `content` is HTML whose values are escaped already. */
export function plainPage(
  words: Site['words'],
  request: FastifyRequest,
  language: Language,
  { title, content }: { title: string; content: string },
): string {
  const say = frameWords.parse(words(language, 'common'));
  const other = languages.find((one) => one !== language) ?? language;
  const href = switchHref(request.url, language, other);
  return `<div class="plain-page"><header><a class="home" href="/">${escapeHtml(say.brand)}</a><a href="${escapeHtml(href)}" lang="${other}" hreflang="${other}">${escapeHtml(say.language.switch)}</a></header><main><h1>${escapeHtml(title)}</h1>${content}</main></div>`;
}
