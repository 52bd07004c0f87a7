// The one table of scopes: which claims each one releases (OpenID Connect Core §5.4), and their values. Pure.

import type { LearnableScope } from '@brama/contract/api/connected-apps';
import { textFieldNames, type UserField, userFields } from '@brama/contract/users/fields';
import { affiliationsOf, type User } from '../../users/user.ts';

type ClaimScope = NonNullable<UserField['claim']>['scope'];

/** Returns the value of a claim. A claim without a value is left out. */
type ClaimSource = (user: User, taxId: string | undefined) => unknown;

/** Returns the claims that are fields of the record. */
function claimsOfFields(scope: ClaimScope): Record<string, ClaimSource> {
  const claims: Record<string, ClaimSource> = {};
  for (const field of textFieldNames) {
    const claim: UserField['claim'] = userFields[field].claim;
    if (claim?.scope === scope) claims[claim.name] = (user) => user[field];
  }
  return claims;
}

/** Puts these claims first: discovery and responses keep the order of earlier releases. */
const withFirst = (names: readonly string[], claims: Record<string, ClaimSource>) =>
  Object.fromEntries(
    [...names, ...Object.keys(claims)].flatMap((name) => {
      const source = claims[name];
      return source ? [[name, source] as const] : [];
    }),
  );

const claimSources: Record<LearnableScope, Record<string, ClaimSource>> = {
  // the library sets these claims
  openid: Object.fromEntries(
    ['sub', 'sid', 'auth_time', 'acr', 'amr'].map((name) => [name, () => undefined]),
  ),
  profile: withFirst(['name', 'name#uk', 'name#en', 'given_name', 'preferred_username'], {
    ...claimsOfFields('profile'),
    // both spellings have their languages (§5.2); `name` alone is the same for every request
    'name#uk': ({ fullName, fullNameEn }) => fullNameEn && fullName,
  }),
  email: {
    ...claimsOfFields('email'),
    // the university manages the addresses
    email_verified: ({ email }) => (email === null ? undefined : true),
  },
  groups: { groups: ({ groups }) => groups },
  /** Ours: the roles of the user at the university. */
  campus: {
    ...claimsOfFields('campus'),
    eduperson_affiliation: affiliationsOf,
  },
  /** Ours: only if the record of the application releases it and the session knows it. */
  tax_id: { tax_id: (_user, taxId) => taxId },
};

/** Scope → names of its claims. */
export const claimsByScope: Record<string, string[]> = Object.fromEntries(
  Object.entries(claimSources).map(([scope, claims]) => [scope, Object.keys(claims)]),
);

export const scopes: readonly string[] = [...Object.keys(claimsByScope), 'offline_access'];

/** Returns every claim of these scopes, separated by spaces, however it is requested (OpenID Connect Core §5.5). */
export function claimsWithin(scope: string): string[] {
  return scope.split(' ').flatMap((one) => claimsByScope[one] ?? []);
}

export function scopeOfClaim(claim: string): string | undefined {
  return Object.keys(claimsByScope).find((scope) => claimsByScope[scope]?.includes(claim));
}

/** Scope → its claims with their sources. */
const sourcesByScope = new Map(
  Object.entries(claimSources).map(([scope, sources]) => [scope, Object.entries(sources)]),
);
const allScopes = [...sourcesByScope.keys()];

/** Returns the claims of these scopes that have a value. */
export function claimsOfScopes(
  named: readonly string[],
  user: User,
  taxId?: string | undefined,
): Record<string, unknown> {
  const claims: Record<string, unknown> = {};
  for (const scope of named)
    for (const [name, source] of sourcesByScope.get(scope) ?? []) {
      const value = source(user, taxId);
      if (value !== null && value !== undefined) claims[name] = value;
    }
  return claims;
}

export const claimsOf = (user: User, taxId: string | undefined) =>
  claimsOfScopes(allScopes, user, taxId);
