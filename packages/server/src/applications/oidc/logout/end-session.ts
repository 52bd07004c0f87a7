// An application asks to sign out (OpenID Connect RP-Initiated Logout 1.0): the library judges its request,
// the person is asked, and what follows is the sign-out of the portal. What was asked for stands sealed in the
// page's form, so that any number of pages may be open, and nothing is kept.

import { signedOutQuery } from '@brama/contract/pages/login-page';
import { defaultLanguage, type Language, languages } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import type { Encryption } from '../../../crypto/encryption.ts';
import { fail } from '../../../errors.ts';
import type { SessionCookie } from '../../../http/session-cookie.ts';
import { pathAndQuery } from '../../../pages/address.ts';
import { sendPage } from '../../../pages/send-page.ts';
import type { Application } from '../../application.ts';
import type { AnswerNotices, AnswerPages } from '../../interaction-pages.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import { endpoints } from '../endpoints.ts';
import { formTargetOf } from '../native/redirect-address.ts';
import { nextPageLanguage, requestContextOf } from '../request-context.ts';

export const confirmPath = `${endpoints.end_session}/confirm`;

/** What the page's form sends back. */
const wish = z.object({
  /** The session that was asked about. */
  uid: z.string(),
  clientId: z.string().optional(),
  applicationId: z.string().optional(),
  /** Registered by the application, as judged when it asked. */
  address: z.string().optional(),
  state: z.string().optional(),
  /** In which it was asked. */
  language: z.enum(languages).catch(defaultLanguage),
});
type Wish = z.infer<typeof wish>;
type Asked = Omit<Wish, 'uid' | 'language'>;

const context = 'wish to sign out';

export type SignOut = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Pick<Application, 'id' | 'name' | 'title'>[]>;

export type SignOutDeps = {
  encryption: Encryption;
  sessionCookie: SessionCookie;
  answerPages: AnswerPages;
  answerNotices: AnswerNotices;
  /** Ends this browser's session, as everywhere; names the applications that could not be told in time. */
  signOut: SignOut;
};

function wishOf(ctx: KoaContextWithOIDC): Asked {
  const { client, params } = ctx.oidc;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    clientId: client?.clientId,
    applicationId: client && ownMetadataOf(client).applicationId,
    address: text(params?.['post_logout_redirect_uri']),
    state: text(params?.['state']),
  };
}

/** Where the application wants the person to go afterwards; else where everybody lands who signs out. */
function wayAfter({ address, state }: Asked, language: Language): string {
  if (address === undefined) return `/${language}/${signedOutQuery([])}`;
  const way = new URL(address);
  if (state !== undefined) way.searchParams.set('state', state);
  return way.href;
}

/** For a request to sign out where nobody is signed in. */
export function wayWithout(ctx: KoaContextWithOIDC): string {
  return wayAfter(wishOf(ctx), nextPageLanguage(ctx));
}

/** A form's answer may lead to the application: policies of browsers count redirects too. */
function letFormLeadTo(ctx: KoaContextWithOIDC, address: string) {
  const header = `${ctx.response.get('content-security-policy')}`;
  ctx.set(
    'content-security-policy',
    header.replace("form-action 'self'", (own) => `${own} ${formTargetOf(address)}`),
  );
}

/** The same request once more: for somebody else who has signed in meanwhile, or in another language. */
function askAgain({ clientId, address, state }: Asked, more: Record<string, string> = {}): string {
  const query = new URLSearchParams(more);
  if (clientId !== undefined) query.set('client_id', clientId);
  if (address !== undefined) query.set('post_logout_redirect_uri', address);
  if (state !== undefined) query.set('state', state);
  return `${endpoints.end_session}?${query}`;
}

export function createSignOut(deps: SignOutDeps) {
  const { encryption, sessionCookie, answerPages, answerNotices, signOut } = deps;
  function wishIn(form: URLSearchParams): Wish {
    const opened = encryption.decrypt(form.get('proof') ?? '', context);
    return opened === undefined ? fail('request.invalid') : wish.parse(JSON.parse(opened));
  }

  return {
    /** The page that asks, as HTML. */
    question(ctx: KoaContextWithOIDC): string {
      const { session, language } = requestContextOf(ctx);
      if (!session) throw new Error('nobody is signed in');
      const asked = wishOf(ctx);
      if (asked.address !== undefined) letFormLeadTo(ctx, asked.address);
      const { client } = ctx.oidc;
      const props = {
        application: client ? ownMetadataOf(client).title[language] : '',
        action: confirmPath,
        proof: encryption.encrypt(
          JSON.stringify({ uid: session.uid, language, ...asked }),
          context,
        ),
      };
      return answerPages(language, 'sign-out', props, pathAndQuery(askAgain(asked)));
    },

    /** The answer to its form; also to that of a page that was left open, long after. */
    async confirm(request: FastifyRequest, reply: FastifyReply) {
      const asked = wishIn(request.body as URLSearchParams);
      const session = await sessionCookie.find(request);
      if (session && session.uid !== asked.uid) {
        const again = askAgain(asked, { ui_locales: asked.language });
        return reply.redirect(again, 303);
      }
      const { language } = asked;
      // whoever asks has ended its own session before
      const untold = (await signOut(request, reply)).filter(({ id }) => id !== asked.applicationId);
      reply.header('cache-control', 'no-store');
      if (untold.length === 0) return reply.redirect(wayAfter(asked, language), 303);
      const names = untold.map(({ name }) => name);
      if (asked.address === undefined)
        return reply.redirect(`/${language}/${signedOutQuery(names)}`, 303);
      const page = answerNotices(language, 'signed-out', (one) => ({
        notNotified: new Intl.ListFormat(one).format(untold.map(({ title }) => title[one])),
        href: wayAfter(asked, one),
      }));
      return sendPage(request, reply, page, { personal: true });
    },
  };
}

export type SignOutPages = ReturnType<typeof createSignOut>;
