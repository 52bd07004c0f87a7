// Breaks a sentence into lines between words. Only a word wider than a line, such as an address, is divided, after one
// of `/._-&?=:`. Pure, except for measuring.
import type { Span } from './inline.ts';
import { colours, type FontName, inlineCodeScale, type Style } from './look.ts';

export type Piece = {
  text: string;
  font: FontName;
  size: number;
  colour: string;
  width: number;
  href?: string;
};
export type Line = Piece[];
export type Measure = (text: string, font: FontName, size: number) => number;

type Word = Piece & { spaceAfter: boolean };

function pieceOf(span: Span, style: Style): Omit<Piece, 'text' | 'width'> {
  if (span.look === 'code')
    return { font: 'mono', size: style.size * inlineCodeScale, colour: style.colour };
  const font = span.look === 'strong' ? 'semibold' : style.font;
  return span.href === undefined
    ? { font, size: style.size, colour: style.colour }
    : { font, size: style.size, colour: colours.brand, href: span.href };
}

/** Divides a word into parts that fit into a line, if it contains characters after which it may be divided. */
function broken(word: string, fits: (part: string) => boolean): string[] {
  if (fits(word)) return [word];
  const parts: string[] = [];
  let rest = '';
  for (const part of word.match(/[^/._\-&?=:]*[/._\-&?=:]*/g) ?? [word]) {
    if (rest !== '' && !fits(rest + part)) {
      parts.push(rest);
      rest = '';
    }
    rest += part;
  }
  return rest === '' ? parts : [...parts, rest];
}

function wordsOf(spans: readonly Span[], style: Style, width: number, measure: Measure): Word[] {
  return spans.flatMap((span) => {
    const look = pieceOf(span, style);
    const widthOf = (text: string) => measure(text, look.font, look.size);
    return (span.text.match(/ +|[^ ]+/g) ?? []).flatMap((chunk): Word[] => {
      if (chunk.startsWith(' '))
        return [{ ...look, text: ' ', width: widthOf(' '), spaceAfter: true }];
      const parts = broken(chunk, (part) => widthOf(part) <= width);
      return parts.map((text, index) => ({
        ...look,
        text,
        width: widthOf(text),
        // a line may also end between two parts of a long word
        spaceAfter: index < parts.length - 1,
      }));
    });
  });
}

const isLike = (a: Piece, b: Piece) =>
  a.font === b.font && a.size === b.size && a.colour === b.colour && a.href === b.href;

/** Joins adjacent words of the same look into one text with its spaces, so that search and copying work in the PDF. */
function merged(words: readonly Word[], measure: Measure): Line {
  const line: Line = [];
  for (const { spaceAfter: _, ...piece } of words) {
    const last = line.at(-1);
    if (last && isLike(last, piece)) last.text += piece.text;
    else line.push({ ...piece });
  }
  for (const piece of line) piece.width = measure(piece.text, piece.font, piece.size);
  return line;
}

/** Yields groups of words that a line break must not separate. A group ends at a space. */
function* unbreakables(words: readonly Word[]): Generator<Word[]> {
  let group: Word[] = [];
  for (const word of words) {
    group.push(word);
    if (word.spaceAfter) {
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}

const withoutSpace = (group: readonly Word[]) => group.filter(({ text }) => text !== ' ');
const sum = (words: readonly Word[]) => words.reduce((all, { width }) => all + width, 0);

export function linesOf(
  spans: readonly Span[],
  style: Style,
  width: number,
  measure: Measure,
): Line[] {
  const lines: Word[][] = [];
  let line: Word[] = [];
  for (const group of unbreakables(wordsOf(spans, style, width, measure))) {
    if (line.length > 0 && sum(line) + sum(withoutSpace(group)) > width) {
      lines.push(line);
      line = [];
    }
    line.push(...group);
  }
  if (line.length > 0) lines.push(line);
  return lines.map((words) => merged(words, measure));
}
