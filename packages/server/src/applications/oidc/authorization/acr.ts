// Authentication context classes (`acr`) and methods (`amr`) of OpenID Connect for our sign-in methods. `amr` names the
// method, `acr` how strongly it identifies the person. Pure.

import type { MethodId } from '@brama/contract/pages/login-page';

/** 1: an account of the university. 2: the state has identified the person (Diia). */
export const acrValues = ['urn:brama:acr:1', 'urn:brama:acr:2'] as const;

/** `pwd` is from RFC 8176 §2, which has no names for the other methods. */
const acrByMethod: Record<MethodId, { amr: string[]; acr: (typeof acrValues)[number] }> = {
  password: { amr: ['pwd'], acr: 'urn:brama:acr:1' },
  google: { amr: ['google'], acr: 'urn:brama:acr:1' },
  diia: { amr: ['diia'], acr: 'urn:brama:acr:2' },
};

/**
 * Returns the methods that reach a requested `acr` or a higher one. Returns undefined if no supported value is requested,
 * and if every method is enough.
 */
export function methodsForAcr(requested: readonly string[]): readonly MethodId[] | undefined {
  const ranks = requested.map((acr) => (acrValues as readonly string[]).indexOf(acr));
  const lowest = Math.min(...ranks.filter((rank) => rank >= 0));
  if (!Number.isFinite(lowest) || lowest === 0) return undefined;
  const methods = Object.keys(acrByMethod) as MethodId[];
  return methods.filter((method) => acrValues.indexOf(acrByMethod[method].acr) >= lowest);
}

export function isSupportedAcr(acr: string): boolean {
  return (acrValues as readonly string[]).includes(acr);
}

export function acrOf(method: MethodId) {
  return acrByMethod[method];
}
