// Lays out the list of chapters and sections with their page numbers, in two columns on one page. Each line is a link
// to its heading.
import type { Heading, Tag } from './atoms.ts';
import type { Measure, Piece } from './lines.ts';
import { page, type Style, styles, textWidth } from './look.ts';

export type Entry = { heading: Heading; pageNumber: number };
export type ContentsLine = {
  tag: Tag;
  /** The number, the title and the page number. */
  pieces: [Placed, Placed, Placed];
  entry: Entry;
  x: number;
  y: number;
  width: number;
  height: number;
  baseline: number;
};
type Placed = Piece & { x: number };

const gutter = 28;
const columnWidth = (textWidth - gutter) / 2;
const firstTop = page.top + 56;

const isChapter = ({ heading }: Entry) => heading.level === 1;
const styleOf = (entry: Entry) =>
  isChapter(entry) ? styles.contentsChapter : styles.contentsSection;
const heightOf = (entry: Entry) => styleOf(entry).leading + (isChapter(entry) ? 14 : 3);

/** Returns how many entries the first column contains: about half of the height, and whole chapters. */
function firstColumn(entries: readonly Entry[]): number {
  const all = entries.reduce((sum, entry) => sum + heightOf(entry), 0);
  let sum = 0;
  const middle = entries.findIndex((entry) => {
    sum += heightOf(entry);
    return sum > all / 2;
  });
  const next = entries.findIndex((entry, index) => index > middle && isChapter(entry));
  return next < 0 ? entries.length : next;
}

function lineOf(
  entry: Entry,
  parent: Tag,
  left: number,
  y: number,
  measure: Measure,
): ContentsLine {
  const { heading, pageNumber } = entry;
  const style: Style = styleOf(entry);
  const { font, size, colour, leading } = style;
  const placed = (text: string, x: number): Placed => {
    return { text, font, size, colour, width: measure(text, font, size), x };
  };
  const number = placed(`${heading.number} `, left + (isChapter(entry) ? 0 : 18));
  const title = placed(`${heading.title} `, left + (isChapter(entry) ? 18 : 42));
  const target = placed(`${pageNumber}`, 0);
  target.x = left + columnWidth - target.width;
  if (title.x + title.width > target.x)
    throw new Error(`a title is too long for the contents: ${heading.title}`);
  return {
    tag: { role: 'Link', parent: { role: 'TOCI', parent } },
    pieces: [number, title, target],
    entry,
    x: left,
    y,
    width: columnWidth,
    height: leading,
    baseline: leading / 2 + size * 0.35,
  };
}

export function contentsLines(
  entries: readonly Entry[],
  parent: Tag,
  measure: Measure,
): ContentsLine[] {
  const split = firstColumn(entries);
  const columns = [entries.slice(0, split), entries.slice(split)];
  return columns.flatMap((column, index) => {
    const left = page.left + index * (columnWidth + gutter);
    let y = firstTop;
    return column.map((entry, at) => {
      y += at === 0 ? 0 : heightOf(entry) - styleOf(entry).leading;
      const line = lineOf(entry, parent, left, y, measure);
      y += styleOf(entry).leading;
      return line;
    });
  });
}
