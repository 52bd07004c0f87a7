// What a person sees of a request that the provider refuses.

import type { Language } from '@brama/contract/paths';
import type { OidcPages } from './provider.ts';
import { visitOf } from './visit.ts';

export type OidcPagesNeeds = {
  /** The page of trouble, with a sentence and the id to quote. */
  trouble(
    language: Language,
    why: 'oidc-expired' | 'oidc-refused' | 'internal' | 'unavailable',
    reference: string,
  ): string;
};

/** The library's words for a request that waited too long, or in another browser. */
const overErrors = ['session_not_found', 'invalid_request_uri'];

export function createOidcPages({ trouble }: OidcPagesNeeds): OidcPages {
  return {
    unavailable(ctx) {
      const { language, requestId } = visitOf(ctx);
      return trouble(language, 'unavailable', requestId);
    },

    refused(ctx, { error }) {
      const { language, requestId } = visitOf(ctx);
      if (error === 'server_error') return trouble(language, 'internal', requestId);
      const isOver = ctx.oidc.route === 'resume' || overErrors.includes(error);
      return trouble(language, isOver ? 'oidc-expired' : 'oidc-refused', requestId);
    },
  };
}
