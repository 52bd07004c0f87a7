// Joins lines to the records of a table with separators: a cell in quotes may have several lines. A quote that does not end costs its own
// line, not the rest of the file. Cells are divided elsewhere.

import { ImportFileError, type RowReason } from '../reasons.ts';
import type { ReadLimits } from './limits.ts';
import type { Line } from './lines.ts';

export type TextRecord = {
  /** As a spreadsheet counts rows, from 1. */
  row: number;
  text: string;
  rejected: RowReason | undefined;
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
export function quotesOf(line: string, separator: string, isOpen: boolean): Quotes {
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

/** Collects the lines of a record; the rows count up. */
class RecordBuilder {
  private readonly separator: string;
  private readonly maxLength: number;
  private row = 0;
  /** The lines of a record with an open quote. */
  private open: Line[] = [];
  private openLength = 0;

  constructor(separator: string, { maxLineBytes }: Pick<ReadLimits, 'maxLineBytes'>) {
    this.separator = separator;
    this.maxLength = maxLineBytes;
  }

  private recordOf(lines: readonly Line[], rejected: RowReason | undefined): TextRecord {
    this.row += 1;
    const text = withoutEnd(lines.map((line) => line.text).join('\n'));
    const reason =
      rejected ??
      lines.find((line) => line.rejected !== undefined)?.rejected ??
      rejectedCharacters(text);
    return { row: this.row, text, rejected: reason };
  }

  /** Returns the records that end with this line. */
  add(line: Line): TextRecord[] {
    const records: TextRecord[] = [];
    const waiting = [line];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const state = quotesOf(next.text, this.separator, this.open.length > 0);
      if (state === 'open') this.keep(next);
      else if (state === 'closed' || this.open.length === 0)
        records.push(this.end(next, state === 'closed' ? undefined : 'unbalanced-quotes'));
      else records.push(this.giveUp(next, waiting));
    }
    return records;
  }

  private end(last: Line, rejected: RowReason | undefined): TextRecord {
    const lines = [...this.open, last];
    this.clear();
    return this.recordOf(lines, rejected);
  }

  /** The quote of the first line has no end: the other lines stand for themselves. */
  private giveUp(next: Line, waiting: Line[]): TextRecord {
    const [first, ...others] = this.open as [Line, ...Line[]];
    this.clear();
    waiting.push(next);
    // the next one to read is the last of the list
    for (const line of others.reverse()) waiting.push(line);
    return this.recordOf([first], 'unbalanced-quotes');
  }

  private keep(line: Line): void {
    this.open.push(line);
    this.openLength += line.text.length + 1;
    if (this.openLength > this.maxLength)
      throw new ImportFileError('line-too-long', { row: this.row + 1 });
  }

  private clear(): void {
    this.open = [];
    this.openLength = 0;
  }

  /** Returns the records of an open quote at the end of the file. */
  finish(): TextRecord[] {
    const records: TextRecord[] = [];
    while (this.open.length > 0) {
      const [first, ...rest] = this.open as [Line, ...Line[]];
      records.push(this.recordOf([first], 'unbalanced-quotes'));
      this.clear();
      for (const line of rest) records.push(...this.add(line));
    }
    return records;
  }
}

/** Yields some records at once. */
export async function* recordsOf(
  parts: AsyncIterable<Line[]>,
  separator: string,
  limits: Pick<ReadLimits, 'maxLineBytes'>,
): AsyncGenerator<TextRecord[]> {
  const builder = new RecordBuilder(separator, limits);
  for await (const lines of parts) yield lines.flatMap((line) => builder.add(line));
  yield builder.finish();
}
