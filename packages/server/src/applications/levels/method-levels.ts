// The levels that a sign-in by each method can reach in this instance, perhaps with a second factor. Pure.

import type { Level, MethodId } from '@brama/contract/sign-in/methods';

export type MethodLevels = Record<MethodId, readonly Level[]>;

/** Returns the methods that can reach one of the levels. */
export function methodsReaching(
  wanted: readonly Level[],
  methods: readonly MethodId[],
  methodLevels: MethodLevels,
): readonly MethodId[] {
  return methods.filter((id) => methodLevels[id].some((level) => wanted.includes(level)));
}

export type LevelSettings = { methodsOn: readonly MethodId[]; methodLevels: MethodLevels };

/** Returns the enabled methods that the application accepts, and that can reach the level that it requires. */
export function acceptedMethods(
  application: { signInMethods: readonly MethodId[] | null; minimumLevel: Level | null },
  { methodsOn, methodLevels }: LevelSettings,
): readonly MethodId[] {
  const { signInMethods, minimumLevel } = application;
  const accepted = methodsOn.filter((id) => signInMethods?.includes(id) ?? true);
  return minimumLevel === null ? accepted : methodsReaching([minimumLevel], accepted, methodLevels);
}

/** Returns why an application cannot accept only these methods: without one that is on, no user could open it. */
export function validateMethods(
  accepted: readonly MethodId[] | undefined,
  methodsOn: readonly MethodId[],
): string | undefined {
  if (!accepted || accepted.some((id) => methodsOn.includes(id))) return undefined;
  return `must name a method whose settings are given here: ${methodsOn.join(', ')}`;
}
