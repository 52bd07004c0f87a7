// How a session was signed in, in the words of OpenID Connect: `amr` names the method truly, `acr` how sure
// it makes who somebody is. Pure.

import type { MethodId } from '@brama/contract/pages/login-page';

/** Level 1: an account of the university. Level 2: the state's own proof of the person (Diia). */
export const acrValues = ['urn:brama:acr:1', 'urn:brama:acr:2'] as const;

/** `pwd` is of RFC 8176 §2; the others name methods it has no word for. */
const levels: Record<MethodId, { amr: string[]; acr: (typeof acrValues)[number] }> = {
  password: { amr: ['pwd'], acr: 'urn:brama:acr:1' },
  google: { amr: ['google'], acr: 'urn:brama:acr:1' },
  diia: { amr: ['diia'], acr: 'urn:brama:acr:2' },
};

/**
 * The methods that reach a level asked for (`acr_values`): with any of them, or a higher one. Nothing where no
 * known level is among them, and where every method will do.
 */
export function methodsForAcr(asked: readonly string[]): readonly MethodId[] | undefined {
  const ranks = asked.map((acr) => (acrValues as readonly string[]).indexOf(acr));
  const lowest = Math.min(...ranks.filter((rank) => rank >= 0));
  if (!Number.isFinite(lowest) || lowest === 0) return undefined;
  const methods = Object.keys(levels) as MethodId[];
  return methods.filter((method) => acrValues.indexOf(levels[method].acr) >= lowest);
}

export function isSupportedAcr(acr: string): boolean {
  return (acrValues as readonly string[]).includes(acr);
}

export function acrOf(method: MethodId) {
  return levels[method];
}
