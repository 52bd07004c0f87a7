// Turns chapters into strips: breaks sentences into lines and gives each block its structure tag.
import type { Language } from '@brama/contract/paths';
import { type Block, type Chapter, inLanguage, type Words } from '../content/book.ts';
import type { Atom, Ground, Heading, Tag } from './atoms.ts';
import { spansOf } from './inline.ts';
import { type Line, linesOf, type Measure } from './lines.ts';
import { codeLook, colours, page, type Style, styles, textWidth } from './look.ts';

export type Flow = { language: Language; measure: Measure; codeOf: (snippet: string) => string };
type Place = { tag: Tag; x: number; width: number };

/** Returns the baseline at which capital letters look vertically centred in their line. */
const baselineOf = ({ leading, size }: Style) => leading / 2 + size * 0.35;

const isEdge = (index: number, count: number) => index === 0 || index === count - 2;

type Paragraph = { lines: Line[]; style: Style; place: Place; gapAbove: number; ground?: Ground };

/** A page break never separates the first or the last line from its neighbour in the paragraph. */
function paragraphAtoms({ lines, style, place, gapAbove, ground }: Paragraph): Atom[] {
  return lines.map((line, index) => ({
    height: style.leading,
    gapAbove: index === 0 ? gapAbove : 0,
    keepsNext: isEdge(index, lines.length) && index < lines.length - 1,
    lines: [{ tag: place.tag, line, x: place.x, baseline: baselineOf(style) }],
    ...(ground && { ground }),
  }));
}

function keepingNext(atoms: Atom[]): Atom[] {
  return atoms.map((atom) => ({ ...atom, keepsNext: true }));
}

const label = (text: string, { measure }: Flow): Line => {
  const { font, size } = { ...styles.text, font: 'semibold' as const };
  return [{ text, font, size, colour: colours.brand, width: measure(text, font, size) }];
};

function listAtoms(block: Extract<Block, { items: Words[] }>, parent: Tag, flow: Flow): Atom[] {
  const list: Tag = { role: 'L', parent };
  const indent = 18;
  return block.items.flatMap((words, index) => {
    const item: Tag = { role: 'LI', parent: list };
    const mark = block.kind === 'steps' ? `${index + 1}.` : '•';
    const width = textWidth - indent;
    const place = { tag: { role: 'LBody', parent: item }, x: page.left + indent, width };
    const lines = linesIn(words, styles.text, width, flow);
    const gapAbove = index === 0 ? 8 : 5;
    const [first, ...rest] = paragraphAtoms({ lines, style: styles.text, place, gapAbove });
    if (!first) return [];
    const tag: Tag = { role: 'Lbl', parent: item };
    const lead = {
      tag,
      line: label(mark, flow),
      x: page.left + 2,
      baseline: baselineOf(styles.text),
    };
    return [{ ...first, lines: [lead, ...first.lines] }, ...rest];
  });
}

function linesIn(words: Words, style: Style, width: number, { language, measure }: Flow): Line[] {
  return linesOf(spansOf(inLanguage(words, language)), style, width, measure);
}

function textAtoms(words: Words, parent: Tag, flow: Flow): Atom[] {
  const place = { tag: { role: 'P', parent }, x: page.left, width: textWidth };
  const lines = linesIn(words, styles.text, textWidth, flow);
  return paragraphAtoms({ lines, style: styles.text, place, gapAbove: 8 });
}

function noteAtoms(words: Words, parent: Tag, flow: Flow): Atom[] {
  const ground = {
    colour: colours.brandTint,
    bar: colours.brand,
    x: page.left,
    width: textWidth,
    padY: 9,
  };
  const place = { tag: { role: 'P', parent }, x: page.left + 16, width: textWidth - 30 };
  const lines = linesIn(words, styles.note, place.width, flow);
  const atoms = paragraphAtoms({
    lines,
    style: styles.note,
    place,
    gapAbove: 12 + ground.padY,
    ground,
  });
  return atoms.map((atom, index) => ({ ...atom, keepsNext: index < atoms.length - 1 }));
}

type Row = { cells: readonly Words[]; role: 'TH' | 'TD'; table: Tag; shares: readonly number[] };

const cellPad = { x: 8, y: 5 };

function rowAtom({ cells, role, table, shares }: Row, flow: Flow): Atom {
  const row: Tag = { role: 'TR', parent: table };
  const style = role === 'TH' ? styles.head : styles.cell;
  let x = page.left;
  let most = 0;
  const lines = cells.flatMap((words, column) => {
    const width = (shares[column] ?? 0) * textWidth;
    const tag: Tag = { role, parent: row, ...(role === 'TH' && { scope: 'Column' as const }) };
    const own = linesIn(words, style, width - cellPad.x, flow);
    most = Math.max(most, own.length);
    const placed = own.map((line, index) => ({
      tag,
      line,
      x,
      baseline: cellPad.y + index * style.leading + baselineOf(style),
    }));
    x += width;
    return placed;
  });
  const colour = role === 'TH' ? colours.muted : colours.line;
  return {
    height: most * style.leading + 2 * cellPad.y,
    gapAbove: 0,
    keepsNext: role === 'TH',
    lines,
    rule: { x: page.left, width: textWidth, colour },
  };
}

/** In points. A table of less height is never divided between pages. */
const tallestWholeTable = 290;

function tableAtoms(block: Extract<Block, { kind: 'table' }>, parent: Tag, flow: Flow): Atom[] {
  const table: Tag = { role: 'Table', parent };
  const all = block.columns.reduce((sum, { share }) => sum + share, 0);
  const shares = block.columns.map(({ share }) => share / all);
  const titles = block.columns.map(({ title }) => title);
  const headings = {
    ...rowAtom({ cells: titles, role: 'TH', table, shares }, flow),
    gapAbove: 10,
  };
  const rows = block.rows.map((cells) => ({
    ...rowAtom({ cells, role: 'TD', table, shares }, flow),
    headings,
  }));
  const atoms = [headings, ...rows];
  const height = atoms.reduce((sum, atom) => sum + atom.height, 0);
  const staysWhole = height < tallestWholeTable;
  return atoms.map((atom, index) => ({
    ...atom,
    keepsNext: index < atoms.length - 1 && (staysWhole || index === 0),
  }));
}

/** Returns the size at which every line fits. @throws an Error if there is none: wrapped code breaks when copied. */
function codeSize(
  snippet: string,
  lines: readonly string[],
  width: number,
  { measure }: Flow,
): number {
  const widest = Math.max(...lines.map((line) => measure(line, 'mono', 1)));
  const size = Math.min(codeLook.size, width / widest);
  if (size < codeLook.smallest)
    throw new Error(
      `${snippet}: a line is too long for the manual: ${Math.max(...lines.map(({ length }) => length))}`,
    );
  return size;
}

/** Returns whether this line is the last blank one before code: a page break may follow it. */
const isPause = (code: readonly string[], index: number) =>
  code[index] === '' && code[index + 1] !== '';

function codeAtoms(block: Extract<Block, { kind: 'code' }>, parent: Tag, flow: Flow): Atom[] {
  const { bleed, padX, padY, leading } = codeLook;
  const code = flow.codeOf(block.snippet).split('\n');
  const width = textWidth + 2 * bleed - 2 * padX;
  const size = codeSize(block.snippet, code, width, flow);
  const style: Style = { font: 'mono', size, leading: size * leading, colour: colours.ink };
  const tag: Tag = { role: 'Code', parent, isBlock: true };
  const x = page.left - bleed;
  const ground = { colour: colours.sunken, x, width: textWidth + 2 * bleed, padY };
  const captionPlace = { tag: { role: 'P', parent }, x: page.left, width: textWidth };
  const caption = paragraphAtoms({
    lines: linesIn(block.caption, styles.caption, textWidth, flow),
    style: styles.caption,
    place: captionPlace,
    gapAbove: 12,
  });
  const lines = code.map((line): Line => {
    const width = flow.measure(line, 'mono', size);
    return [{ text: line, font: 'mono', size, colour: style.colour, width }];
  });
  const place = { tag, x: x + padX, width };
  const atoms = paragraphAtoms({ lines, style, place, gapAbove: 4 + padY, ground });
  const isShort = atoms.length <= 14;
  const last = atoms.length - 1;
  return [
    ...keepingNext(caption),
    ...atoms.map((atom, index) => ({
      ...atom,
      // a page break in long code is only allowed after a blank line
      keepsNext:
        index < last && (isShort || index < 8 || index >= last - 6 || !isPause(code, index)),
    })),
  ];
}

/** Keeps the last line of a text on the page of the code that follows it. */
function blocksAtoms(blocks: readonly Block[], parent: Tag, flow: Flow): Atom[] {
  return blocks.flatMap((block, index) => {
    const atoms = blockAtoms(block, parent, flow);
    const next = blocks[index + 1];
    const isAnnouncement = block.kind === 'text' && next?.kind === 'code';
    const last = atoms.at(-1);
    return isAnnouncement && last ? [...atoms.slice(0, -1), ...keepingNext([last])] : atoms;
  });
}

function blockAtoms(block: Block, parent: Tag, flow: Flow): Atom[] {
  if (block.kind === 'text') return textAtoms(block.words, parent, flow);
  if (block.kind === 'note') return noteAtoms(block.words, parent, flow);
  if (block.kind === 'table') return tableAtoms(block, parent, flow);
  if (block.kind === 'code') return codeAtoms(block, parent, flow);
  return listAtoms(block, parent, flow);
}

function headingAtoms(heading: Heading, parent: Tag, flow: Flow): Atom[] {
  const isChapter = heading.level === 1;
  const style = isChapter ? styles.h1 : styles.h2;
  const place = { tag: { role: `H${heading.level}`, parent }, x: page.left, width: textWidth };
  const lines = linesIn(`${heading.number}\u00A0\u00A0${heading.title}`, style, textWidth, flow);
  const atoms = paragraphAtoms({ lines, style, place, gapAbove: isChapter ? 0 : 24 });
  return keepingNext(atoms).map((atom, index) =>
    index === 0 ? { ...atom, heading, startsPage: isChapter } : atom,
  );
}

export function atomsOf(chapters: readonly Chapter[], document: Tag, flow: Flow): Atom[] {
  const titled = (words: Words) => inLanguage(words, flow.language);
  return chapters.flatMap(({ id, title, blocks, sections }, at) => {
    const number = `${at + 1}`;
    const chapter: Tag = { role: 'Sect', parent: document };
    const heading: Heading = { id, title: titled(title), level: 1, number };
    return [
      ...headingAtoms(heading, chapter, flow),
      ...blocksAtoms(blocks, chapter, flow),
      ...sections.flatMap((one, index) => {
        const tag: Tag = { role: 'Sect', parent: chapter };
        const own: Heading = {
          id: one.id,
          title: titled(one.title),
          level: 2,
          number: `${number}.${index + 1}`,
        };
        return [...headingAtoms(own, tag, flow), ...blocksAtoms(one.blocks, tag, flow)];
      }),
    ];
  });
}
