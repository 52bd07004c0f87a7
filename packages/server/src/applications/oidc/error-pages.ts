// What a person sees of a request that the provider refuses: the way back, and for the owner of the application
// what was wrong, in both languages, next to what is registered.

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
import { type Fact, factOf } from './diagnostics/refusal-facts.ts';
import type { OidcPages } from './provider.ts';
import { requestContextOf } from './request-context.ts';

export type OidcPagesDeps = {
  answerPages: AnswerPages;
  answerNotices: AnswerNotices;
  /** The words of a namespace. */
  words(language: Language, namespace: string): unknown;
};

/** The library's words for a request that waited too long, or in another browser. */
const overErrors = ['session_not_found', 'invalid_request_uri'];

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

const isNamed = (error: string): error is Reason =>
  ['invalid_client', 'invalid_redirect_uri', 'invalid_request'].includes(error);

function reasonOf({ oidc: { route } }: KoaContextWithOIDC, error: string): Reason {
  if (route === 'resume' || route === 'device_resume' || overErrors.includes(error)) return 'over';
  if (route === 'end_session') return 'sign-out';
  return isNamed(error) ? error : 'other';
}

type Refused = { error: string; reason: Reason; reference: string; fact?: Fact | undefined };

function partsOf({ what, received, registered, comparison }: Fact): AnswerParts {
  const whole = (text = '') => ({ before: text, differs: '', after: '' });
  const sent = comparison?.received ?? whole(received[0]);
  const nearest = comparison?.nearest ?? whole(registered[0]);
  return {
    factName: what,
    receivedBefore: sent.before,
    receivedDiffers: sent.differs,
    receivedAfter: sent.after,
    nearestBefore: nearest.before,
    nearestDiffers: nearest.differs,
    nearestAfter: nearest.after,
    otherRegistered: registered.slice(1).join('\n'),
  };
}

export function createOidcPages({ answerPages, answerNotices, words }: OidcPagesDeps): OidcPages {
  const wordsIn = (language: Language) =>
    refusalWords.parse(words(language, 'answers'))['request-refused'];

  /** In words, in what the addresses differ: a colour says it to some alone. */
  function differenceIn(language: Language, { what, received, comparison }: Fact): string {
    const say = wordsIn(language);
    if (received.length === 0) return ` ${say.missing.replace('{{name}}', what)}`;
    const differs = comparison?.differs ?? [];
    if (differs.length === 0) return '';
    const named = differs.map((one: Difference) => say.differences[one] ?? one);
    return ` ${say.differs.replace('{{parts}}', named.join(', '))}`;
  }

  function refusal(language: Language, { error, reason, reference, fact }: Refused): string {
    const why = (one: Language) =>
      `${error}: ${wordsIn(one).reasons[reason]}${fact ? differenceIn(one, fact) : ''}`;
    const leadIn = (one: Language) =>
      wordsIn(one)[reason === 'over' || reason === 'sign-out' ? reason : 'text'];
    return answerNotices(language, 'request-refused', (one) => ({
      ...(fact && partsOf(fact)),
      lead: leadIn(one),
      whyUk: why('uk'),
      whyEn: why('en'),
      reference,
    }));
  }

  /** The same request again: it is whole in the address. */
  function tryAgain(
    language: Language,
    why: 'internal' | 'unavailable',
    parts: { wayOn: string; reference: string },
  ): string {
    const { codes } = errorWords.parse(words(language, 'errors'));
    const lead = codes[why] ?? '';
    return answerPages(language, 'try-again', { lead, ...parts, ...pathAndQuery(parts.wayOn) });
  }

  return {
    over: (language, reference) =>
      refusal(language, { error: 'session_not_found', reason: 'over', reference }),

    unavailable: (language, address, reference) =>
      tryAgain(language, 'unavailable', { wayOn: address, reference }),

    refused(ctx, out) {
      const { error } = out;
      const { language, requestId } = requestContextOf(ctx);
      if (error === 'server_error')
        return tryAgain(language, 'internal', { wayOn: ctx.originalUrl, reference: requestId });
      const { appId } = ctx.query;
      if (ctx.oidc.route === 'resume') {
        ctx.status = 410;
        if (typeof appId === 'string') return requestOverPage(answerNotices, language, appId);
      }
      return refusal(language, {
        error,
        reason: reasonOf(ctx, error),
        reference: requestId,
        fact: factOf(ctx, out),
      });
    },
  };
}
