// Resumes a suspended authorization request after the user has signed in.

import type { Interaction, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Session } from '../../../sessions/session.ts';
import type { AuthorizationRequest } from '../../suspended-requests/suspended-request.ts';
import { acrOf } from './acr.ts';

/** The field of a stored result: the user goes on without the optional `acr`. */
const acrWaivedField = 'levelWaived';

export function isAcrWaived({ oidc }: KoaContextWithOIDC): boolean {
  return oidc.result?.[acrWaivedField] === true;
}

/**
 * Returns the path that resumes a suspended request. It names the application, so that a tab that comes too late can offer
 * to start again there.
 */
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
      ...acrOf(session.method),
    },
    ...(requirements.levelWaived && { [acrWaivedField]: true }),
  };
  await interaction.persist();
  return new URL(resumptionPath(interaction, applicationId), interaction.returnTo).href;
}
