// Functions of the sample applications that send responses and read cookies.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendPage } from '../pages/http.ts';
import { contentSecurityPolicy } from '../pages/page-frame.ts';

export function cookieOf(request: IncomingMessage, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(/; */).map((pair) => pair.split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/** `formTarget`: another origin to which a form of the page redirects. */
export function send(response: ServerResponse, status: number, html: string, formTarget?: string) {
  const targets = formTarget === undefined ? [] : [formTarget];
  sendPage(response, status, html, contentSecurityPolicy(...targets));
}

export function redirect(response: ServerResponse, location: string) {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}
