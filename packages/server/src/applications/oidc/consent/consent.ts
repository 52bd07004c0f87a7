// What an application of others wants of a user, what the user has agreed to, and what it is given by that.
// Pure.

import type { KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import { clientOf } from '../authorization/authentication-requirements.ts';
import { claimsOfScopes, claimsWithin } from '../claims.ts';
import { type Entitlement, ownMetadataOf } from '../clients/clients.ts';

export const scopeSet = z.object({
  scopes: z.array(z.string()),
  /** Indicator of a service → scopes there. */
  resources: z.record(z.string(), z.array(z.string())),
});
/** Scopes, and scopes of services: wanted, or agreed to. */
export type ScopeSet = z.infer<typeof scopeSet>;

const noTerms: ScopeSet = { scopes: [], resources: {} };

/** The scope a claim comes with; asked for by itself it counts as that (OpenID Connect Core §5.5). */
function scopeOfClaim(claim: string): string | undefined {
  const all = Object.entries(claimsOfScopes) as [string, readonly string[]][];
  return all.find(([, claims]) => claims.includes(claim))?.[0];
}

function mapped(
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

/** What a request wants, of all its application may be given: nobody is asked for what nobody gets. */
export function requestedScopes(ctx: KoaContextWithOIDC): ScopeSet {
  const { consentableScopes, entitlement } = ownMetadataOf(clientOf(ctx));
  const asked = ctx.oidc as unknown as {
    requestParamScopes: ReadonlySet<string>;
    requestParamClaims: ReadonlySet<string>;
    resourceServers: Record<string, unknown>;
  };
  const byClaims = [...asked.requestParamClaims].map(scopeOfClaim);
  const wanted = new Set<string | undefined>(['openid', ...asked.requestParamScopes, ...byClaims]);
  const services = Object.keys(asked.resourceServers).map(
    (indicator) => [indicator, entitlement.resources[indicator]?.split(' ') ?? []] as const,
  );
  return {
    scopes: consentableScopes.filter((scope) => wanted.has(scope)),
    resources: mapped(services, (_, scope) => wanted.has(scope)),
  };
}

/** What of it has not been agreed to. */
export function difference(wish: ScopeSet, agreed: ScopeSet = noTerms): ScopeSet {
  return {
    scopes: wish.scopes.filter((scope) => !agreed.scopes.includes(scope)),
    resources: mapped(
      Object.entries(wish.resources),
      (indicator, scope) => !agreed.resources[indicator]?.includes(scope),
    ),
  };
}

export function isEmpty({ scopes, resources }: ScopeSet): boolean {
  return scopes.length === 0 && Object.keys(resources).length === 0;
}

export function union(agreed: ScopeSet, wish: ScopeSet): ScopeSet {
  const indicators = new Set([...Object.keys(agreed.resources), ...Object.keys(wish.resources)]);
  const both = (one: readonly string[] = [], other: readonly string[] = []) => [
    ...new Set([...one, ...other]),
  ];
  return {
    scopes: both(agreed.scopes, wish.scopes),
    resources: Object.fromEntries(
      [...indicators].map((name) => [name, both(agreed.resources[name], wish.resources[name])]),
    ),
  };
}

/** What of it still counts: the record of the application may have been narrowed since. */
export function narrowToConsentable(
  agreed: ScopeSet,
  {
    consentableScopes,
    entitlement,
  }: { consentableScopes: readonly string[]; entitlement: Entitlement },
): ScopeSet {
  return {
    scopes: agreed.scopes.filter((scope) => consentableScopes.includes(scope)),
    resources: mapped(
      Object.entries(agreed.resources),
      (indicator, scope) => entitlement.resources[indicator]?.split(' ').includes(scope) ?? false,
    ),
  };
}

/** What the application is given by it, as the library keeps it in a grant. */
export function grantedEntitlement(agreed: ScopeSet): Entitlement {
  const { scopes, resources } = agreed;
  const scope = scopes.join(' ');
  return {
    // without it too nothing outlives the session: it is nothing to ask about
    openid: { scope: `${scope} offline_access`, claims: claimsWithin(scope) },
    resources: Object.fromEntries(
      Object.entries(resources).map(([indicator, names]) => [indicator, names.join(' ')]),
    ),
  };
}
