// Scopes that a third-party application requests, those that the user has consented to, and the claims that follow. Pure.

import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import { clientOf } from '../authorization/authentication-requirements.ts';
import { type Entitlement, type OwnMetadata, ownMetadataOf } from '../clients/clients.ts';
import { claimsWithin, scopeOfClaim } from '../scopes.ts';

export const scopeSet = z.object({
  scopes: z.array(z.string()),
  /** Resource indicator → scopes at that service. */
  resources: z.record(z.string(), z.array(z.string())),
});
/** The name of the requested scopes in a stored prompt. */
export const requestedScopesKey = 'wish';

/** OpenID Connect scopes, and scopes of services: requested or consented. */
export type ScopeSet = z.infer<typeof scopeSet>;

const emptySet: ScopeSet = { scopes: [], resources: {} };

function filterResources(
  resources: Iterable<readonly [string, readonly string[]]>,
  keep: (indicator: string, scope: string) => boolean,
): ScopeSet['resources'] {
  const kept = [...resources].map(
    ([indicator, scopes]) => [indicator, scopes.filter((one) => keep(indicator, one))] as const,
  );
  return Object.fromEntries(
    kept.filter(([, scopes]) => scopes.length > 0),
  ) as ScopeSet['resources'];
}

/** Returns the requested scopes that the client may get. A requested claim counts as its scope (Core §5.5). */
export function requestedScopes(ctx: KoaContextWithOIDC): ScopeSet {
  const { consentableScopes, entitlement } = ownMetadataOf(clientOf(ctx));
  const { requestParamScopes, requestParamClaims, resourceServers } = ctx.oidc as unknown as {
    requestParamScopes: ReadonlySet<string>;
    requestParamClaims: ReadonlySet<string>;
    resourceServers: Record<string, unknown>;
  };
  const byClaims = [...requestParamClaims].map(scopeOfClaim);
  const requested = new Set<string | undefined>(['openid', ...requestParamScopes, ...byClaims]);
  const services = Object.keys(resourceServers).map(
    (indicator) => [indicator, entitlement.resources[indicator]?.split(' ') ?? []] as const,
  );
  return {
    scopes: consentableScopes.filter((scope) => requested.has(scope)),
    resources: filterResources(services, (_, scope) => requested.has(scope)),
  };
}

export function difference(requested: ScopeSet, consented: ScopeSet = emptySet): ScopeSet {
  return {
    scopes: requested.scopes.filter((scope) => !consented.scopes.includes(scope)),
    resources: filterResources(
      Object.entries(requested.resources),
      (indicator, scope) => !consented.resources[indicator]?.includes(scope),
    ),
  };
}

export function isEmpty({ scopes, resources }: ScopeSet): boolean {
  return scopes.length === 0 && Object.keys(resources).length === 0;
}

const unionOf = (one: readonly string[] = [], other: readonly string[] = []) => [
  ...new Set([...one, ...other]),
];

export function union(one: ScopeSet, other: ScopeSet): ScopeSet {
  const indicators = unionOf(Object.keys(one.resources), Object.keys(other.resources));
  return {
    scopes: unionOf(one.scopes, other.scopes),
    resources: Object.fromEntries(
      indicators.map((name) => [name, unionOf(one.resources[name], other.resources[name])]),
    ),
  };
}

/** Removes consented scopes that the record of the application no longer contains. */
export function narrowToConsentable(
  { scopes, resources }: ScopeSet,
  { consentableScopes, entitlement }: Pick<OwnMetadata, 'consentableScopes' | 'entitlement'>,
): ScopeSet {
  return {
    scopes: scopes.filter((scope) => consentableScopes.includes(scope)),
    resources: filterResources(
      Object.entries(resources),
      (indicator, scope) => entitlement.resources[indicator]?.split(' ').includes(scope) ?? false,
    ),
  };
}

/** Returns the scopes of a grant of the library; none without a grant. */
export function scopesOfGrant(grant: Grant | undefined): ScopeSet {
  const resources = Object.entries(grant?.resources ?? {});
  return {
    scopes: grant?.openid?.scope?.split(' ') ?? [],
    resources: Object.fromEntries(resources.map(([name, scope]) => [name, scope.split(' ')])),
  };
}

/** Returns what the client gets for consented scopes, in the format of a grant of the library. */
export function grantedEntitlement({ scopes, resources }: ScopeSet): Entitlement {
  const scope = scopes.join(' ');
  return {
    // offline_access needs no consent: without it the access ends with the session anyway
    openid: { scope: `${scope} offline_access`, claims: claimsWithin(scope) },
    resources: Object.fromEntries(
      Object.entries(resources).map(([indicator, names]) => [indicator, names.join(' ')]),
    ),
  };
}
