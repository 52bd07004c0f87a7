// Finds the lines of paths and the duplicate keys in the text of a manifest. Runs only if there is an issue to report.
// The library `yaml` does the same with ten times the time and four times the memory (decision 0008).

import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml';
import type { Issue, Path } from './issue.ts';
import { limits } from './limits.ts';

/** Called for every entry of a mapping or list. Returns the context for the entries below it. */
type Enter<C> = (context: C, key: string | number, offset: number) => C;

function offsetOf(event: Event | undefined): number {
  if (event && 'valueStart' in event) return event.valueStart;
  return event && 'start' in event ? event.start : -1;
}

function keyOf(text: string, event: Event): string {
  return event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : '';
}

function walk<C>(text: string, root: C, enter: Enter<C>) {
  const events = parseEvents(text, limits);
  let at = 0;

  function list(context: C) {
    for (let index = 0; events[at]?.type !== EVENT_ID.POP; index++)
      node(enter(context, index, offsetOf(events[at])));
  }

  function mapping(context: C) {
    for (let key = events[at]; key && key.type !== EVENT_ID.POP; key = events[at]) {
      // skips the key, which can be a mapping or list itself
      node(context);
      node(enter(context, keyOf(text, key), offsetOf(key)));
    }
  }

  function node(context: C) {
    const event = events[at++];
    if (event?.type === EVENT_ID.SEQUENCE) list(context);
    else if (event?.type === EVENT_ID.MAPPING) mapping(context);
    else return;
    at++;
  }

  // the first event opens the document
  at++;
  node(root);
}

/** Returns a function from offset to line, counted from 1. */
function createLineOf(text: string) {
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

type PathNode = { below: Map<string | number, PathNode>; offset: number };

/** Returns the line of each path, or of its nearest ancestor in the text. */
function linesOf(text: string, paths: readonly Path[]): (number | undefined)[] {
  const root: PathNode = { below: new Map(), offset: -1 };
  for (const path of paths) {
    let place = root;
    for (const key of path) {
      const next = place.below.get(key) ?? { below: new Map(), offset: -1 };
      place.below.set(key, next);
      place = next;
    }
  }
  walk<PathNode | undefined>(text, root, (context, key, offset) => {
    const place = context?.below.get(key);
    if (place) place.offset = offset;
    return place;
  });
  const lineOf = createLineOf(text);
  return paths.map((path) => {
    let [place, offset]: [PathNode | undefined, number] = [root, -1];
    for (const key of path) {
      place = place?.below.get(key);
      if (place && place.offset >= 0) offset = place.offset;
    }
    return offset < 0 ? undefined : lineOf(offset);
  });
}

/** Returns the issues with their lines, if the text is valid YAML. */
export function withLines(text: string, issues: readonly Issue[]): Issue[] {
  const unplaced = issues.filter(({ line, path }) => line === undefined && path.length > 0);
  if (unplaced.length === 0) return [...issues];
  let lines: (number | undefined)[] = [];
  try {
    lines = linesOf(
      text,
      unplaced.map(({ path }) => path),
    );
  } catch {
    // some JSON texts are not valid YAML: their issues have paths only
  }
  const lineOf = new Map(unplaced.map((issue, index) => [issue, lines[index]]));
  return issues.map((issue) => ({ ...issue, line: issue.line ?? lineOf.get(issue) }));
}

type KeysNode = { parent: KeysNode | undefined; key: string | number; keys: Set<string | number> };

function pathTo(node: KeysNode): (string | number)[] {
  return node.parent ? [...pathTo(node.parent), node.key] : [];
}

/** Returns an issue for every key that its mapping already has. */
export function findDuplicateKeys(text: string): Issue[] {
  const found: { path: Path; offset: number }[] = [];
  const root: KeysNode = { parent: undefined, key: '', keys: new Set() };
  walk<KeysNode>(text, root, (parent, key, offset) => {
    const node = { parent, key, keys: new Set<string | number>() };
    if (parent.keys.has(key)) found.push({ path: pathTo(node), offset });
    parent.keys.add(key);
    return node;
  });
  const lineOf = createLineOf(text);
  return found.map(({ path, offset }) => ({
    path,
    reason: 'stands twice; one of them must go',
    line: lineOf(offset),
  }));
}
