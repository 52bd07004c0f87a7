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

/** Matches the start of a line with content, up to its first character; captures the dash of an item. */
const content = / *(?:(-)(?=[ \r\n]|$)|[^ #\r\n])/y;

/**
 * Returns where the items of the list start and where the list ends. All lines of an item are indented deeper than its
 * dash (YAML 1.2, 8.2.1), also within multi-line texts and flow collections.
 */
function findItems(text: string, listStart: number): { starts: number[]; end: number } {
  const starts: number[] = [];
  let listIndent: number | undefined;
  for (let start = listStart, next = 0; start < text.length; start = next) {
    next = text.indexOf('\n', start) + 1 || text.length;
    content.lastIndex = start;
    const found = content.exec(text);
    if (!found) continue;
    const indent = found[0].length - 1;
    listIndent ??= indent;
    if (indent > listIndent) continue;
    if (indent < listIndent || !found[1]) return { starts, end: start };
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
