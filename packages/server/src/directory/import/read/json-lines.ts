// Reads JSON Lines: one object a line, its keys are the headers. A key that a line lacks is not a cell; null is an empty cell.

import type { RowReason } from '@brama/contract/admin/imports/codes';
import { findDuplicateKeys } from '../../../admin/json-keys.ts';
import { ImportFileError } from '../reasons.ts';
import type { ReadLimits } from './limits.ts';
import type { Line, Text } from './lines.ts';
import { rejectedCharacters } from './records.ts';
import { type Cells, type ReadRow, readHeaders, rejectedCells, type Table } from './row.ts';

type Values = Record<string, unknown>;

function objectOf(text: string): Values | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Values)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns undefined for a list or an object. */
function textOf(value: unknown): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

const isWhole = (text: string) => text.isWellFormed();

/** JSON has no formulas: a text that begins with “=” is a text. */
function rejectedValues(
  keys: readonly string[],
  texts: readonly (string | undefined)[],
  limits: ReadLimits,
): RowReason | undefined {
  const cells = texts.filter((text) => text !== undefined);
  if (cells.length < keys.length) return 'not-a-text';
  if (keys.length > limits.maxColumns) return 'too-many-cells';
  const rejected = rejectedCells(cells, keys, limits);
  if (rejected && rejected !== 'formula') return rejected;
  if (!cells.every(isWhole)) return 'invalid-encoding';
  return cells.map(rejectedCharacters).find((reason) => reason !== undefined);
}

type Read = { cells: Cells } | { rejected: RowReason };

function readLine({ text, rejected, isUnterminated }: Line, limits: ReadLimits): Read {
  if (rejected) return { rejected };
  // a NUL is no JSON either, and has a clearer reason
  const characters = rejectedCharacters(text);
  if (characters) return { rejected: characters };
  const values = objectOf(text);
  if (!values) return { rejected: isUnterminated ? 'incomplete-last-row' : 'invalid-json' };
  const keys = Object.keys(values);
  const texts = keys.map((key) => textOf(values[key]));
  const reason = rejectedValues(keys, texts, limits);
  if (reason) return { rejected: reason };
  if (findDuplicateKeys(text, values).length > 0) return { rejected: 'duplicate-key' };
  const cells = new Map(
    keys.map((key, index) => [key.normalize('NFC').trim(), texts[index] ?? '']),
  );
  return cells.size < keys.length ? { rejected: 'duplicate-key' } : { cells };
}

async function* rowsOf(parts: AsyncIterable<Line[]>, limits: ReadLimits): AsyncGenerator<ReadRow> {
  let row = 0;
  for await (const lines of parts)
    for (const line of lines) {
      row += 1;
      if (line.text.trim() !== '') yield { row, ...readLine(line, limits) };
    }
}

async function* withRows(
  first: readonly ReadRow[],
  rest: AsyncIterator<ReadRow>,
): AsyncGenerator<ReadRow> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Rows before the first that is read are kept: its keys are the headers. */
const maxRejectedFirst = 1000;

/** @throws ImportFileError */
export async function readJsonLines(text: Text, limits: ReadLimits): Promise<Table> {
  const rows = rowsOf(text.lines(), limits);
  const first: ReadRow[] = [];
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    first.push(next.value);
    if ('cells' in next.value) {
      const headers = readHeaders([...next.value.cells.keys()], next.value.row, limits);
      const encoding = text.encodingSoFar();
      return { format: 'json-lines', encoding, headers, rows: withRows(first, rows) };
    }
    if (first.length === maxRejectedFirst) break;
  }
  throw new ImportFileError(first.length === 0 ? 'empty-file' : 'missing-header');
}
