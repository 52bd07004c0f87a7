// Resumes a suspended authorization request after the user has signed in. If another user resumes it, the policy asks
// again, so that no user continues with the decisions of another one.

import type { Interaction, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Session } from '../../../sessions/session.ts';
import type { AuthorizationRequest } from '../../suspended-requests/suspended-request.ts';
import type { OidcDeps } from '../deps.ts';
import { type RouteStep, requestContextOf } from '../request-context.ts';
import { acrOf } from './acr.ts';

/** The field of a stored result: the user continues without the optional `acr`. */
const acrWaivedField = 'levelWaived';

export function isAcrWaived({ oidc }: KoaContextWithOIDC): boolean {
  return oidc.result?.[acrWaivedField] === true;
}

/** The path names the application, so that a tab that comes too late can offer to start again there. */
export function resumptionPath({ returnTo }: Interaction, applicationId: string): string {
  return `${new URL(returnTo).pathname}?${new URLSearchParams({ appId: applicationId })}`;
}

/** Stores the sign-in as the result of the request. Returns the address that resumes it; undefined if it is over. */
export async function resumeRequest(
  provider: Provider,
  { id, applicationId, requirements }: AuthorizationRequest,
  session: Session,
): Promise<string | undefined> {
  const interaction = await provider.Interaction.find(id);
  if (!interaction) return undefined;
  // the request started without this session, or before its last sign-in
  Reflect.deleteProperty(interaction, 'session');
  interaction.result = {
    login: {
      accountId: session.userId,
      ts: Math.floor(session.verifiedAt / 1000),
      ...acrOf(session),
    },
    ...(requirements.levelWaived && { [acrWaivedField]: true }),
  };
  await interaction.persist();
  return new URL(resumptionPath(interaction, applicationId), interaction.returnTo).href;
}

/** Removes all answers: the user who resumes the request is asked again. */
export async function restartInteraction(interaction: Interaction): Promise<void> {
  Reflect.deleteProperty(interaction, 'result');
  Reflect.deleteProperty(interaction, 'session');
  await interaction.persist();
}

/** Checks the redirect URI again: the application may have removed it since the request came. */
async function isRedirectUriAllowed(provider: Provider, { params }: Interaction): Promise<boolean> {
  const { client_id: clientId, redirect_uri: redirectUri } = params;
  if (typeof redirectUri !== 'string') return true;
  return (await provider.Client.find(`${clientId}`))?.redirectUriAllowed(redirectUri) ?? false;
}

/** Prepares a resumed request: restarts the interaction of another user, and ends one whose redirect URI is gone. */
export function checkResumedRequest({ stores, current }: OidcDeps): RouteStep {
  return async (request) => {
    const { uid } = request.params as { uid: string };
    const { provider } = await current();
    const interaction = await provider.Interaction.find(uid);
    if (!interaction) return undefined;
    if (!(await isRedirectUriAllowed(provider, interaction)))
      return stores.authorizationRequests.remove(uid);
    const { session } = requestContextOf({ req: request.raw });
    const answeredBy = interaction.result?.login?.accountId;
    const askedIn = interaction.session?.uid;
    const isOtherUser = answeredBy !== undefined && answeredBy !== session?.userId;
    const isOtherSession = askedIn !== undefined && askedIn !== session?.uid;
    return isOtherUser || isOtherSession ? restartInteraction(interaction) : undefined;
  };
}
