// What a person sees of a request that the provider refuses: the way back, and for the owner of the application
// what was wrong, in both languages, next to what is registered.

import { referenceOf } from '@brama/contract/errors';
import type { Language } from '@brama/contract/paths';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { pathAndQuery } from '../../pages/address.ts';
import type { Translate } from '../../pages/translate.ts';
import { type AnswerNotices, type AnswerPages, requestOverPage } from '../interaction-pages.ts';
import type { Difference } from './diagnostics/address-difference.ts';
import { type Fact, factOf } from './diagnostics/refusal-facts.ts';
import type { OidcPages } from './provider.ts';
import { requestContextOf } from './request-context.ts';

export type OidcPagesDeps = {
  answerPages: AnswerPages;
  answerNotices: AnswerNotices;
  translate: Translate;
};

/** The library's words for a request that waited too long, or in another browser. */
const overErrors = ['session_not_found', 'invalid_request_uri'];

type Reason =
  | 'over'
  | 'sign-out'
  | 'other'
  | 'invalid_client'
  | 'invalid_redirect_uri'
  | 'invalid_request';

const isNamed = (error: string): error is Reason =>
  ['invalid_client', 'invalid_redirect_uri', 'invalid_request'].includes(error);

function reasonOf({ oidc: { route } }: KoaContextWithOIDC, error: string): Reason {
  if (route === 'resume' || route === 'device_resume' || overErrors.includes(error)) return 'over';
  if (route === 'end_session') return 'sign-out';
  return isNamed(error) ? error : 'other';
}

type Refused = { error: string; reason: Reason; reference: string; fact?: Fact | undefined };

function shownFact({ what, received, registered, comparison }: Fact) {
  const whole = (text: string | undefined) =>
    text === undefined ? undefined : { before: text, differs: '', after: '' };
  return {
    parameter: what,
    received: comparison?.received ?? whole(received[0]),
    nearest: comparison?.nearest ?? whole(registered[0]),
    others: registered.slice(1),
  };
}

export function createOidcPages(deps: OidcPagesDeps): OidcPages {
  const { answerPages, answerNotices, translate } = deps;

  /** In words, in what the addresses differ: a colour says it to some alone. */
  function differenceIn(language: Language, { what, received, comparison }: Fact): string {
    const t = translate(language);
    if (received.length === 0) return ` ${t('answers:request-refused.missing', { name: what })}`;
    const differs = comparison?.differs ?? [];
    if (differs.length === 0) return '';
    const named = differs.map((one: Difference) => t(`answers:request-refused.differences.${one}`));
    return ` ${t('answers:request-refused.differs', { parts: named.join(', ') })}`;
  }

  function refusal(language: Language, { error, reason, reference, fact }: Refused): string {
    const why = (one: Language) => {
      const sentence = translate(one)(`answers:request-refused.reasons.${reason}`);
      return `${error}: ${sentence}${fact ? differenceIn(one, fact) : ''}`;
    };
    const lead = reason === 'over' || reason === 'sign-out' ? reason : 'text';
    return answerNotices(language, 'request-refused', (one) => ({
      lead: translate(one)(`answers:request-refused.${lead}`),
      why: { uk: why('uk'), en: why('en') },
      ...(fact && { fact: shownFact(fact) }),
      reference: referenceOf(reference),
    }));
  }

  /** The same request again: it is whole in the address. */
  function tryAgain(
    language: Language,
    why: 'internal' | 'unavailable',
    { href, reference }: { href: string; reference: string },
  ): string {
    const lead = translate(language)(`errors:codes.${why}`);
    const props = { lead, href, reference: referenceOf(reference) };
    return answerPages(language, 'try-again', props, pathAndQuery(href));
  }

  return {
    over: (language, reference) =>
      refusal(language, { error: 'session_not_found', reason: 'over', reference }),

    unavailable: (language, address, reference) =>
      tryAgain(language, 'unavailable', { href: address, reference }),

    refused(ctx, out) {
      const { error } = out;
      const { language, requestId } = requestContextOf(ctx);
      if (error === 'server_error')
        return tryAgain(language, 'internal', { href: ctx.originalUrl, reference: requestId });
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
