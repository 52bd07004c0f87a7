// Error pages of authorization and logout requests. A user gets a way on, and the owner of the application reads in both
// languages what was wrong and what is registered.

import type { Language } from '@brama/contract/paths';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import { pathAndQuery } from '../../pages/address.ts';
import {
  type AnswerNotices,
  type AnswerPages,
  type AnswerParts,
  requestOverPage,
} from '../interaction-pages.ts';
import type { Difference } from './diagnostics/address-difference.ts';
import type { Refusal } from './diagnostics/refusal.ts';
import { type Mismatch, mismatchOf } from './diagnostics/refusal-facts.ts';
import { requestContextOf } from './request-context.ts';

export type ErrorPageDeps = {
  answerPages: AnswerPages;
  answerNotices: AnswerNotices;
  /** Returns the words of a namespace. */
  words(language: Language, namespace: string): unknown;
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

const refusalWords = z.object({
  'request-refused': z.object({
    text: z.string(),
    over: z.string(),
    'sign-out': z.string(),
    missing: z.string(),
    differs: z.string(),
    differences: z.record(z.string(), z.string()),
    reasons: z.object({
      over: z.string(),
      'sign-out': z.string(),
      other: z.string(),
      invalid_client: z.string(),
      invalid_redirect_uri: z.string(),
      invalid_request: z.string(),
    }),
  }),
});
const errorWords = z.object({ codes: z.record(z.string(), z.string()) });
type Reason = keyof z.infer<typeof refusalWords>['request-refused']['reasons'];

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

function partsOf({ parameter, received, registered, comparison }: Mismatch): AnswerParts {
  const whole = (text = '') => ({ before: text, differs: '', after: '' });
  const sent = comparison?.received ?? whole(received[0]);
  const nearest = comparison?.nearest ?? whole(registered[0]);
  return {
    factName: parameter,
    receivedBefore: sent.before,
    receivedDiffers: sent.differs,
    receivedAfter: sent.after,
    nearestBefore: nearest.before,
    nearestDiffers: nearest.differs,
    nearestAfter: nearest.after,
    otherRegistered: registered.slice(1).join('\n'),
  };
}

type RefusalWords = z.infer<typeof refusalWords>['request-refused'];

/** Names the difference in words too, because some users cannot see the marked colour. */
function differenceIn(words: RefusalWords, { parameter, received, comparison }: Mismatch): string {
  if (received.length === 0) return ` ${words.missing.replace('{{name}}', parameter)}`;
  const differs = comparison?.differs ?? [];
  if (differs.length === 0) return '';
  const names = differs.map((one: Difference) => words.differences[one] ?? one);
  return ` ${words.differs.replace('{{parts}}', names.join(', '))}`;
}

function refusalPage(deps: ErrorPageDeps, language: Language, refused: RefusedRequest): string {
  const { error, reason, reference, mismatch } = refused;
  const wordsIn = (one: Language) =>
    refusalWords.parse(deps.words(one, 'answers'))['request-refused'];
  const why = (one: Language) => {
    const words = wordsIn(one);
    return `${error}: ${words.reasons[reason]}${mismatch ? differenceIn(words, mismatch) : ''}`;
  };
  const lead = reason === 'over' || reason === 'sign-out' ? reason : 'text';
  return deps.answerNotices(language, 'request-refused', (one) => ({
    ...(mismatch && partsOf(mismatch)),
    lead: wordsIn(one)[lead],
    whyUk: why('uk'),
    whyEn: why('en'),
    reference,
  }));
}

/** Offers to repeat the request: it is complete in the address. */
function tryAgainPage(
  deps: ErrorPageDeps,
  language: Language,
  why: 'internal' | 'unavailable',
  parts: { wayOn: string; reference: string },
): string {
  const { codes } = errorWords.parse(deps.words(language, 'errors'));
  const lead = codes[why] ?? '';
  return deps.answerPages(language, 'try-again', { lead, ...parts, ...pathAndQuery(parts.wayOn) });
}

function refusedPage(deps: ErrorPageDeps, ctx: KoaContextWithOIDC, refusal: Refusal): string {
  const { error } = refusal;
  const { language, requestId: reference } = requestContextOf(ctx);
  if (error === 'server_error')
    return tryAgainPage(deps, language, 'internal', { wayOn: ctx.originalUrl, reference });
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
      tryAgainPage(deps, language, 'unavailable', { wayOn: address, reference }),
  };
}
