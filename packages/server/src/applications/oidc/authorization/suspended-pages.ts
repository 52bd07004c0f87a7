// Pages of a suspended authorization request: the page that explains why it cannot succeed, and the addresses of their
// language switch. Only the browser that started the request can see or change it.

import type { Language } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rememberLanguage, responseLanguage } from '../../../pages/language/language.ts';
import { sendPage } from '../../../pages/send-page.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import type { OidcDeps } from '../deps.ts';
import { sendExpired } from '../refused-request-page.ts';
import { resumptionPath } from './resume-request.ts';
import { isOwnRequest, refusalPath } from './suspend-request.ts';

export type SuspendedRoute = { Params: { uid: string } };

async function renderRefusal(
  deps: OidcDeps,
  request: FastifyRequest,
  uid: string,
): Promise<string | undefined> {
  if (!(await isOwnRequest(deps, request, uid))) return undefined;
  const { provider } = await deps.current();
  const interaction = await provider.Interaction.find(uid);
  const client = await provider.Client.find(`${interaction?.params['client_id']}`);
  if (!interaction?.result?.['error'] || !client) return undefined;
  const page = interaction.prompt.name === 'access' ? 'no-access' : 'no-method';
  const language = responseLanguage(request, interaction.params['ui_locales']);
  const { title, contact, applicationId } = ownMetadataOf(client);
  const href = resumptionPath(interaction, applicationId);
  const props = { application: title[language], contact, href };
  return deps.pages.interactionPages(language, page, props, { path: refusalPath(uid).slice(1) });
}

/** Shows why a request cannot succeed; after the client has received the error, that the request is over. */
export async function showRefusal(
  deps: OidcDeps,
  request: FastifyRequest<SuspendedRoute>,
  reply: FastifyReply,
) {
  const page = await renderRefusal(deps, request, request.params.uid);
  if (page !== undefined) return sendPage(request, reply, page, { status: 403, personal: true });
  return sendExpired(deps.pages, request, reply);
}

/** Ends the request: the client receives an error instead of a sign-in at the requested level. */
export async function refuseLevel(
  deps: OidcDeps,
  request: FastifyRequest<SuspendedRoute>,
  reply: FastifyReply,
) {
  const { uid } = request.params;
  const isOwn = await isOwnRequest(deps, request, uid);
  const { provider } = await deps.current();
  const interaction = isOwn ? await provider.Interaction.find(uid) : undefined;
  const client = interaction && (await provider.Client.find(`${interaction.params['client_id']}`));
  if (!interaction || !client) return sendExpired(deps.pages, request, reply);
  interaction.result = {
    // a device knows only the errors of RFC 8628 §3.5
    error: interaction.deviceCode ? 'access_denied' : 'unmet_authentication_requirements',
    error_description: 'the user has not reached the requested level',
  };
  await interaction.persist();
  const path = resumptionPath(interaction, ownMetadataOf(client).applicationId);
  return reply.header('cache-control', 'no-store').redirect(path, 303);
}

/** Stores the language that the user chose on a page of the request. It replaces `ui_locales`. */
export async function switchLanguage(
  deps: OidcDeps,
  request: FastifyRequest<SuspendedRoute>,
  reply: FastifyReply,
  target: { language: Language; path: (uid: string) => string },
) {
  const { uid } = request.params;
  rememberLanguage(request, reply, target.language);
  const isOwn = await isOwnRequest(deps, request, uid);
  const interaction = isOwn && (await (await deps.current()).provider.Interaction.find(uid));
  if (interaction) {
    interaction.params['ui_locales'] = target.language;
    await interaction.persist();
  }
  return reply.header('cache-control', 'no-store').redirect(target.path(uid), 303);
}
