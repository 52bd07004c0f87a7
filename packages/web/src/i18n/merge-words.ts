// Joins words of several files: a namespace of a sign-in page also has words of the sign-in methods.
import type { Words } from '@brama/contract/pages/words';

/** Returns the words of all trees. A later tree adds to the keys of an earlier one. */
export function mergeWords(...trees: readonly Words[]): Words {
  const merged: Record<string, string | Words> = {};
  for (const tree of trees)
    for (const [key, value] of Object.entries(tree)) {
      const before = merged[key];
      const both = typeof before === 'object' && typeof value === 'object';
      merged[key] = both ? mergeWords(before, value) : value;
    }
  return merged;
}
