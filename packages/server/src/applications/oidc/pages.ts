// What a person sees of a request that the provider refuses: the way back, and for the owner of the application
// what was wrong, in both languages. Never what the request said.

import type { Language } from '@brama/contract/paths';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import type { AnswerPages } from '../answer-pages.ts';
import type { OidcPages } from './provider.ts';
import { visitOf } from './visit.ts';

export type OidcPagesNeeds = {
  answerPages: AnswerPages;
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

export function createOidcPages({ answerPages, words }: OidcPagesNeeds): OidcPages {
  const wordsIn = (language: Language) =>
    refusalWords.parse(words(language, 'answers'))['request-refused'];

  function refusal(language: Language, error: string, reason: Reason, reference: string): string {
    const why = (one: Language) => `${error}: ${wordsIn(one).reasons[reason]}`;
    const say = wordsIn(language);
    return answerPages(language, 'request-refused', {
      lead: reason === 'over' || reason === 'sign-out' ? say[reason] : say.text,
      whyUk: why('uk'),
      whyEn: why('en'),
      reference,
    });
  }

  /** The same request again: it is whole in the address. */
  function tryAgain(
    language: Language,
    why: 'internal' | 'unavailable',
    parts: { wayOn: string; reference: string },
  ): string {
    const { codes } = errorWords.parse(words(language, 'errors'));
    return answerPages(language, 'try-again', { lead: codes[why] ?? '', ...parts });
  }

  return {
    over: (language, reference) => refusal(language, 'session_not_found', 'over', reference),

    unavailable: (language, address, reference) =>
      tryAgain(language, 'unavailable', { wayOn: address, reference }),

    refused(ctx, { error }) {
      const { language, requestId } = visitOf(ctx);
      if (error === 'server_error')
        return tryAgain(language, 'internal', { wayOn: ctx.originalUrl, reference: requestId });
      return refusal(language, error, reasonOf(ctx, error), requestId);
    },
  };
}
