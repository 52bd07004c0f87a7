// Which language a request is answered in.

import {
  defaultLanguage,
  isLanguage,
  type Language,
  languageCookie,
  languages,
} from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** For answers of the API: Accept-Language (RFC 9110 §12.5.4), Ukrainian where it decides nothing. */
export function acceptedLanguage(request: FastifyRequest): Language {
  const header = request.headers['accept-language'];
  if (header === undefined) return defaultLanguage;
  const [best] = new Negotiator({ headers: { 'accept-language': header } }).languages([
    ...languages,
  ]);
  return isLanguage(best) ? best : defaultLanguage;
}

const yearSeconds = 365 * 24 * 3600;

/** Remembers the language of a page, as the page's own script does where there is one. */
export function rememberLanguage(request: FastifyRequest, reply: FastifyReply, language: Language) {
  if (request.cookies[languageCookie] !== language)
    reply.setCookie(languageCookie, language, { path: '/', sameSite: 'lax', maxAge: yearSeconds });
}

/** For pages without a language segment: the remembered choice, else Ukrainian. */
export function rememberedLanguage(request: FastifyRequest): Language {
  // for requests that could not be routed no cookie has been read
  const remembered = request.cookies?.[languageCookie];
  return isLanguage(remembered) ? remembered : defaultLanguage;
}
