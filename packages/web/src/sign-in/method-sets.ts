// Every set of sign-in methods a server may have configured: for each there is a prerendered page.

/** All non-empty subsets, in the order of the list. */
export function methodSets<Method>(methods: readonly Method[]): Method[][] {
  const sets: Method[][] = [[]];
  for (const method of methods) sets.push(...sets.map((set) => [...set, method]));
  return sets.filter((set) => set.length > 0);
}
