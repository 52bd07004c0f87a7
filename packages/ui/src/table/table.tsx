// A table: sorted by links whose addresses hold the state, with selected rows and a head that stays visible. Below 640 px
// each row is a card with the names of its columns.
import type { ReactNode } from 'react';
import { ArrowDown } from '../icons/arrow-down.ts';
import { ArrowUp } from '../icons/arrow-up.ts';
import {
  type Selection,
  selectionState,
  shownSelection,
  toggleAll,
  toggleRow,
} from './selection.ts';

export type Sort = { column: string; direction: 'ascending' | 'descending' };

type Column<Row> = {
  id: string;
  name: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their cell. */
  isNumber?: boolean;
  canSort?: boolean;
};

type TableSelection = {
  selected: Selection;
  onChange: (selected: Selection) => void;
  words: {
    /** Name of the checkbox in the head. */
    all: string;
    /** Name of the checkbox of a row. */
    row: (name: string) => string;
    count: (selected: number) => string;
  };
  /** What can be done with the selected rows. */
  actions?: ReactNode;
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** The name of a row, for its checkbox. */
  nameOf: (row: Row) => string;
  sort?: Sort;
  /** Returns the address of the table in another order. */
  sortHref?: (sort: Sort) => string;
  selection?: TableSelection;
  /** Replaces the rows if there are none. */
  empty: ReactNode;
};

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, idOf, nameOf, selection, empty } = props;
  if (rows.length === 0) return empty;
  const ids = rows.map(idOf);
  return (
    <>
      {selection ? <SelectionBar ids={ids} selection={selection} /> : null}
      {/* the roles stay when the style sheet turns rows into cards */}
      <table className="table" role="table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {selection ? (
              <th className="table-check" role="columnheader" scope="col">
                <SelectAll ids={ids} selection={selection} />
              </th>
            ) : null}
            {columns.map((column) => (
              <HeadCell
                column={column}
                key={column.id}
                sort={props.sort}
                sortHref={props.sortHref}
              />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              data-selected={selection?.selected.has(idOf(row)) || undefined}
              key={idOf(row)}
              role="row"
            >
              {selection ? (
                <td className="table-check" role="cell">
                  <SelectRow id={idOf(row)} name={nameOf(row)} selection={selection} />
                </td>
              ) : null}
              {columns.map((column, index) => (
                <Cell column={column} isFirst={index === 0} key={column.id} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

type CellProps<Row> = { column: Column<Row>; row: Row; isFirst: boolean };

function Cell<Row>({ column, row, isFirst }: CellProps<Row>) {
  const content = <span className="min-w-0">{column.cell(row)}</span>;
  const number = column.isNumber ? 'table-number' : undefined;
  if (isFirst)
    return (
      <th className="table-name" role="rowheader" scope="row">
        {content}
      </th>
    );
  return (
    <td className={number} role="cell">
      <span aria-hidden="true" className="table-label">
        {column.name}
      </span>
      {content}
    </td>
  );
}

type HeadCellProps<Row> = {
  column: Column<Row>;
  sort: Sort | undefined;
  sortHref: ((sort: Sort) => string) | undefined;
};

function HeadCell<Row>({ column, sort, sortHref }: HeadCellProps<Row>) {
  const { id, name, isNumber, canSort } = column;
  const sorted = sort?.column === id ? sort.direction : undefined;
  const next = sorted === 'ascending' ? 'descending' : 'ascending';
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th
      aria-sort={sorted}
      className={isNumber ? 'table-number' : undefined}
      role="columnheader"
      scope="col"
    >
      {canSort && sortHref ? (
        <a className="table-sort" href={sortHref({ column: id, direction: next })}>
          {name}
          <Arrow className={sorted ? '' : 'invisible'} size={14} />
        </a>
      ) : (
        name
      )}
    </th>
  );
}

const checkbox = 'size-5 shrink-0 accent-brand';
const target = 'grid size-10 cursor-pointer place-items-center';

function SelectAll({ ids, selection }: { ids: readonly string[]; selection: TableSelection }) {
  const { selected, onChange, words } = selection;
  const state = selectionState(selected, ids);
  return (
    <label className={target}>
      <input
        aria-label={words.all}
        checked={state === 'all'}
        className={checkbox}
        onChange={() => onChange(toggleAll(selected, ids))}
        ref={(input) => {
          if (input) input.indeterminate = state === 'some';
        }}
        type="checkbox"
      />
    </label>
  );
}

type SelectRowProps = { id: string; name: string; selection: TableSelection };

function SelectRow({ id, name, selection: { selected, onChange, words } }: SelectRowProps) {
  return (
    <label className={target}>
      <input
        aria-label={words.row(name)}
        checked={selected.has(id)}
        className={checkbox}
        onChange={() => onChange(toggleRow(selected, id))}
        type="checkbox"
      />
    </label>
  );
}

/** How many rows are selected, and what can be done with them. The row stands there from the start, so that nothing moves. */
function SelectionBar({ ids, selection }: { ids: readonly string[]; selection: TableSelection }) {
  const count = shownSelection(selection.selected, ids).size;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2">
      {/* cards have no head with this checkbox */}
      <span className="sm:hidden">
        <SelectAll ids={ids} selection={selection} />
      </span>
      <p className="text-sm text-text-2" role="status">
        {selection.words.count(count)}
      </p>
      {count > 0 ? selection.actions : null}
    </div>
  );
}
