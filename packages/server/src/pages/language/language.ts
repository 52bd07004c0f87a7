// Chooses the language of a response.

import {
  defaultLanguage,
  isLanguage,
  type Language,
  languageCookie,
  languages,
} from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Returns the language of an API response: from Accept-Language (RFC 9110 §12.5.4), by default Ukrainian. */
export function acceptedLanguage(request: FastifyRequest): Language {
  const header = request.headers['accept-language'];
  if (header === undefined) return defaultLanguage;
  const [best] = new Negotiator({ headers: { 'accept-language': header } }).languages([
    ...languages,
  ]);
  return isLanguage(best) ? best : defaultLanguage;
}

/** Returns the first supported language of `ui_locales`, tags separated by spaces (OpenID Connect Core §3.1.2.1). */
export function wantedLanguage(locales: unknown): Language | undefined {
  const tags = typeof locales === 'string' ? locales.toLowerCase().split(' ') : [];
  return tags.map((tag) => tag.split('-')[0]).find(isLanguage);
}

const yearSeconds = 365 * 24 * 3600;

/** Remembers the language of a page. With JavaScript, the script of the page does the same. */
export function rememberLanguage(request: FastifyRequest, reply: FastifyReply, language: Language) {
  const { secureCookies: secure } = request.server;
  const name = languageCookie(secure);
  if (request.cookies[name] !== language)
    reply.setCookie(name, language, { path: '/', sameSite: 'lax', maxAge: yearSeconds, secure });
}

/** Returns the language of the cookie; undefined without a valid one. */
export function chosenLanguage(request: FastifyRequest): Language | undefined {
  const remembered = request.cookies[languageCookie(request.server.secureCookies)];
  return isLanguage(remembered) ? remembered : undefined;
}

/**
 * Returns the language for redirects to a page with a language: the remembered one, by default Ukrainian (decision
 * 0010).
 */
export function rememberedLanguage(request: FastifyRequest): Language {
  return chosenLanguage(request) ?? defaultLanguage;
}

/**
 * Returns the language of a page whose address has none. The order is the request of the application, the remembered
 * language, Accept-Language, Ukrainian. Such a page is not remembered.
 */
export function responseLanguage(request: FastifyRequest, locales?: unknown): Language {
  return wantedLanguage(locales) ?? chosenLanguage(request) ?? acceptedLanguage(request);
}
