// Finds the keys that an object of a JSON text gives twice: JSON.parse keeps the last of them without a word. Pure.

import { createScanner, type SyntaxKind, visit } from 'jsonc-parser';

type DuplicateKey = { path: (string | number)[]; offset: number };

/** Returns whether lists and objects stand within each other on more levels. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // a manifest has millions of values
  for (const one of Object.values(value)) if (isDeeper(one, levels - 1)) return true;
  return false;
}

const colon: SyntaxKind.ColonToken = 6;
const endOfText: SyntaxKind.EOF = 17;

/** Returns the number of keys that a valid JSON text gives. */
function countWrittenKeys(json: string): number {
  const scanner = createScanner(json);
  let keys = 0;
  for (let token = scanner.scan(); token !== endOfText; token = scanner.scan())
    if (token === colon) keys++;
  return keys;
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const below = Object.values(value);
  let keys = Array.isArray(value) ? 0 : below.length;
  for (const one of below) keys += countKeys(one);
  return keys;
}

/** `json` is valid JSON with a limited number of levels, `value` what JSON.parse makes of it. */
export function findDuplicateKeys(json: string, value: unknown): DuplicateKey[] {
  // counting takes half the time of a list of the keys of each object, and hardly any memory
  if (countWrittenKeys(json) === countKeys(value)) return [];
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
