// Splits the text of a large YAML mapping at the items of one list, so that it can be parsed in parts: the parser needs
// ten times the memory of its text. Pure. Returns undefined for a text that it cannot split.

export type YamlParts = {
  /** The text without the items. */
  rest: string;
  /** The text of some items each, in order. */
  items: string[];
};

/** Shorter texts are parsed whole: splitting saves nothing. */
const minLength = 1_000_000;
const partLength = 500_000;

const space = 0x20;
const dash = 0x2d;
const hash = 0x23;

function isBreak(code: number): boolean {
  // NaN: the end of the text
  return code === 0x0a || code === 0x0d || Number.isNaN(code);
}

function startsItem(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === dash && (next === space || isBreak(next));
}

function isBlankOrComment(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === hash || isBreak(code);
}

/** Yields each line with content from `from` on: where the line starts and where its content starts. */
function* contentLines(text: string, from: number) {
  for (let start = from; start < text.length; ) {
    let at = start;
    while (text.charCodeAt(at) === space) at++;
    if (!isBlankOrComment(text, at)) yield { start, at };
    const end = text.indexOf('\n', at);
    start = end < 0 ? text.length : end + 1;
  }
}

/**
 * Returns where the items of the list start and where the list ends. All lines of an item are indented deeper than its
 * dash (YAML 1.2, 8.2.1), also within multi-line texts and flow collections.
 */
function findItems(text: string, listStart: number): { starts: number[]; end: number } {
  const starts: number[] = [];
  let indent: number | undefined;
  for (const { start, at } of contentLines(text, listStart)) {
    indent ??= at - start;
    if (at - start > indent) continue;
    if (at - start < indent || !startsItem(text, at)) return { starts, end: start };
    starts.push(start);
  }
  return { starts, end: text.length };
}

/** Splits the text at the items of the block list under the top-level key `key`. */
export function splitYaml(text: string, key: string): YamlParts | undefined {
  if (text.length < minLength) return undefined;
  const header = new RegExp(`^${key}:[ \\t]*(#.*)?\\r?\\n`, 'm').exec(text);
  if (!header) return undefined;
  const { starts, end } = findItems(text, header.index + header[0].length);
  const items: string[] = [];
  for (let from = 0; from < starts.length; ) {
    const start = starts[from] as number;
    do from++;
    while (from < starts.length && (starts[from] as number) - start < partLength);
    items.push(text.slice(start, starts[from] ?? end));
  }
  const first = starts[0];
  return first === undefined ? undefined : { rest: text.slice(0, first) + text.slice(end), items };
}
