// Reads from an authorization request what it requires of the sign-in: how recent, by which methods, by which user.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import type { AuthenticationRequirements } from '../../suspended-requests/suspended-request.ts';
import { ownMetadataOf, sectorOf } from '../clients/clients.ts';
import { methodsForAcr } from './acr.ts';

export function clientOf(ctx: KoaContextWithOIDC): Client {
  const { client } = ctx.oidc;
  if (!client) throw new Error('the request has no client');
  return client;
}

type ClaimRequest = { essential?: boolean; value?: unknown; values?: unknown } | null | undefined;

type ClaimsParameter = { id_token?: Record<string, ClaimRequest> };

/**
 * Returns the request for one claim of the ID token, from `claims` or `acr_values`. In the library `acr_values` wins, even as
 * a default of the client's record. Here `claims` wins (OpenID Connect Registration §2).
 */
function claimRequestOf({ oidc }: KoaContextWithOIDC, claim: 'acr' | 'sub'): ClaimRequest {
  const { claims } = oidc.params ?? {};
  const sent = (typeof claims === 'string' ? JSON.parse(claims) : {}) as ClaimsParameter;
  return sent.id_token?.[claim] ?? (oidc.claims as ClaimsParameter | undefined)?.id_token?.[claim];
}

/** Returns the user that the client expects (`id_token_hint`, or `sub` in `claims`), by id or by pairwise subject. */
function expectedUser(
  ctx: KoaContextWithOIDC,
): Pick<AuthenticationRequirements, 'userId' | 'subject'> {
  const hint = ctx.oidc.entities.IdTokenHint as { payload?: { sub?: string } } | undefined;
  const sub = hint?.payload?.sub ?? claimRequestOf(ctx, 'sub')?.value;
  if (sub === undefined) return {};
  const client = clientOf(ctx);
  if (client['subjectType'] !== 'pairwise') return { userId: `${sub}` };
  return { subject: { sector: sectorOf(client), sub: `${sub}` } };
}

/** Returns the requested `acr` values, and whether the client requires one of them (OpenID Connect Core §5.5.1.1). */
export function requestedAcr(ctx: KoaContextWithOIDC) {
  const requested = claimRequestOf(ctx, 'acr');
  const all = Array.isArray(requested?.values) ? requested.values : [requested?.value];
  const values = all.filter((value): value is string => typeof value === 'string');
  return { values, isEssential: requested?.essential === true && values.length > 0 };
}

function acceptedMethods(ctx: KoaContextWithOIDC, methodsOn: readonly MethodId[]) {
  const { signInMethods } = ownMetadataOf(clientOf(ctx));
  return methodsOn.filter((id) => signInMethods?.includes(id) ?? true);
}

/** Accepted methods that reach the requested `acr`; undefined if none is requested. */
export function methodsReachingAcr(ctx: KoaContextWithOIDC, methodsOn: readonly MethodId[]) {
  const methods = methodsForAcr(requestedAcr(ctx).values);
  return methods && acceptedMethods(ctx, methodsOn).filter((id) => methods.includes(id));
}

/**
 * Returns what the request requires. `receivedAt` is when it came: `prompt=login` and `max_age=0` require a sign-in after it
 * (OpenID Connect Core §3.1.2.1). An `acr` is required only if a method reaches it; if it is not essential, it is optional.
 */
export function requirementsOf(
  ctx: KoaContextWithOIDC,
  methodsOn: readonly MethodId[],
  receivedAt: number,
): AuthenticationRequirements {
  const { params, prompts } = ctx.oidc;
  const maxAge = params?.['max_age'] as number | string | undefined;
  const oldest = maxAge === undefined ? undefined : receivedAt - Number(maxAge) * 1000;
  const accepted = acceptedMethods(ctx, methodsOn);
  const reaching = methodsReachingAcr(ctx, methodsOn) ?? [];
  const isOptional =
    reaching.length > 0 && reaching.length < accepted.length && !requestedAcr(ctx).isEssential;
  const { signInMethods } = ownMetadataOf(clientOf(ctx));
  return {
    after: prompts.has('login') ? receivedAt : oldest,
    methods: reaching.length > 0 ? reaching : (signInMethods ?? undefined),
    ...(isOptional && { methodsWithoutLevel: accepted }),
    ...expectedUser(ctx),
  };
}
