// A request of an application that needs the person first: it waits as a pending request, bound to this
// browser, while the person signs in with us, and goes on where it stopped.

import type { MethodId } from '@brama/contract/pages/login-page';
import { consentPages } from '@brama/contract/paths';
import type { Client, Interaction, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Session } from '../../../sessions/session.ts';
import { mayBeUsername } from '../../../users/user.ts';
import type { AuthorizationRequest } from '../../authorization-requests/authorization-request.ts';
import type { BrowserCookie } from '../../authorization-requests/browser-cookie.ts';
import type { AuthorizationRequestStore } from '../../authorization-requests/store.ts';
import { acrOf } from '../acr.ts';
import type { TokenStore } from '../adapters/tokens.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import { requestedScopes } from '../consent/consent.ts';
import { nextPageLanguage, requestContextOf } from '../request-context.ts';
import type { RequirementsReader } from './authentication-requirements.ts';

export type ParkingDeps = {
  pending: AuthorizationRequestStore;
  browsers: BrowserCookie;
  /** The sign-in methods of this instance. */
  methodsOn: readonly MethodId[];
  demands: RequirementsReader;
  tokens: Pick<TokenStore, 'keepFor'>;
  now: () => number;
};

/** The library's name for a request that was pushed. */
export const pushedRequestModel = 'PushedAuthorizationRequest';
/** Of a request that is kept for somebody, in letters. */
export const maxRequestLength = 16 * 1024;
/** A person may take so long to sign in. */
export const interactionTtlSeconds = 3600;

/** By which the library knows the browser of a request that waits: by ours instead, and no browser sees them. */
export const resumeCookie = 'brama_resume';
export const interactionCookie = 'brama_interaction';

/** The page that says why nothing comes of it; its way on tells the application. */
export const refusalPath = (uid: string) => `/oidc/no-access/${uid}`;

/** The page that asks whether an application of others may have what it wants. */
export const consentPath = (uid: string) => `${consentPages}${uid}`;

/**
 * What could be typed as a username, for the sign-in form: whatever else an application says there, perhaps in
 * somebody else's words, is not shown.
 */
function loginHintOf({ oidc }: KoaContextWithOIDC): string | undefined {
  const hint = oidc.params?.['login_hint'];
  return typeof hint === 'string' && mayBeUsername(hint) ? hint.normalize('NFKC') : undefined;
}

export function createParking(deps: ParkingDeps) {
  const { pending, browsers, methodsOn, demands, tokens, now } = deps;

  /** Why signing in would lead nowhere, in the words of the protocol. */
  function refusalOf({ prompt }: Interaction, client: Client): string | undefined {
    if (prompt.name === 'access') return 'the user may not open this application';
    const { signInMethods } = ownMetadataOf(client);
    if (!signInMethods || signInMethods.some((id) => methodsOn.includes(id))) return undefined;
    return 'no sign-in method this application accepts is switched on';
  }

  async function keepPushed(interaction: { parJti?: string }): Promise<void> {
    const { parJti: id } = interaction;
    if (id !== undefined) await tokens.keepFor(pushedRequestModel, id, interactionTtlSeconds);
  }

  return {
    /** Where the browser goes meanwhile. */
    async park(ctx: KoaContextWithOIDC, interaction: Interaction): Promise<string> {
      const { client } = ctx.oidc;
      if (!client) throw new Error('a request without a client');
      const { applicationId } = ownMetadataOf(client);
      const { uid: id } = interaction;
      await requestContextOf(ctx).countSuspension();
      await pending.add(
        { id, applicationId, demands: demands.of(ctx, now()), loginHint: loginHintOf(ctx) },
        browsers.admitRaw(ctx),
      );
      await keepPushed(interaction as { parJti?: string });
      const refusal = refusalOf(interaction, client);
      if (refusal !== undefined)
        interaction.result = { error: 'access_denied', error_description: refusal };
      const isConsent = refusal === undefined && interaction.prompt.name === 'consent';
      if (isConsent) interaction.prompt.details = { wish: requestedScopes(ctx) };
      // only now there is a row to remember it in
      await interaction.persist();
      if (isConsent) return consentPath(id);
      if (refusal !== undefined) return refusalPath(id);
      return `/${nextPageLanguage(ctx)}/?${new URLSearchParams({ appId: applicationId, request: id })}`;
    },
  };
}

export type Parking = ReturnType<typeof createParking>;

/** In the result of a request: its user goes on without the level that was wished for. */
const levelWaived = 'levelWaived';

export function isLevelWaived({ oidc }: KoaContextWithOIDC): boolean {
  return oidc.result?.[levelWaived] === true;
}

/**
 * Returns the path at which a suspended authorization request goes on. It names the application, so that a tab that
 * comes too late can offer to start again there.
 */
export function resumptionPath({ returnTo }: Interaction, applicationId: string): string {
  return `${new URL(returnTo).pathname}?${new URLSearchParams({ appId: applicationId })}`;
}

/** The address at which a waiting request goes on, now that somebody has signed in; none when it is over. */
export async function resume(
  provider: Provider,
  { id, applicationId, demands }: AuthorizationRequest,
  session: Session,
): Promise<string | undefined> {
  const interaction = await provider.Interaction.find(id);
  if (!interaction) return undefined;
  // it began without this session, or before it was signed in anew
  Reflect.deleteProperty(interaction, 'session');
  interaction.result = {
    login: {
      accountId: session.userId,
      ts: Math.floor(session.verifiedAt / 1000),
      ...acrOf(session.method),
    },
    ...(demands.levelWaived && { [levelWaived]: true }),
  };
  await interaction.persist();
  return new URL(resumptionPath(interaction, applicationId), interaction.returnTo).href;
}
