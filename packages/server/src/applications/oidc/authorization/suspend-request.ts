// Suspends an authorization request: stores it for this browser until the user has signed in, or decided on a page such
// as the consent page.

import { consentPages } from '@brama/contract/paths';
import { mayBeUsername } from '@brama/contract/users/fields';
import type { FastifyRequest } from 'fastify';
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider';
import { RequestError } from '../../../errors.ts';
import { acceptedMethods, type LevelSettings } from '../../levels/method-levels.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import { requestedScopes, requestedScopesKey } from '../consent/scope-set.ts';
import type { OidcDeps } from '../deps.ts';
import type { Library } from '../library.ts';
import { nextPageLanguage, requestContextOf } from '../request-context.ts';
import { clientOf, requirementsOf } from './authentication-requirements.ts';
import { pushedRequestModel } from './long-requests.ts';

/** A user may take this long to sign in. */
export const interactionTtlSeconds = 3600;

/** Cookies of the library, replaced by our own browser cookie. Browsers never get them. */
export const resumeCookie = 'brama_resume';
export const interactionCookie = 'brama_interaction';

/** The page that says why a request cannot succeed; its button returns the error to the client. */
export const refusalPath = (uid: string) => `/oidc/no-access/${uid}`;

/** Returns the error to the client when the user cannot reach the level, or does not want to. */
export const noLevelPath = (uid: string) => `/oidc/no-level/${uid}`;

export const consentPath = (uid: string) => `${consentPages}${uid}`;

/** Returns the `login_hint` for the sign-in form if it may be a username. Other text of the client is not shown. */
function loginHintOf({ oidc }: KoaContextWithOIDC): string | undefined {
  const hint = oidc.params?.['login_hint'];
  return typeof hint === 'string' && mayBeUsername(hint) ? hint.normalize('NFKC') : undefined;
}

/** Returns the `error_description` if no sign-in can help. */
function refusalOf(
  ctx: KoaContextWithOIDC,
  { prompt }: Interaction,
  settings: LevelSettings,
): string | undefined {
  if (prompt.name === 'access') return 'the user may not open this application';
  if (acceptedMethods(ownMetadataOf(clientOf(ctx)), settings).length > 0) return undefined;
  return 'no sign-in method this application accepts is switched on';
}

async function countSuspension({ errors }: Library, ctx: KoaContextWithOIDC): Promise<void> {
  try {
    await requestContextOf(ctx).countSuspension();
  } catch (cause) {
    if (!(cause instanceof RequestError)) throw cause;
    // the client receives a rate limit as an error, and may retry (RFC 6749 §4.1.2.1)
    throw new errors.TemporarilyUnavailable('too many wait from this network', { cause });
  }
}

/** Stores the request and returns the page to which the browser goes. */
export async function suspendRequest(
  library: Library,
  { settings, stores, http, now }: OidcDeps,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
): Promise<string> {
  const { applicationId } = ownMetadataOf(clientOf(ctx));
  const { uid: id } = interaction;
  await countSuspension(library, ctx);
  const requirements = requirementsOf(ctx, settings, now());
  await stores.authorizationRequests.add(
    { id, applicationId, requirements, loginHint: loginHintOf(ctx) },
    http.browserCookie.admitRaw(ctx),
  );
  const { parJti } = interaction as { parJti?: string };
  if (parJti !== undefined)
    await stores.tokens.extend(pushedRequestModel, parJti, interactionTtlSeconds);
  const refusal = refusalOf(ctx, interaction, settings);
  if (refusal !== undefined)
    interaction.result = { error: 'access_denied', error_description: refusal };
  const asksConsent = refusal === undefined && interaction.prompt.name === 'consent';
  if (asksConsent) interaction.prompt.details = { [requestedScopesKey]: requestedScopes(ctx) };
  // the library saved the interaction before the row of the request existed
  await interaction.persist();
  if (asksConsent) return consentPath(id);
  if (refusal !== undefined) return refusalPath(id);
  const query = new URLSearchParams({ appId: applicationId, request: id });
  return `/${nextPageLanguage(ctx)}/?${query}`;
}

export async function isOwnRequest(
  { stores: { authorizationRequests }, http }: OidcDeps,
  request: FastifyRequest,
  uid: string,
): Promise<boolean> {
  const browser = http.browserCookie.secretOf(request);
  return browser !== undefined && (await authorizationRequests.find(uid, browser)) !== undefined;
}
