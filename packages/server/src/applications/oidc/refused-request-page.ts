// Error pages of authorization and logout requests, for the user and for the owner of the application.

import { referenceOf } from '@brama/contract/errors';
import type { Language } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { pathAndQuery } from '../../pages/address.ts';
import { responseLanguage } from '../../pages/language/language.ts';
import { sendPage } from '../../pages/send-page.ts';
import { requestOverPage } from '../interaction-pages.ts';
import type { Pages } from './deps.ts';
import type { Refusal } from './diagnostics/library-messages.ts';
import { type Mismatch, mismatchOf } from './diagnostics/refusal-facts.ts';
import { requestContextOf } from './request-context.ts';

/** Errors of the library for a request that waited too long, or in another browser. */
const expiredErrors = ['session_not_found', 'invalid_request_uri'];

const explained = ['invalid_client', 'invalid_redirect_uri', 'invalid_request'] as const;

function reasonOf({ oidc: { route } }: KoaContextWithOIDC, error: string) {
  if (route === 'resume' || route === 'device_resume' || expiredErrors.includes(error))
    return 'over';
  if (route === 'end_session') return 'sign-out';
  return explained.find((one) => one === error) ?? 'other';
}

type RefusedRequest = {
  error: string;
  reason: ReturnType<typeof reasonOf>;
  reference: string;
  mismatch?: Mismatch | undefined;
};

function shownMismatch({ parameter, received, registered, comparison }: Mismatch) {
  const whole = (text: string | undefined) =>
    text === undefined ? undefined : { before: text, differs: '', after: '' };
  return {
    parameter,
    received: comparison?.received ?? whole(received[0]),
    nearest: comparison?.nearest ?? whole(registered[0]),
    others: registered.slice(1),
  };
}

/** Names the difference in words too, because some users cannot see the marked colour. */
function differenceIn(
  t: ReturnType<Pages['translate']>,
  { parameter, received, comparison }: Mismatch,
): string {
  if (received.length === 0)
    return ` ${t('interaction:request-refused.missing', { name: parameter })}`;
  const differs = comparison?.differs ?? [];
  if (differs.length === 0) return '';
  const names = differs.map((one) => t(`interaction:request-refused.differences.${one}`));
  return ` ${t('interaction:request-refused.differs', { parts: names.join(', ') })}`;
}

function explanationPage(pages: Pages, language: Language, refused: RefusedRequest): string {
  const { error, reason, reference, mismatch } = refused;
  const why = (one: Language) => {
    const t = pages.translate(one);
    const sentence = t(`interaction:request-refused.reasons.${reason}`);
    return `${error}: ${sentence}${mismatch ? differenceIn(t, mismatch) : ''}`;
  };
  const lead = reason === 'over' || reason === 'sign-out' ? reason : 'text';
  return pages.pageNotices(language, 'request-refused', (one) => ({
    lead: pages.translate(one)(`interaction:request-refused.${lead}`),
    why: { uk: why('uk'), en: why('en') },
    ...(mismatch && { fact: shownMismatch(mismatch) }),
    reference: referenceOf(reference),
  }));
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
    if (typeof appId === 'string') return requestOverPage(pages.pageNotices, language, appId);
  }
  const mismatch = mismatchOf(ctx, refusal);
  const reason = reasonOf(ctx, error);
  return explanationPage(pages, language, { error, reason, reference, mismatch });
}

/** Sends the page for a suspended request that is over. */
export function sendExpired(pages: Pages, request: FastifyRequest, reply: FastifyReply) {
  const refused = { error: 'session_not_found', reason: 'over', reference: request.id } as const;
  const page = explanationPage(pages, responseLanguage(request), refused);
  return sendPage(request, reply, page, { status: 410, personal: true });
}
