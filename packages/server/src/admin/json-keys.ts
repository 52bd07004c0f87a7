// Finds the keys that an object of a JSON text gives twice: JSON.parse keeps the last of them without a word. Pure.

import { visit } from 'jsonc-parser';

type DuplicateKey = { path: (string | number)[]; offset: number };

/** Returns whether lists and objects stand within each other on more levels. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}

/** `json` is valid JSON with a limited number of levels: the library calls itself for each. */
export function findDuplicateKeys(json: string): DuplicateKey[] {
  const open: Set<string>[] = [];
  const found: DuplicateKey[] = [];
  visit(json, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(key, offset, _length, _line, _character, pathOf) {
      const keys = open.at(-1);
      if (keys?.has(key)) found.push({ path: [...pathOf(), key], offset });
      keys?.add(key);
    },
  });
  return found;
}
