// What introspection tells of a token beside the token itself: the scopes that still count.

import type { Grant, KoaContextWithOIDC } from 'oidc-provider';

/** Returns those of the scopes that the grant still gives, at us or at a service. */
function givenScopes(scopes: readonly string[], grant: Grant): string[] {
  const services = Object.values(grant.resources ?? {});
  const given = [grant.openid?.scope ?? '', ...services].join(' ').split(' ');
  return scopes.filter((scope) => given.includes(scope));
}

/**
 * Narrows `scope` in the response to what the grant gives at this moment (RFC 7662 §2.2). The library returns the scope
 * with which the token was issued, but the record of the application, or the consent, may have been narrowed since.
 */
export function narrowIntrospection(ctx: KoaContextWithOIDC): void {
  if (ctx.oidc?.route !== 'introspection') return;
  const { active, scope } = ctx.body as { active?: boolean; scope?: string };
  const { Grant: grant } = ctx.oidc.entities;
  if (!active || scope === undefined || !grant) return;
  const narrowed = givenScopes(scope.split(' '), grant).join(' ');
  ctx.body = { ...(ctx.body as object), scope: narrowed || undefined };
}
