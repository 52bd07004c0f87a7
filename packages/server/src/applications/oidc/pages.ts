// The provider's own pages: refusals, and the question whether to sign out.

import type { Language } from '@brama/contract/paths';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { AnswerPages } from '../answer-pages.ts';
import { ownMetadataOf } from './clients.ts';
import type { OidcPages } from './provider.ts';
import { visitOf } from './visit.ts';

export type OidcPagesNeeds = {
  answerPages: AnswerPages;
  /** The page of trouble, with a sentence and the id to quote. */
  trouble(
    language: Language,
    why: 'oidc-expired' | 'oidc-refused' | 'internal',
    reference: string,
  ): string;
};

/** The library's words for a request that waited too long, or in another browser. */
const overErrors = ['session_not_found', 'invalid_request_uri'];

/** A form's answer may lead to the application: policies of browsers count redirects too. */
function letFormLeadTo(ctx: KoaContextWithOIDC, address: string) {
  const header = `${ctx.response.get('content-security-policy')}`;
  const { origin } = new URL(address);
  ctx.set(
    'content-security-policy',
    header.replace("form-action 'self'", (own) => `${own} ${origin}`),
  );
}

export function createOidcPages({ answerPages, trouble }: OidcPagesNeeds): OidcPages {
  return {
    refused(ctx, { error }) {
      const { language, requestId } = visitOf(ctx);
      if (error === 'server_error') return trouble(language, 'internal', requestId);
      const isOver = ctx.oidc.route === 'resume' || overErrors.includes(error);
      return trouble(language, isOver ? 'oidc-expired' : 'oidc-refused', requestId);
    },

    signOut(ctx, { action, xsrf }) {
      const { language } = visitOf(ctx);
      const { client, params } = ctx.oidc;
      const leadsTo = params?.['post_logout_redirect_uri'];
      if (typeof leadsTo === 'string') letFormLeadTo(ctx, leadsTo);
      return answerPages(language, 'sign-out', {
        application: client && ownMetadataOf(client).title[language],
        wayOn: new URL(action).pathname,
        proof: xsrf,
      });
    },
  };
}
