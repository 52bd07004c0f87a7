// Finds the lines of paths and the duplicate keys in the text of a manifest, for its issues. The library `yaml` would
// need ten times the time and four times the memory for this (decision 0008). Runs only if there is an issue to report.

import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml';
import type { Issue, Path } from './issue.ts';

/** Limits of the YAML parser. A manifest has at most ten levels; nested aliases multiply the memory they need. */
export const limits = { maxDepth: 32, maxAliases: 1000 } as const;

/** Called for every entry of a mapping or list. The array of the path changes afterwards. */
type Visit = (path: Path, offset: number, isDuplicate: boolean) => void;

function offsetOf(event: Event | undefined): number {
  if (event && 'valueStart' in event) return event.valueStart;
  return event && 'start' in event ? event.start : -1;
}

function keyOf(text: string, event: Event): string {
  return event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : '';
}

function walk(text: string, visit: Visit) {
  const events = parseEvents(text, limits);
  const path: (string | number)[] = [];
  // the first event opens the document
  let at = 1;

  function entry(key: string | number, offset: number, isDuplicate: boolean) {
    path.push(key);
    visit(path, offset, isDuplicate);
    node();
    path.pop();
  }

  function list() {
    for (let index = 0; events[at]?.type !== EVENT_ID.POP; index++)
      entry(index, offsetOf(events[at]), false);
  }

  function mapping() {
    const keys = new Set<string>();
    for (let event = events[at]; event && event.type !== EVENT_ID.POP; event = events[at]) {
      // skips the key, which can be a mapping or list itself
      node();
      const key = keyOf(text, event);
      entry(key, offsetOf(event), keys.has(key));
      keys.add(key);
    }
  }

  function node() {
    const event = events[at++];
    if (event?.type === EVENT_ID.SEQUENCE) list();
    else if (event?.type === EVENT_ID.MAPPING) mapping();
    else return;
    at++;
  }

  node();
}

/** Returns a function from offset to line, counted from 1. */
export function createLineOf(text: string) {
  const breaks: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) breaks.push(at);
  return (offset: number) => {
    let [low, high] = [0, breaks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** Returns the path and its ancestors, the longest last, each as a text. */
const idsOf = (path: Path) => path.map((_, index) => JSON.stringify(path.slice(0, index + 1)));

/** Returns the line of each path, or of its nearest ancestor in the text. */
function linesOf(text: string, paths: readonly Path[]): (number | undefined)[] {
  const offsets = new Map<string, number | undefined>();
  for (const id of paths.flatMap(idsOf)) offsets.set(id, undefined);
  if (offsets.size === 0) return [];
  const lastKeys = new Set(paths.flat());
  walk(text, (path, offset) => {
    if (!lastKeys.has(path.at(-1) ?? '')) return;
    const id = JSON.stringify(path);
    if (offsets.has(id) && offset >= 0) offsets.set(id, offset);
  });
  const lineOf = createLineOf(text);
  return paths.map((path) => {
    const offset = idsOf(path)
      .flatMap((id) => offsets.get(id) ?? [])
      .at(-1);
    return offset === undefined ? undefined : lineOf(offset);
  });
}

/** Returns the issues with their lines, if the text is valid YAML. */
export function withLines(text: string, issues: readonly Issue[]): Issue[] {
  try {
    const lines = linesOf(
      text,
      issues.map(({ path, line }) => (line === undefined ? path : [])),
    );
    return issues.map((issue, index) => ({ ...issue, line: issue.line ?? lines[index] }));
  } catch {
    // some JSON texts are not valid YAML: their issues have paths only
    return [...issues];
  }
}

/** Returns an issue for every key that its mapping already has. */
export function findDuplicateYamlKeys(text: string): Issue[] {
  const found: { path: Path; offset: number }[] = [];
  walk(text, (path, offset, isDuplicate) => {
    if (isDuplicate) found.push({ path: [...path], offset });
  });
  const lineOf = createLineOf(text);
  return found.map(({ path, offset }) => ({
    path,
    reason: 'is given twice; remove one',
    line: lineOf(offset),
  }));
}
