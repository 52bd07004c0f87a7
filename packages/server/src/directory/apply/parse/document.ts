// Parses the text of a manifest to plain values: JSON with the fast parser, everything else as YAML 1.2, unless the file
// must be JSON. Does not know what a manifest contains.

import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { countKeys, countWrittenKeys } from '../../../admin/json-keys.ts';
import { findDuplicateKeys, limits } from '../../../admin/yaml-locations.ts';
import type { Issue } from './issue.ts';
import { findJsonError } from './json-syntax.ts';
import { splitYaml } from './split-yaml.ts';

/** `value` is undefined if the text cannot be parsed. */
export type Document = { value: unknown; issues: Issue[] };
/** Receives the share of the text that was read since the last call. */
type OnProgress = (share: number) => void;

/** The list that makes a manifest large. */
const splitList = 'users';

const failed = (reason: string, line?: number): Document => ({
  value: undefined,
  issues: [{ path: [], reason, line }],
});

/** Returns the value of a JSON text; undefined if it is not JSON or has a duplicate key, which JSON.parse accepts. */
function readJson(text: string): { value: unknown } | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return countKeys(value, limits.maxDepth) === countWrittenKeys(text) ? { value } : undefined;
  } catch {
    return undefined;
  }
}

const tooDeep = 'is nested too deeply';

/** Returns the duplicate keys of a JSON text, with their lines if the YAML parser can read it. */
function duplicateJsonKeys(json: string): Issue[] {
  let found: Issue[] = [];
  try {
    found = findDuplicateKeys(json);
  } catch {
    // some JSON texts are not valid YAML
  }
  return found.length > 0 ? found : [{ path: [], reason: 'is given twice; remove one' }];
}

/** Reads a file that must be JSON: refuses YAML that is not JSON. */
function readStrictJson(text: string): Document {
  const json = readJson(text);
  if (json) return { ...json, issues: [] };
  const error = findJsonError(text);
  if (error)
    return failed(
      `is not JSON: expected ${error.expected}`,
      text.slice(0, error.offset).split('\n').length,
    );
  const value: unknown = JSON.parse(text);
  if (value === null || typeof value !== 'object') return { value, issues: [] };
  return Number.isNaN(countKeys(value, limits.maxDepth))
    ? failed(tooDeep)
    : { value, issues: duplicateJsonKeys(text) };
}

const yamlReasons: [RegExp, string][] = [
  [/^expected a document/, 'the file holds nothing'],
  [/^expected a single document/, 'the file must hold one document: no line --- in between'],
  [/maxDepth/, tooDeep],
  [/maxAliases/, `has more than ${limits.maxAliases} aliases (*name)`],
  [
    /\balias\b/,
    'a text that begins with * must be in quotes (here it names an anchor that is not)',
  ],
  [/\btag\b/, 'YAML tags are not supported; quote a text that begins with !'],
  [/object-based map/, 'a key must be a plain word'],
];

/** Returns the reason of the parser without text of the file, which some reasons repeat. */
function reasonOf({ reason }: YAMLException): string {
  const found = yamlReasons.find(([pattern]) => pattern.test(reason));
  if (found) return found[1];
  return /^([A-Za-z ,;()-]|'.')+$/.test(reason) ? `is not YAML: ${reason}` : 'is not YAML';
}

function failedYaml(error: unknown): Document {
  if (!(error instanceof YAMLException)) throw error;
  return failed(reasonOf(error), error.mark && error.mark.line + 1);
}

/** With `lastWins` the last of duplicate keys counts; otherwise they throw. */
function loadYaml(text: string, lastWins: boolean): unknown {
  return load(text, { ...limits, schema: CORE_SCHEMA, json: lastWins });
}

/**
 * Reads a large YAML text in parts. Returns undefined if it cannot be split or is invalid: only the whole text has the
 * right line numbers and all anchors.
 */
function readParts(text: string, onProgress: OnProgress): Document | undefined {
  const parts = splitYaml(text, splitList);
  if (!parts) return undefined;
  try {
    const rest = loadYaml(parts.rest, false) as Record<string, unknown>;
    if (rest[splitList] !== null) return undefined;
    const list: unknown[] = [];
    for (const part of parts.items) {
      for (const item of loadYaml(part, false) as unknown[]) list.push(item);
      onProgress(part.length / text.length);
    }
    return { value: { ...rest, [splitList]: list }, issues: [] };
  } catch {
    return undefined;
  }
}

function readYaml(text: string): Document {
  try {
    return { value: loadYaml(text, false), issues: [] };
  } catch (error) {
    if (!(error instanceof YAMLException) || error.reason !== 'duplicated mapping key')
      return failedYaml(error);
  }
  // reads on, so that one run reports every issue
  try {
    return { value: loadYaml(text, true), issues: findDuplicateKeys(text) };
  } catch (error) {
    return failedYaml(error);
  }
}

/**
 * Returns issues instead of throwing; they repeat only keys of the text. With `strictJson` the text must be JSON,
 * otherwise YAML, which includes JSON.
 */
export function readDocument(
  text: string,
  onProgress: OnProgress,
  { strictJson = false }: { strictJson?: boolean } = {},
): Document {
  if (text.trim() === '') return failed('the file is empty');
  if (strictJson) return readStrictJson(text);
  const json = readJson(text);
  if (json) return { ...json, issues: [] };
  return readParts(text, onProgress) ?? readYaml(text);
}
