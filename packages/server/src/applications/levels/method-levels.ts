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
