// The text of a manifest as plain values: strict JSON the quick way, everything else as YAML 1.2, unless the
// file must be JSON. Knows nothing of what a manifest contains.

import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import type { Fault } from './issue.ts';
import { findJsonFault } from './json-syntax.ts';
import { limits } from './limits.ts';
import { divide } from './split-yaml.ts';
import { repeatedKeys } from './yaml-locations.ts';

export type Document = { value: unknown; faults: Fault[] };
/** Hears of the share of the text that has been read since. */
type OnProgress = (share: number) => void;

/** The list that makes a manifest large. */
const dividedList = 'users';

/** How many keys a value has in all, or nothing when it is nested too deeply. */
function countKeys(value: unknown, depth = 0): number {
  if (value === null || typeof value !== 'object') return 0;
  if (depth > limits.maxDepth) return Number.NaN;
  const below = Array.isArray(value) ? value : Object.values(value);
  let keys = Array.isArray(value) ? 0 : below.length;
  for (const one of below) keys += countKeys(one, depth + 1);
  return keys;
}

const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;

/** How many keys stand in a text that is known to be JSON: strings with a colon after them. */
function countWrittenKeys(json: string): number {
  let keys = 0;
  for (let start = json.indexOf('"'); start >= 0; ) {
    let end = start + 1;
    for (let c = json.charCodeAt(end); c !== quote; c = json.charCodeAt(++end))
      if (c === backslash) end++;
    let next = end + 1;
    while (json.charCodeAt(next) <= 0x20) next++;
    if (json.charCodeAt(next) === colon) keys++;
    start = json.indexOf('"', next);
  }
  return keys;
}

/** The value of a JSON text; nothing when it is not JSON or gives some key twice, which JSON.parse hides. */
function readJson(text: string): { value: unknown } | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return countKeys(value) === countWrittenKeys(text) ? { value } : undefined;
  } catch {
    return undefined;
  }
}

const tooDeep: Fault = { path: [], reason: 'is nested too deeply' };

/** Returns the fields that stand twice in a text that is JSON, with their lines where they can be told. */
function repeatedNames(json: string): Fault[] {
  let found: Fault[] = [];
  try {
    found = repeatedKeys(json);
  } catch {
    // JSON that is not YAML: there is very little of it
  }
  return found.length > 0 ? found : [{ path: [], reason: 'gives a field twice; one must go' }];
}

/** Reads a file that must be JSON: nothing that only YAML allows passes. */
function readStrictJson(text: string): Document {
  const json = readJson(text);
  if (json) return { ...json, faults: [] };
  const fault = findJsonFault(text);
  if (fault) {
    const line = text.slice(0, fault.offset).split('\n').length;
    const reason = `is not JSON: expected ${fault.expected}`;
    return { value: undefined, faults: [{ path: [], reason, line }] };
  }
  const value: unknown = JSON.parse(text);
  if (value === null || typeof value !== 'object') return { value, faults: [] };
  if (Number.isNaN(countKeys(value))) return { value: undefined, faults: [tooDeep] };
  return { value, faults: repeatedNames(text) };
}

const inOtherWords: [RegExp, string][] = [
  [/^expected a document/, 'the file holds nothing'],
  [/^expected a single document/, 'the file must hold one document: no line --- in between'],
  [/maxDepth/, tooDeep.reason],
  [/maxAliases/, `has more than ${limits.maxAliases} aliases (*name)`],
  [
    /\balias\b/,
    'a text that begins with * must be in quotes (here it names an anchor that is not)',
  ],
  [/\btag\b/, 'has no use for tags: a text that begins with ! must be in quotes'],
  [/object-based map/, 'a key must be a plain word'],
];

/** The parser's reasons, without the pieces of the file that stand in some of them. */
function reasonOf({ reason }: YAMLException): string {
  const found = inOtherWords.find(([pattern]) => pattern.test(reason));
  if (found) return found[1];
  return /^([A-Za-z ,;()-]|'.')+$/.test(reason) ? `is not YAML: ${reason}` : 'is not YAML';
}

function refused(error: unknown): Document {
  if (!(error instanceof YAMLException)) throw error;
  const line = error.mark && error.mark.line + 1;
  return { value: undefined, faults: [{ path: [], reason: reasonOf(error), line }] };
}

function loadYaml(text: string, lastWins: boolean): unknown {
  return load(text, { ...limits, schema: CORE_SCHEMA, json: lastWins });
}

/**
 * A large YAML text read in pieces. Nothing when it cannot be divided or there is anything to complain of:
 * then it is read as a whole, which knows the lines, and the anchors of other pieces.
 */
function readPieces(text: string, onProgress: OnProgress): Document | undefined {
  const pieces = divide(text, dividedList);
  if (!pieces) return undefined;
  try {
    const around = loadYaml(pieces.around, false) as Record<string, unknown>;
    if (around[dividedList] !== null) return undefined;
    const list: unknown[] = [];
    for (const piece of pieces.items) {
      for (const item of loadYaml(piece, false) as unknown[]) list.push(item);
      onProgress(piece.length / text.length);
    }
    return { value: { ...around, [dividedList]: list }, faults: [] };
  } catch {
    return undefined;
  }
}

function readYaml(text: string): Document {
  try {
    return { value: loadYaml(text, false), faults: [] };
  } catch (error) {
    if (!(error instanceof YAMLException) || error.reason !== 'duplicated mapping key')
      return refused(error);
  }
  // the rest is read all the same, so that every fault is named at once
  try {
    return { value: loadYaml(text, true), faults: repeatedKeys(text) };
  } catch (error) {
    return refused(error);
  }
}

/**
 * Never throws for what the text holds; faults repeat nothing of it but keys. With `strictJson` the text must be
 * JSON; else YAML, of which JSON is a part.
 */
export function readDocument(
  text: string,
  onProgress: OnProgress,
  { strictJson = false }: { strictJson?: boolean } = {},
): Document {
  if (text.trim() === '')
    return { value: undefined, faults: [{ path: [], reason: 'the file is empty' }] };
  if (strictJson) return readStrictJson(text);
  const json = readJson(text);
  if (json) return { ...json, faults: [] };
  return readPieces(text, onProgress) ?? readYaml(text);
}
