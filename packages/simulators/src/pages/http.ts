// Shared functions of the simulators' servers: reading a form, choosing a language, sending a page.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Language, languageOf } from './html.ts';

const maxBodyBytes = 64 * 1024;

/** Reads the body of a request. @throws an Error if it is longer than 64 KiB. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > maxBodyBytes) throw new Error('too large');
  }
  return body;
}

/** Returns `lang` of the address, or else the language the application requested, or else that of the browser. */
export function chosenLanguage(url: URL, request: IncomingMessage, wished?: Language): Language {
  const chosen = url.searchParams.get('lang');
  return chosen === 'uk' || chosen === 'en' ? chosen : (wished ?? languageOf(request));
}

export function sendPage(response: ServerResponse, status: number, html: string, policy: string) {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(html);
}
