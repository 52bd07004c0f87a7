// Prints results: tables and fields for people, the JSON of the API for programs.

const graphemes = new Intl.Segmenter();

/** How many characters a reader sees. */
const widthOf = (text: string) => [...graphemes.segment(text)].length;

/** A terminal would obey control characters, and show the text after a change of direction elsewhere. */
export const shown = (text: string) =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');

type Cell = string | number | boolean | null | undefined;

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '-';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return shown(`${cell}`);
}

/** Returns the lines of a table with aligned columns. */
export function tableLines(heads: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const texts = [heads.map((head) => head.toUpperCase()), ...rows.map((row) => row.map(textOf))];
  const widths = heads.map((_, column) =>
    Math.max(...texts.map((row) => widthOf(row[column] ?? ''))),
  );
  return texts.map((row) =>
    row
      .map((text, column) => text + ' '.repeat((widths[column] ?? 0) - widthOf(text)))
      .join('  ')
      .trimEnd(),
  );
}

/** Prints lines of text. */
export const printLines = (lines: readonly string[]): void =>
  console.log(lines.map(shown).join('\n'));

export const printJson = (value: unknown): void =>
  console.log(
    JSON.stringify(value, undefined, 2).replaceAll(
      /[\u007f-\u009f]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );

/** Prints one object, field by field. */
export function printFields(fields: Readonly<Record<string, Cell>>): void {
  const width = Math.max(...Object.keys(fields).map(widthOf)) + 2;
  const lines = Object.entries(fields).map(
    ([name, value]) => name + ' '.repeat(width - widthOf(name)) + textOf(value),
  );
  console.log(lines.join('\n'));
}

/** Returns an ISO time as `2026-11-22 09:47 UTC`. */
export const timeText = (time: string | null): string | null =>
  time && `${time.slice(0, 16).replace('T', ' ')} UTC`;

type Page<Item> = { items: Item[]; next?: string | null };

/** Prints a list: its JSON, or a table whose columns are the functions. */
export function printList<Item>(
  list: Page<Item>,
  isJson: boolean,
  columns: Readonly<Record<string, (item: Item) => Cell>>,
): number {
  if (isJson) {
    printJson(list);
    return 0;
  }
  const rows = list.items.map((item) => Object.values(columns).map((cell) => cell(item)));
  console.log(rows.length === 0 ? 'None.' : tableLines(Object.keys(columns), rows).join('\n'));
  if (list.next) console.error(shown(`There are more: --limit N, or --cursor ${list.next}`));
  return 0;
}

const defaultLimit = 50;
const maxPage = 200;

/** Reads pages until `limit` items are there, or all. */
export async function readPages<Item>(
  { limit = defaultLimit, cursor }: { limit: number | undefined; cursor: string | undefined },
  read: (page: { limit: number; cursor: string | undefined }) => Promise<Required<Page<Item>>>,
): Promise<Required<Page<Item>>> {
  const items: Item[] = [];
  let next: string | null | undefined = cursor;
  do {
    const page = await read({ limit: Math.min(maxPage, limit - items.length), cursor: next });
    items.push(...page.items);
    next = page.next ?? null;
  } while (next !== null && items.length < limit);
  return { items, next };
}
