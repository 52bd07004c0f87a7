// The response to a user who has signed out at the request of an application.

import { signedOutQuery } from '@brama/contract/pages/login-page';
import type { Language } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../application.ts';
import type { PageNotices } from '../interaction-pages.ts';

type SignedOut = {
  language: Language;
  /** Where the application wants the user to return; without it, the sign-in page says that the user has signed out. */
  address: string | undefined;
  notNotified: readonly Application[];
};

/** Leads to the page that names the applications that were not notified, or redirects at once. */
export function sendSignedOut(
  pageNotices: PageNotices,
  request: FastifyRequest,
  reply: FastifyReply,
  { language, address, notNotified }: SignedOut,
) {
  reply.header('cache-control', 'no-store');
  if (address === undefined) {
    const names = notNotified.map(({ name }) => name);
    return reply.redirect(`/${language}/${signedOutQuery(names)}`, 303);
  }
  if (notNotified.length === 0) return reply.redirect(address, 303);
  return pageNotices.send({ request, reply }, language, {
    page: 'signed-out',
    partsIn: (one) => ({
      notNotified: new Intl.ListFormat(one).format(notNotified.map(({ title }) => title[one])),
      href: address,
    }),
    status: 200,
  });
}
