// Values of `acr` (how strongly a sign-in identifies the person) and `amr` (the method) for our sign-in methods. Pure.

import {
  acrValues,
  type MethodId,
  methodAssurance,
  methodIds,
} from '@brama/contract/sign-in/methods';

/** Returns the methods that reach a requested `acr`; undefined if none is supported, or every method is enough. */
export function methodsForAcr(requested: readonly string[]): readonly MethodId[] | undefined {
  const ranks = requested.map((acr) => (acrValues as readonly string[]).indexOf(acr));
  const lowest = Math.min(...ranks.filter((rank) => rank >= 0));
  if (!Number.isFinite(lowest) || lowest === 0) return undefined;
  return methodIds.filter((id) => acrValues.indexOf(methodAssurance[id].acr) >= lowest);
}

export function isSupportedAcr(acr: string): boolean {
  return (acrValues as readonly string[]).includes(acr);
}

export function acrOf(method: MethodId) {
  const { amr, acr } = methodAssurance[method];
  return { amr: [...amr], acr };
}
