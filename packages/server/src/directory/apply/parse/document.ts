// Parses the text of a manifest to plain values: JSON with the fast parser, everything else as YAML 1.2, unless the file
// must be JSON. Does not know what a manifest contains.

import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { findDuplicateKeys, isDeeper } from '../../../admin/json-keys.ts';
import type { Issue } from './issue.ts';
import { findJsonError } from './json-syntax.ts';
import { createLineOf, findDuplicateYamlKeys, limits } from './yaml-locations.ts';

/** `value` is undefined if the text cannot be parsed. */
export type Document = { value: unknown; issues: Issue[] };

/** The parser needs twenty times the memory of the text. */
const maxYamlBytes = 50_000_000;

const failed = (reason: string, line?: number): Document => ({
  value: undefined,
  issues: [{ path: [], reason, line }],
});

const tooDeep = 'is nested too deeply';
/** As the YAML parser counts them. */
const maxLevels = limits.maxDepth + 1;

const duplicate = 'is given twice; remove one';

/** Returns the value of a JSON text with its duplicate keys, which JSON.parse accepts. */
function withDuplicates(text: string, value: unknown): Document {
  const keys = findDuplicateKeys(text, value);
  if (keys.length === 0) return { value, issues: [] };
  const lineOf = createLineOf(text);
  const issues = keys.map(({ path, offset }) => ({
    path,
    reason: duplicate,
    line: lineOf(offset),
  }));
  return { value, issues };
}

/** Returns undefined if the text is not JSON, or is too deep: then the YAML parser names the line. */
function readJson(text: string): Document | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isDeeper(value, maxLevels) ? undefined : withDuplicates(text, value);
  } catch {
    return undefined;
  }
}

function reasonOfJson(text: string): Document {
  try {
    const { offset = 0, expected = 'a value' } = findJsonError(text) ?? {};
    return failed(`is not JSON: expected ${expected}`, createLineOf(text)(offset));
  } catch (error) {
    if (error instanceof RangeError) return failed(`is not JSON: ${tooDeep}`);
    throw error;
  }
}

/** Reads a file that must be JSON: refuses YAML that is not JSON. */
function readStrictJson(text: string): Document {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return reasonOfJson(text);
  }
  return isDeeper(value, maxLevels) ? failed(tooDeep) : withDuplicates(text, value);
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

function readYaml(text: string): Document {
  if (Buffer.byteLength(text) > maxYamlBytes)
    return failed(
      `is YAML of more than ${maxYamlBytes / 1_000_000} MB: write it as JSON, which needs less memory, or divide it`,
    );
  try {
    return { value: loadYaml(text, false), issues: [] };
  } catch (error) {
    if (!(error instanceof YAMLException) || error.reason !== 'duplicated mapping key')
      return failedYaml(error);
  }
  // reads on, so that one run reports every issue
  try {
    return { value: loadYaml(text, true), issues: findDuplicateYamlKeys(text) };
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
  { strictJson = false }: { strictJson?: boolean } = {},
): Document {
  if (text.trim() === '') return failed('the file is empty');
  if (strictJson) return readStrictJson(text);
  return readJson(text) ?? readYaml(text);
}
