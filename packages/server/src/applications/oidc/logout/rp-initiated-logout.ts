// RP-initiated logout (OpenID Connect RP-Initiated Logout 1.0). The library checks the request, our page asks the user, and the
// sign-out is the same as in the portal. The request is encrypted in the form, so the server stores nothing.

import { signedOutQuery } from '@brama/contract/pages/login-page';
import { defaultLanguage, type Language, languages } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import { fail } from '../../../errors.ts';
import { pathAndQuery } from '../../../pages/address.ts';
import { formTargetOf, withFormTarget } from '../../hand-over/form-target.ts';
import { sendSignedOut } from '../../sign-out/signed-out-reply.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import type { OidcDeps } from '../deps.ts';
import { endpoints } from '../endpoints.ts';
import { nextPageLanguage, requestContextOf } from '../request-context.ts';

export const confirmPath = `${endpoints.end_session}/confirm`;

const logoutForm = z.object({
  uid: z.string(),
  clientId: z.string().optional(),
  applicationId: z.string().optional(),
  /** The checked `post_logout_redirect_uri`. */
  address: z.string().optional(),
  state: z.string().optional(),
  language: z.enum(languages).catch(defaultLanguage),
});
type LogoutForm = z.infer<typeof logoutForm>;
type LogoutRequest = Omit<LogoutForm, 'uid' | 'language'>;

/** The encryption context is part of issued forms. */
const formContext = 'wish to sign out';

function logoutRequestOf(ctx: KoaContextWithOIDC): LogoutRequest {
  const { client, params } = ctx.oidc;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    clientId: client?.clientId,
    applicationId: client && ownMetadataOf(client).applicationId,
    address: text(params?.['post_logout_redirect_uri']),
    state: text(params?.['state']),
  };
}

/** Returns the `post_logout_redirect_uri` with the state; without one, our page after a sign-out. */
function redirectAfterLogout({ address, state }: LogoutRequest, language: Language): string {
  if (address === undefined) return `/${language}/${signedOutQuery([])}`;
  const url = new URL(address);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}

/** Returns where a logout request leads if no user is signed in. */
export function redirectWithoutSession(ctx: KoaContextWithOIDC): string {
  return redirectAfterLogout(logoutRequestOf(ctx), nextPageLanguage(ctx));
}

/** Returns the address of the same logout request: for another user, or in another language. */
function repeatAddress(
  { clientId, address, state }: LogoutRequest,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams(more);
  if (clientId !== undefined) query.set('client_id', clientId);
  if (address !== undefined) query.set('post_logout_redirect_uri', address);
  if (state !== undefined) query.set('state', state);
  return `${endpoints.end_session}?${query}`;
}

export function renderQuestion({ crypto, pages }: OidcDeps, ctx: KoaContextWithOIDC): string {
  const { session, language } = requestContextOf(ctx);
  if (!session) throw new Error('no user is signed in');
  const request = logoutRequestOf(ctx);
  const policy = ctx.response.get('content-security-policy');
  if (request.address !== undefined)
    ctx.set('content-security-policy', withFormTarget(policy, formTargetOf(request.address)));
  const { client } = ctx.oidc;
  const form: LogoutForm = { uid: session.uid, language, ...request };
  const props = {
    application: client ? ownMetadataOf(client).title[language] : '',
    action: confirmPath,
    proof: crypto.encryption.encrypt(JSON.stringify(form), formContext),
  };
  return pages.interactionPages(language, 'sign-out', props, pathAndQuery(repeatAddress(request)));
}

function readForm({ encryption }: OidcDeps['crypto'], form: URLSearchParams): LogoutForm {
  const text = encryption.decrypt(form.get('proof') ?? '', formContext);
  return text === undefined ? fail('request.invalid') : logoutForm.parse(JSON.parse(text));
}

/** Handles the form of that page, however old the page is. */
export async function handleConfirmation(
  { crypto, http, pages }: OidcDeps,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const form = readForm(crypto, request.body as URLSearchParams);
  const { language } = form;
  const session = await http.sessionCookie.find(request);
  if (session && session.uid !== form.uid)
    return reply.redirect(repeatAddress(form, { ui_locales: language }), 303);
  // the requesting application has ended its own session before
  const notNotified = (await http.signOut(request, reply)).filter(
    ({ id }) => id !== form.applicationId,
  );
  const address = form.address === undefined ? undefined : redirectAfterLogout(form, language);
  return sendSignedOut(pages.pageNotices, request, reply, { language, address, notNotified });
}
