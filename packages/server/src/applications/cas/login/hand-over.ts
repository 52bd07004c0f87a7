// Brings a ticket to its service, through the browser.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { responseLanguage } from '../../../pages/language/language.ts';
import { formPostHeaders, formPostPage } from '../../hand-over/form-post-page.ts';
import type { CasDeps } from '../deps.ts';
import type { FoundService } from '../find-service.ts';
import { withTicket } from '../service-url.ts';
import type { CasLogin } from './read-login.ts';

export type Login = { found: FoundService; login: CasLogin };

/** Redirects to the service, or sends a form that a script submits (`method=POST`). */
export function handOver(
  { pages, activity }: CasDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { found, login, ticket }: Login & { ticket: string },
) {
  const { href, application } = found;
  activity.reached(application.id, 'issued');
  if (login.method === 'GET') return reply.redirect(withTicket(href, ticket), 302);
  const language = responseLanguage(request);
  const page = formPostPage(pages.translate, language, {
    title: application.title[language],
    action: href,
    fields: [
      ['ticket', ticket],
      ['service', href],
    ],
  });
  return reply.headers(formPostHeaders).type('text/html; charset=utf-8').send(page);
}
