// Where things stand in the text of a manifest: the lines of paths, and keys given twice. Looked for only
// when there is a fault to report.

import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml';
import type { Fault, Path } from './issue.ts';
import { limits } from './limits.ts';

/** Called for every entry of a mapping or list; what it returns is the context of what lies below. */
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
      // a key that is itself a mapping or list is no key of ours
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

/** Offset → line, counted from 1. */
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

type Sought = { below: Map<string | number, Sought>; offset: number };

/** Line of each path, or of the nearest thing around it that stands in the text. */
function linesOf(text: string, paths: readonly Path[]): (number | undefined)[] {
  const root: Sought = { below: new Map(), offset: -1 };
  for (const path of paths) {
    let place = root;
    for (const key of path) {
      const next = place.below.get(key) ?? { below: new Map(), offset: -1 };
      place.below.set(key, next);
      place = next;
    }
  }
  walk<Sought | undefined>(text, root, (context, key, offset) => {
    const place = context?.below.get(key);
    if (place) place.offset = offset;
    return place;
  });
  const lineOf = createLineOf(text);
  return paths.map((path) => {
    let [place, offset]: [Sought | undefined, number] = [root, -1];
    for (const key of path) {
      place = place?.below.get(key);
      if (place && place.offset >= 0) offset = place.offset;
    }
    return offset < 0 ? undefined : lineOf(offset);
  });
}

/** The faults with their lines, where these can be told. */
export function located(text: string, faults: readonly Fault[]): Fault[] {
  const unplaced = faults.filter(({ line, path }) => line === undefined && path.length > 0);
  if (unplaced.length === 0) return [...faults];
  let lines: (number | undefined)[] = [];
  try {
    lines = linesOf(
      text,
      unplaced.map(({ path }) => path),
    );
  } catch {
    // JSON that is not YAML (there is very little of it) has paths only
  }
  const lineOf = new Map(unplaced.map((fault, index) => [fault, lines[index]]));
  return faults.map((fault) => ({ ...fault, line: fault.line ?? lineOf.get(fault) }));
}

type Place = { around: Place | undefined; key: string | number; keys: Set<string | number> };

function pathTo(place: Place): (string | number)[] {
  return place.around ? [...pathTo(place.around), place.key] : [];
}

/** Every key that its mapping has already. */
export function repeatedKeys(text: string): Fault[] {
  const found: { path: Path; offset: number }[] = [];
  const root: Place = { around: undefined, key: '', keys: new Set() };
  walk<Place>(text, root, (around, key, offset) => {
    const place = { around, key, keys: new Set<string | number>() };
    if (around.keys.has(key)) found.push({ path: pathTo(place), offset });
    around.keys.add(key);
    return place;
  });
  const lineOf = createLineOf(text);
  return found.map(({ path, offset }) => ({
    path,
    reason: 'stands twice; one of them must go',
    line: lineOf(offset),
  }));
}
