// Redirects an address without a language to the remembered language. The cookie decides, then the local storage of
// the browser, then the default, Ukrainian. Only the browser can read its local storage, so without the cookie it
// receives a one-line page whose script does.

import { createHash } from 'node:crypto';
import { escapeHtml } from '@brama/contract/escape-html';
import { defaultLanguage, languageStorageKey, languages } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rawQuery } from '../address.ts';
import { chosenLanguage } from './language.ts';

const script = `let l;try{l=localStorage.getItem(${JSON.stringify(languageStorageKey)})}catch{}location.replace('/'+(${JSON.stringify(languages)}.includes(l)?l:${JSON.stringify(defaultLanguage)})+location.pathname+location.search+location.hash)`;

/** CSP source expression of the script of the page. */
export const chooseLanguageHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

function pageThatLooks(fallback: string): string {
  return `<!doctype html><html lang="${defaultLanguage}"><head><meta charset="utf-8"><title>Брама</title><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><noscript><meta http-equiv="refresh" content="0; url=${escapeHtml(fallback)}"></noscript><script>${script}</script></head><body></body></html>`;
}

/** `path` is the path below the language, without its first slash. */
export function chooseLanguage(request: FastifyRequest, reply: FastifyReply, path: string) {
  const remembered = chosenLanguage(request);
  const inLanguage = (language: string) => `/${language}/${path}${rawQuery(request)}`;
  reply.header('cache-control', 'no-store').header('vary', 'cookie, sec-fetch-dest');
  if (remembered !== undefined) return reply.redirect(inLanguage(remembered), 302);
  const fallback = inLanguage(defaultLanguage);
  // programs have no local storage (Fetch Metadata, §2.1)
  if (request.headers['sec-fetch-dest'] !== 'document') return reply.redirect(fallback, 302);
  return reply.type('text/html; charset=utf-8').send(pageThatLooks(fallback));
}
