// Joins lines to the records of a table with separators: a cell in quotes may have several lines. A quote that does not end costs its own
// line, not the rest of the file. Cells are divided elsewhere.

import type { RowReason } from '@brama/contract/admin/imports/codes';
import { ImportFileError } from '../reasons.ts';
import type { ReadLimits } from './limits.ts';
import type { Line } from './lines.ts';

export type TextRecord = {
  /** As a spreadsheet counts rows, from 1. */
  row: number;
  text: string;
  rejected: RowReason | undefined;
  isUnterminated?: true;
};

type Quotes = 'closed' | 'open' | 'unbalanced';

/** Returns the position after the quote that ends the cell; -1 if the cell goes on in the next line. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at + 1;
  return -1;
}

/** Returns the beginning of the next cell, for a quoted cell whose text begins at `from`. */
function skipQuoted(text: string, from: number, separator: string): number | Quotes {
  const end = endOfQuoted(text, from);
  if (end === -1) return 'open';
  return end === text.length || text[end] === separator ? end + 1 : 'unbalanced';
}

/**
 * Returns how the quotes of a line stand at its end (RFC 4180). `isOpen` says whether the line begins within a quoted cell. A quote within
 * an unquoted cell is unbalanced too.
 */
function quotesOf(line: string, separator: string, isOpen: boolean): Quotes {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  let next = isOpen ? skipQuoted(text, 0, separator) : 0;
  while (typeof next === 'number') {
    const quote = text.indexOf('"', next);
    if (quote === -1) return 'closed';
    const beginsCell = quote === next || text[quote - 1] === separator;
    next = beginsCell ? skipQuoted(text, quote + 1, separator) : 'unbalanced';
  }
  return next;
}

const unprintable = /(?![\t\n\r])\p{Cc}/u;

/** Returns why a text of a row is not accepted: tabs and line breaks are, in a cell. */
export function rejectedCharacters(text: string): RowReason | undefined {
  if (!unprintable.test(text)) return undefined;
  return text.includes('\0') ? 'nul-character' : 'control-character';
}

const withoutEnd = (text: string) => (text.endsWith('\r') ? text.slice(0, -1) : text);

type QuoteLimits = Pick<ReadLimits, 'maxLineBytes' | 'maxQuotedLines'>;

const linesPerChunk = 1000;

/** The lines of a record whose quote is open. It keeps texts of many lines: a line by itself needs ten times the memory. */
class OpenLines {
  private readonly chunks: string[] = [];
  private recent: string[] = [];
  private readonly rejected = new Map<number, RowReason>();
  private isUnterminated: true | undefined;
  count = 0;
  length = 0;

  add({ text, rejected, isUnterminated }: Line): void {
    this.isUnterminated = isUnterminated;
    if (rejected) this.rejected.set(this.count, rejected);
    this.count += 1;
    this.length += text.length + 1;
    this.recent.push(text);
    if (this.recent.length < linesPerChunk) return;
    this.chunks.push(this.recent.join('\n'));
    this.recent = [];
  }

  joined(): Line {
    const [rejected] = this.rejected.values();
    const { isUnterminated } = this;
    const text = [...this.chunks, ...this.recent].join('\n');
    return { text, rejected, ...(isUnterminated && { isUnterminated }) };
  }

  divided(): Line[] {
    const { text: joined, isUnterminated } = this.joined();
    const texts = joined.split('\n');
    return texts.map((text, index) => ({
      text,
      rejected: this.rejected.get(index),
      ...(isUnterminated && index === texts.length - 1 && { isUnterminated }),
    }));
  }
}

/** Collects the lines of a record; the rows count up. */
class RecordBuilder {
  private readonly separator: string;
  private readonly limits: QuoteLimits;
  private row = 0;
  private open: OpenLines | undefined;

  constructor(separator: string, limits: QuoteLimits) {
    this.separator = separator;
    this.limits = limits;
  }

  private recordOf(line: Line, isBalanced: boolean): TextRecord {
    this.row += 1;
    const text = withoutEnd(line.text);
    const rejected = line.rejected ?? rejectedCharacters(text);
    const { isUnterminated } = line;
    const unbalanced = isUnterminated ? 'incomplete-last-row' : 'unbalanced-quotes';
    return {
      row: this.row,
      text,
      rejected: isBalanced ? rejected : unbalanced,
      ...(isUnterminated && { isUnterminated }),
    };
  }

  /** Returns the records that end with this line. */
  add(line: Line): TextRecord[] {
    const records: TextRecord[] = [];
    const waiting = [line];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const state = quotesOf(next.text, this.separator, this.open !== undefined);
      if (state === 'open') this.keep(next);
      else if (state === 'closed' || !this.open)
        records.push(this.recordOf(this.closed(next), state === 'closed'));
      else {
        waiting.push(next);
        records.push(this.giveUp(this.open, waiting));
      }
    }
    return records;
  }

  private keep(line: Line): void {
    this.open ??= new OpenLines();
    this.open.add(line);
    const { maxLineBytes, maxQuotedLines } = this.limits;
    if (this.open.length > maxLineBytes || this.open.count > maxQuotedLines)
      throw new ImportFileError('quote-without-end', { row: this.row + 1 });
  }

  /** Returns the lines of a record as one. */
  private closed(last: Line): Line {
    if (!this.open) return last;
    this.open.add(last);
    const line = this.open.joined();
    this.open = undefined;
    return line;
  }

  /** The quote of the first line has no end: the other lines stand for themselves. */
  private giveUp(open: OpenLines, waiting: Line[]): TextRecord {
    const [first, ...others] = open.divided() as [Line, ...Line[]];
    this.open = undefined;
    // the next one to read is the last of the list
    for (const line of others.reverse()) waiting.push(line);
    return this.recordOf(first, false);
  }

  /** Returns the records of an open quote at the end of the file. */
  finish(): TextRecord[] {
    const records: TextRecord[] = [];
    while (this.open) {
      const waiting: Line[] = [];
      records.push(this.giveUp(this.open, waiting));
      for (const line of waiting.reverse()) records.push(...this.add(line));
    }
    return records;
  }
}

/** Yields some records at once. */
export async function* recordsOf(
  parts: AsyncIterable<Line[]>,
  separator: string,
  limits: QuoteLimits,
): AsyncGenerator<TextRecord[]> {
  const builder = new RecordBuilder(separator, limits);
  for await (const lines of parts) yield lines.flatMap((line) => builder.add(line));
  yield builder.finish();
}
