// Functions of the sample applications that send responses and read cookies.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendPage } from '../pages/http.ts';

export function cookieOf(request: IncomingMessage, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(/; */).map((pair) => pair.split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/** Sends a page that may show the button of Brama, and whose forms may lead there. */
export function send(response: ServerResponse, status: number, html: string, bramaUrl: string) {
  const { origin } = new URL(bramaUrl);
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${origin}`,
    "connect-src 'self'",
    `img-src data: ${origin}`,
    "style-src 'unsafe-inline'",
    `form-action 'self' ${origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  sendPage(response, status, html, policy.join('; '));
}

export function sendText(response: ServerResponse, type: string, text: string) {
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

export function redirect(response: ServerResponse, location: string) {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}
