// Values of `acr` (what a sign-in proves) and `amr` (how) for sign-ins and requests. Pure.

import { type AcrValue, acrLevels, type Level } from '@brama/contract/sign-in/methods';
import {
  type Authentication,
  amrOf,
  levelsOf,
  strongestLevelOf,
} from '../../../sessions/assurance.ts';

export function isSupportedAcr(acr: string): acr is AcrValue {
  return Object.hasOwn(acrLevels, acr);
}

/** Returns the levels of the requested values, one of which suffices; undefined if every sign-in suffices. */
export function levelsForAcr(requested: readonly string[]): readonly Level[] | undefined {
  const wanted = requested.filter(isSupportedAcr).map((acr) => acrLevels[acr]);
  return wanted.length === 0 || wanted.includes('urn:brama:acr:1') ? undefined : wanted;
}

/** Returns whether the sign-in reaches one of the levels. */
export function reachesOneOf(signIn: Authentication, wanted: readonly Level[]): boolean {
  return levelsOf(signIn).some((level) => wanted.includes(level));
}

/**
 * Returns what an ID token says about a sign-in. `acr` is the first requested value that the sign-in meets. Otherwise it is the
 * strongest level.
 */
export function acrOf(signIn: Authentication, requested: readonly string[] = []) {
  const reached = levelsOf(signIn);
  const met = requested.find((acr) => isSupportedAcr(acr) && reached.includes(acrLevels[acr]));
  return { amr: [...amrOf(signIn)], acr: met ?? strongestLevelOf(signIn) };
}
