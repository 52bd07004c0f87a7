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

/** The first of ours in `ui_locales`, tags separated by spaces (OpenID Connect Core §3.1.2.1). */
export function wantedLanguage(locales: unknown): Language | undefined {
  const tags = typeof locales === 'string' ? locales.toLowerCase().split(' ') : [];
  return tags.map((tag) => tag.split('-')[0]).find(isLanguage);
}

const yearSeconds = 365 * 24 * 3600;

/** Remembers the language of a page, as the page's own script does where there is one. */
export function rememberLanguage(request: FastifyRequest, reply: FastifyReply, language: Language) {
  const { secureCookies: secure } = request.server;
  const name = languageCookie(secure);
  if (request.cookies[name] !== language)
    reply.setCookie(name, language, { path: '/', sameSite: 'lax', maxAge: yearSeconds, secure });
}

/** By the cookie alone. */
export function chosenLanguage(request: FastifyRequest): Language | undefined {
  // for requests that could not be routed no cookie has been read
  const remembered = request.cookies?.[languageCookie(request.server.secureCookies)];
  return isLanguage(remembered) ? remembered : undefined;
}

/** For ways that lead on to a page with a language: the remembered choice, else Ukrainian (decision 0010). */
export function rememberedLanguage(request: FastifyRequest): Language {
  return chosenLanguage(request) ?? defaultLanguage;
}

/**
 * For pages that stay at an address without a language, and are remembered by nobody: what the application
 * asks for, the remembered choice, what the browser asks for, Ukrainian.
 */
export function answerLanguage(request: FastifyRequest, locales?: unknown): Language {
  return wantedLanguage(locales) ?? chosenLanguage(request) ?? acceptedLanguage(request);
}
