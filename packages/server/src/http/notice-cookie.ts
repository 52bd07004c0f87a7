// The cookie that carries why a form was refused to the page of the form (pages/one-time-notice.ts).

import type { FastifyReply } from 'fastify';
import { hostCookie } from './host-cookie.ts';

/** Strict: a link on another site never shows the notice. */
export const noticeCookieOf = (secure: boolean) =>
  hostCookie('notice', { secure, sameSite: 'strict' });

/** Deletes a notice that no page has shown: another user may be next. */
export function forgetNotice(reply: FastifyReply, secure: boolean): void {
  const cookie = noticeCookieOf(secure);
  const { request } = reply;
  // browsers do not send it with a request that another site has caused, such as the return from Google
  const isHidden = request.headers['sec-fetch-site'] === 'cross-site';
  if (isHidden || cookie.read(request) !== undefined) cookie.clear(reply);
}
