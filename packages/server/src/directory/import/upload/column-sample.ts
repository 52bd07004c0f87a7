// What the first rows of a file have in each column: a few values, and whether they may identify persons. Never shows a tax number. Pure.

import type { Cells } from '../read/row.ts';

const maxRows = 2000;
/** The values of all sampled rows are in memory. */
const maxCharacters = 4_000_000;
const maxShown = 3;
const maxLength = 80;
/** Fewer rows do not show that a column counts them. */
const minCounted = 3;

/** Returns whether a value may be a tax number, or hold one: also with blanks, hyphens or points, and as a spreadsheet writes numbers. */
export function isLikeTaxNumber(value: string): boolean {
  const text = value.replaceAll(/\s/g, '');
  return (
    /\d{10}/.test(text) ||
    /^\d{10}$/.test(text.replaceAll(/[^\d\p{L}]/gu, '')) ||
    Number(text.replace(',', '.')) >= 10_000_000
  );
}

class Column {
  readonly #values = new Set<string>();
  #isHidden: boolean;
  #isUnique = true;
  #isCounting = true;
  #first: number | undefined;
  #rows = 0;
  empty = 0;

  constructor(isHidden: boolean) {
    this.#isHidden = isHidden;
  }

  add(cell: string | undefined): void {
    const value = cell?.trim() ?? '';
    this.#isCounting &&= this.#continues(value);
    this.#rows += 1;
    if (value === '') {
      this.empty += 1;
      return;
    }
    if (this.#values.has(value)) this.#isUnique = false;
    this.#values.add(value);
    this.#isHidden ||= isLikeTaxNumber(value);
  }

  /** Returns whether the value is the number of its row, counted from 0 or 1. */
  #continues(value: string): boolean {
    if (!/^\d{1,6}$/.test(value)) return false;
    this.#first ??= Number(value);
    return this.#first <= 1 && Number(value) === this.#first + this.#rows;
  }

  get shown() {
    const first = [...this.#values].slice(0, maxShown);
    return {
      values: this.#isHidden
        ? []
        : first.map((value) =>
            value.length > maxLength ? `${value.slice(0, maxLength - 1)}…` : value,
          ),
      isHidden: this.#isHidden,
      empty: this.empty,
      isUnique: this.#isUnique,
      isRowNumber: this.#isCounting && this.#rows >= minCounted,
    };
  }
}

export class ColumnSample {
  readonly #columns: ReadonlyMap<string, Column>;
  #rows = 0;
  #characters = 0;

  /** `taxColumn`: the header of the column that has tax numbers; its values are not shown. */
  constructor(headers: readonly string[], taxColumn: string | undefined) {
    this.#columns = new Map(headers.map((header) => [header, new Column(header === taxColumn)]));
  }

  get isFull(): boolean {
    return this.#rows >= maxRows || this.#characters >= maxCharacters;
  }

  add(cells: Cells): void {
    if (this.isFull) return;
    this.#rows += 1;
    for (const [header, column] of this.#columns) {
      const cell = cells.get(header);
      this.#characters += cell?.length ?? 0;
      column.add(cell);
    }
  }

  get shown() {
    return {
      rows: this.#rows,
      columns: [...this.#columns].map(([header, { shown }]) => ({ header, ...shown })),
    };
  }
}
