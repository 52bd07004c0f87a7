// Reads from an authorization request what it requires of the sign-in: how recent, by which methods, by which user.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Level } from '@brama/contract/sign-in/methods';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import {
  acceptedMethods,
  type LevelSettings,
  methodsReaching,
} from '../../levels/method-levels.ts';
import type { AuthenticationRequirements } from '../../suspended-requests/suspended-request.ts';
import { ownMetadataOf, sectorOf } from '../clients/clients.ts';
import { levelsForAcr, reachesOneOf } from './acr.ts';

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

/** The levels that a request asks for, and the accepted methods that can reach one of them. */
export type RequestedLevels = { levels: readonly Level[]; methods: readonly MethodId[] };

/** Returns undefined if every sign-in reaches the requested `acr`, or none is requested. */
export function requestedLevels(
  ctx: KoaContextWithOIDC,
  settings: LevelSettings,
): RequestedLevels | undefined {
  const levels = levelsForAcr(requestedAcr(ctx).values);
  if (!levels) return undefined;
  const accepted = acceptedMethods(ownMetadataOf(clientOf(ctx)), settings);
  return { levels, methods: methodsReaching(levels, accepted, settings.methodLevels) };
}

/** Returns what a reachable level requires. A voluntary one lets the user continue without it. */
function levelRequirements(
  ctx: KoaContextWithOIDC,
  { levels, methods }: RequestedLevels,
  accepted: readonly MethodId[],
): AuthenticationRequirements {
  const isVoluntary = !requestedAcr(ctx).isEssential;
  const isCertain = accepted.every((method) => reachesOneOf({ method }, levels));
  return {
    methods,
    levels,
    ...(isVoluntary && !isCertain && { methodsWithoutLevel: accepted }),
  };
}

/**
 * Returns what the request requires. `receivedAt` is when it came: `prompt=login` and `max_age=0` require a sign-in after it
 * (OpenID Connect Core §3.1.2.1). An `acr` is required only if a method reaches it; if it is not essential, it is optional.
 */
export function requirementsOf(
  ctx: KoaContextWithOIDC,
  settings: LevelSettings,
  receivedAt: number,
): AuthenticationRequirements {
  const { params, prompts } = ctx.oidc;
  const maxAge = params?.['max_age'] as number | string | undefined;
  const oldest = maxAge === undefined ? undefined : receivedAt - Number(maxAge) * 1000;
  const own = ownMetadataOf(clientOf(ctx));
  const { signInMethods, minimumLevel } = own;
  const requested = requestedLevels(ctx, settings);
  const accepted = acceptedMethods(own, settings);
  return {
    after: prompts.has('login') ? receivedAt : oldest,
    methods: minimumLevel ? accepted : (signInMethods ?? undefined),
    minimumLevel: minimumLevel ?? undefined,
    ...(requested?.methods.length && levelRequirements(ctx, requested, accepted)),
    ...expectedUser(ctx),
  };
}
