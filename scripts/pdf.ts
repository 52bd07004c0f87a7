// Reads a PDF: text by its tags, code as shown, bookmarks and links. It does not depend on the code that builds the
// manual.
import { getDocumentProxy } from 'unpdf';

type Node = { role?: string; type?: string; id?: string; children?: Node[] };
type Item = { str: string; x: number; y: number; width: number };

export type Bookmark = { title: string; page: number; items: Bookmark[] };
export type Element = { role: string; text: string; page: number };
export type Code = { caption: string; code: string };
type Link = { page: number; address?: string; target?: number; words: string };

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type PageProxy = Awaited<ReturnType<Document['getPage']>>;
type Outline = Awaited<ReturnType<Document['getOutline']>>;

/** Returns the text items of each marked piece of a page, by its id. */
async function marked(page: PageProxy): Promise<Map<string, Item[]>> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const found = new Map<string, Item[]>();
  const open: string[] = [];
  for (const item of items as Record<string, unknown>[]) {
    if (`${item['type']}`.startsWith('beginMarkedContent')) open.push(`${item['id'] ?? ''}`);
    else if (item['type'] === 'endMarkedContent') open.pop();
    else {
      const [, , , , x = 0, y = 0] = item['transform'] as number[];
      const id = open.at(-1) ?? '';
      const own = { str: `${item['str']}`, x, y, width: Number(item['width']) };
      found.set(id, [...(found.get(id) ?? []), own]);
    }
  }
  return found;
}

/** Groups items into lines of the same height, from the top. */
function linesOf(items: readonly Item[]): Item[][] {
  const lines: Item[][] = [];
  for (const item of items.filter(({ str }) => str !== '')) {
    const line = lines.find(([first]) => Math.abs((first?.y ?? 0) - item.y) < 1);
    if (line) line.push(item);
    else lines.push([item]);
  }
  return lines;
}

const joined = (items: readonly Item[]) =>
  linesOf(items)
    .map((line) => line.map(({ str }) => str).join(''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

type Row = { y: number; text: string };

/** Puts every letter into its column, so that the text contains the spaces too. */
function rowsOf(seen: readonly Item[], left: number): Row[] {
  const first = seen[0];
  const column = first ? first.width / first.str.length : 1;
  return linesOf(seen).map((line) => {
    let text = '';
    for (const { str, x } of line) text = text.padEnd(Math.round((x - left) / column)) + str;
    return { y: line[0]?.y ?? 0, text: text.trimEnd() };
  });
}

const distances = (rows: readonly Row[]) =>
  rows.slice(1).map(({ y }, index) => (rows[index]?.y ?? 0) - y);

/** Returns code as shown, with its blank lines. Pages are separated by one blank line. */
function codeOf(pages: readonly Item[][]): string {
  const seen = pages.map((items) => items.filter(({ str }) => str.trim() !== ''));
  const left = Math.min(...seen.flat().map(({ x }) => x));
  const parts = seen.map((items) => rowsOf(items, left));
  const step = Math.min(...parts.flatMap(distances));
  const text = (rows: readonly Row[]) => {
    const gaps = [step, ...distances(rows)];
    return rows
      .map((row, index) => '\n'.repeat(Math.round((gaps[index] ?? step) / step) - 1) + row.text)
      .join('\n');
  };
  return parts.map((rows) => (rows.length > 1 ? text(rows) : (rows[0]?.text ?? ''))).join('\n\n');
}

/** Walks a tree of tags. `visit` gets each node with the earlier children of its parent. */
function walk(node: Node, visit: (node: Node, before: readonly Node[]) => void) {
  const children = node.children ?? [];
  for (const [index, child] of children.entries()) {
    visit(child, children.slice(0, index));
    walk(child, visit);
  }
}

function contentIds(node: Node): string[] {
  if (node.type === 'content') return [node.id ?? ''];
  return (node.children ?? []).flatMap(contentIds);
}

async function linksOf(page: PageProxy, number: number, pageOf: Map<string, number>) {
  const found: Link[] = [];
  for (const { subtype, url, dest, contentsObj } of await page.getAnnotations()) {
    if (subtype !== 'Link') continue;
    const target = typeof dest === 'string' ? pageOf.get(dest) : undefined;
    found.push({
      page: number,
      words: contentsObj?.str ?? '',
      ...(url && { address: url }),
      ...(target !== undefined && { target }),
    });
  }
  return found;
}

/** Returns the attached files: name → text. */
async function attachmentsOf(document: Document): Promise<Record<string, string>> {
  const names = [...((await document.getAttachments()) ?? new Map<string, unknown>()).keys()];
  const contents = names.map(async (name) => {
    const content = await document.getAttachmentContent(name);
    return [name, new TextDecoder().decode(content ?? undefined)] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}

type Block = { caption: string; pages: Item[][] };
type Reading = { elements: Element[]; blocks: Block[]; links: Link[]; unmarked: string[] };

/** Adds the content of a page. Code without a caption continues the code of the previous page. */
async function readPage(page: PageProxy, number: number, reading: Reading) {
  const items = await marked(page);
  const itemsOf = (node: Node) => contentIds(node).flatMap((id) => items.get(id) ?? []);
  const wordsOf = (node: Node) => joined(itemsOf(node));

  function takeCode(node: Node, before: readonly Node[]) {
    const caption = before.map(wordsOf).findLast((words) => words !== '');
    if (caption === undefined) reading.blocks.at(-1)?.pages.push(itemsOf(node));
    else reading.blocks.push({ caption, pages: [itemsOf(node)] });
  }

  reading.unmarked.push(joined(items.get('') ?? []));
  walk((await page.getStructTree()) ?? {}, (node, before) => {
    const text = wordsOf(node);
    // elements of other pages are also in the tree of this page, but empty
    if (!node.role || text === '') return;
    reading.elements.push({ role: node.role, text, page: number });
    if (node.role === 'Code') takeCode(node, before);
  });
}

export async function readPdf(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pageNumber = async (dest: unknown) =>
    Array.isArray(dest) ? (await document.getPageIndex(dest[0])) + 1 : 0;
  const bookmarksOf = (outline: Outline): Promise<Bookmark[]> =>
    Promise.all(
      (outline ?? []).map(async ({ title, dest, items }) => ({
        title,
        page: await pageNumber(dest),
        items: await bookmarksOf(items),
      })),
    );
  const named = Object.entries(await document.getDestinations());
  const pageOf = new Map<string, number>();
  for (const [name, dest] of named) pageOf.set(name, await pageNumber(dest));

  const reading: Reading = { elements: [], blocks: [], links: [], unmarked: [] };
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    reading.links.push(...(await linksOf(page, number, pageOf)));
    await readPage(page, number, reading);
  }
  const { info } = await document.getMetadata();
  const mark = await document.getMarkInfo();
  return {
    info: info as Record<string, unknown>,
    isTagged: mark?.Marked === true,
    pages: document.numPages,
    bookmarks: await bookmarksOf(await document.getOutline()),
    elements: reading.elements,
    links: reading.links,
    /** Text that screen readers skip, for each page. */
    unmarked: reading.unmarked,
    attachments: await attachmentsOf(document),
    codes: reading.blocks.map(({ caption, pages }): Code => ({ caption, code: codeOf(pages) })),
  };
}

export type ReadPdf = Awaited<ReturnType<typeof readPdf>>;
