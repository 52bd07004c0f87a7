// Error pages of authorization and logout requests, for the user and for the owner of the application.

import { referenceOf } from '@brama/contract/errors';
import type { Language } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { pathAndQuery } from '../../pages/address.ts';
import { responseLanguage } from '../../pages/language/language.ts';
import { sendPage } from '../../pages/send-page.ts';
import { type RefusedRequest, refusedRequestPage } from '../diagnostics/refused-page.ts';
import { requestOverHref } from '../interaction-pages.ts';
import type { Pages } from './deps.ts';
import type { Refusal } from './diagnostics/library-messages.ts';
import { mismatchOf } from './diagnostics/refusal-facts.ts';
import { requestContextOf } from './request-context.ts';

/** Errors of the library for a request that waited too long, or in another browser. */
const expiredErrors = ['session_not_found', 'invalid_request_uri'];

const explained: ReadonlyMap<string, RefusedRequest['reason']> = new Map([
  ['invalid_client', 'unknown-client'],
  ['invalid_redirect_uri', 'unregistered-address'],
  ['invalid_request', 'invalid-request'],
]);

function reasonOf({ oidc: { route } }: KoaContextWithOIDC, error: string) {
  if (route === 'resume' || route === 'device_resume' || expiredErrors.includes(error))
    return 'over';
  if (route === 'end_session') return 'sign-out';
  return explained.get(error) ?? 'other';
}

/** Returns a page that offers to repeat the request: it is complete in the address. */
export function tryAgainPage(
  pages: Pages,
  language: Language,
  why: 'internal' | 'unavailable',
  { href, reference }: { href: string; reference: string },
): string {
  const lead = pages.translate(language)(`errors:codes.${why}`);
  const props = { lead, href, reference: referenceOf(reference) };
  return pages.interactionPages(language, 'try-again', props, pathAndQuery(href));
}

export function refusedPage(pages: Pages, ctx: KoaContextWithOIDC, refusal: Refusal): string {
  const { error } = refusal;
  const { language, requestId: reference } = requestContextOf(ctx);
  if (error === 'server_error')
    return tryAgainPage(pages, language, 'internal', { href: ctx.originalUrl, reference });
  const { appId } = ctx.query;
  if (ctx.oidc.route === 'resume') {
    ctx.status = 410;
    if (typeof appId === 'string')
      return pages.pageNotices.page(language, {
        page: 'request-over',
        partsIn: () => ({ href: requestOverHref(appId) }),
      });
  }
  const mismatch = mismatchOf(ctx, refusal);
  const reason = reasonOf(ctx, error);
  return refusedRequestPage(pages, language, { error, reason, reference, mismatch });
}

/** Sends the page for a suspended request that is over. */
export function sendExpired(pages: Pages, request: FastifyRequest, reply: FastifyReply) {
  const refused = { error: 'session_not_found', reason: 'over', reference: request.id } as const;
  const page = refusedRequestPage(pages, responseLanguage(request), refused);
  return sendPage(request, reply, page, { status: 410, personal: true });
}
