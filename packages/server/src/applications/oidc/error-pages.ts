// Error pages of authorization and logout requests. A user gets a way on, and the owner of the application reads in both
// languages what was wrong and what is registered.

import { referenceOf } from '@brama/contract/errors';
import type { Language } from '@brama/contract/paths';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { pathAndQuery } from '../../pages/address.ts';
import type { Translate } from '../../pages/translate.ts';
import { type AnswerNotices, type AnswerPages, requestOverPage } from '../interaction-pages.ts';
import type { Difference } from './diagnostics/address-difference.ts';
import type { Refusal } from './diagnostics/refusal.ts';
import { type Mismatch, mismatchOf } from './diagnostics/refusal-facts.ts';
import { requestContextOf } from './request-context.ts';

export type ErrorPageDeps = {
  answerPages: AnswerPages;
  answerNotices: AnswerNotices;
  translate: Translate;
};

export type ErrorPages = {
  /** The library has refused a request. */
  refused(ctx: KoaContextWithOIDC, refusal: Refusal): string;
  /** The suspended request is over. */
  expired(language: Language, reference: string): string;
  /** The database is unavailable; the same address works later. */
  unavailable(language: Language, address: string, reference: string): string;
};

/** What pages are rendered with. */
export type PageDeps = ErrorPageDeps & { errors: ErrorPages };

/** Errors of the library for a request that waited too long, or in another browser. */
const expiredErrors = ['session_not_found', 'invalid_request_uri'];

type Reason =
  | 'over'
  | 'sign-out'
  | 'other'
  | 'invalid_client'
  | 'invalid_redirect_uri'
  | 'invalid_request';

const isReason = (error: string): error is Reason =>
  ['invalid_client', 'invalid_redirect_uri', 'invalid_request'].includes(error);

function reasonOf({ oidc: { route } }: KoaContextWithOIDC, error: string): Reason {
  if (route === 'resume' || route === 'device_resume' || expiredErrors.includes(error))
    return 'over';
  if (route === 'end_session') return 'sign-out';
  return isReason(error) ? error : 'other';
}

type RefusedRequest = {
  error: string;
  reason: Reason;
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
  t: ReturnType<Translate>,
  { parameter, received, comparison }: Mismatch,
): string {
  if (received.length === 0) return ` ${t('answers:request-refused.missing', { name: parameter })}`;
  const differs = comparison?.differs ?? [];
  if (differs.length === 0) return '';
  const names = differs.map((one: Difference) => t(`answers:request-refused.differences.${one}`));
  return ` ${t('answers:request-refused.differs', { parts: names.join(', ') })}`;
}

function refusalPage(deps: ErrorPageDeps, language: Language, refused: RefusedRequest): string {
  const { error, reason, reference, mismatch } = refused;
  const why = (one: Language) => {
    const t = deps.translate(one);
    const sentence = t(`answers:request-refused.reasons.${reason}`);
    return `${error}: ${sentence}${mismatch ? differenceIn(t, mismatch) : ''}`;
  };
  const lead = reason === 'over' || reason === 'sign-out' ? reason : 'text';
  return deps.answerNotices(language, 'request-refused', (one) => ({
    lead: deps.translate(one)(`answers:request-refused.${lead}`),
    why: { uk: why('uk'), en: why('en') },
    ...(mismatch && { fact: shownMismatch(mismatch) }),
    reference: referenceOf(reference),
  }));
}

/** Offers to repeat the request: it is complete in the address. */
function tryAgainPage(
  deps: ErrorPageDeps,
  language: Language,
  why: 'internal' | 'unavailable',
  { href, reference }: { href: string; reference: string },
): string {
  const lead = deps.translate(language)(`errors:codes.${why}`);
  const props = { lead, href, reference: referenceOf(reference) };
  return deps.answerPages(language, 'try-again', props, pathAndQuery(href));
}

function refusedPage(deps: ErrorPageDeps, ctx: KoaContextWithOIDC, refusal: Refusal): string {
  const { error } = refusal;
  const { language, requestId: reference } = requestContextOf(ctx);
  if (error === 'server_error')
    return tryAgainPage(deps, language, 'internal', { href: ctx.originalUrl, reference });
  const { appId } = ctx.query;
  if (ctx.oidc.route === 'resume') {
    ctx.status = 410;
    if (typeof appId === 'string') return requestOverPage(deps.answerNotices, language, appId);
  }
  const mismatch = mismatchOf(ctx, refusal);
  return refusalPage(deps, language, { error, reason: reasonOf(ctx, error), reference, mismatch });
}

export function createErrorPages(deps: ErrorPageDeps): ErrorPages {
  return {
    refused: (ctx, refusal) => refusedPage(deps, ctx, refusal),
    expired: (language, reference) =>
      refusalPage(deps, language, { error: 'session_not_found', reason: 'over', reference }),
    unavailable: (language, address, reference) =>
      tryAgainPage(deps, language, 'unavailable', { href: address, reference }),
  };
}
