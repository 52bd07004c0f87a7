// A table: sorted by links whose addresses hold the state, with selected rows and a head that stays visible. In a narrow
// window each row is a card with the names of its columns.
import { Fragment, type ReactNode } from 'react';
import { useNarrow } from '../hooks/use-narrow.ts';
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
  /** Has buttons only, and so is not printed. */
  hasActs?: boolean;
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
  /** Stands in the same place while no row is selected. */
  idle?: ReactNode;
  /** Stands at the end of the line. */
  end?: ReactNode;
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
  /** In a window narrower than this, rows are cards. More for columns with long words. */
  cardsBelow?: number;
  /** What stands below a row, over its whole width; nothing if undefined. */
  belowOf?: (row: Row) => ReactNode;
  /** Replaces the rows if there are none. */
  empty: ReactNode;
};

export function Table<Row>(props: TableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    idOf,
    nameOf,
    selection,
    cardsBelow = 768,
    belowOf,
    empty,
  } = props;
  const areCards = useNarrow(cardsBelow);
  if (rows.length === 0) return empty;
  const ids = rows.map(idOf);
  const width = columns.length + (selection ? 1 : 0);
  return (
    <>
      {selection ? <SelectionBar areCards={areCards} ids={ids} selection={selection} /> : null}
      {/* the roles stay when the style sheet turns rows into cards */}
      <table className={`table ${areCards ? 'table-cards' : ''}`} role="table">
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
          {rows.map((row) => {
            const below = belowOf?.(row);
            return (
              <Fragment key={idOf(row)}>
                <tr data-selected={selection?.selected.has(idOf(row)) || undefined} role="row">
                  {selection ? (
                    <td className="table-check" role="cell">
                      <SelectRow id={idOf(row)} name={nameOf(row)} selection={selection} />
                    </td>
                  ) : null}
                  {columns.map((column, index) => (
                    <Cell column={column} isFirst={index === 0} key={column.id} row={row} />
                  ))}
                  {areCards && below ? (
                    <td className="table-below" role="cell">
                      {below}
                    </td>
                  ) : null}
                </tr>
                {below && !areCards ? (
                  <tr role="row">
                    <td className="table-below" colSpan={width} role="cell">
                      {below}
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function classOf<Row>({ isNumber, hasActs }: Column<Row>): string | undefined {
  if (hasActs) return 'print:hidden';
  return isNumber ? 'table-number' : undefined;
}

type CellProps<Row> = { column: Column<Row>; row: Row; isFirst: boolean };

function Cell<Row>({ column, row, isFirst }: CellProps<Row>) {
  const content = <span className="min-w-0">{column.cell(row)}</span>;
  if (isFirst)
    return (
      <th className="table-name" role="rowheader" scope="row">
        {content}
      </th>
    );
  return (
    <td className={classOf(column)} role="cell">
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
  const { id, name, canSort } = column;
  const sorted = sort?.column === id ? sort.direction : undefined;
  const next = sorted === 'ascending' ? 'descending' : 'ascending';
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th aria-sort={sorted} className={classOf(column)} role="columnheader" scope="col">
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

type SelectAllProps = { ids: readonly string[]; selection: TableSelection; label?: string };

function SelectAll({ ids, selection, label }: SelectAllProps) {
  const { selected, onChange, words } = selection;
  const state = selectionState(selected, ids);
  return (
    <label className={label === undefined ? target : 'flex min-h-11 items-center gap-3 px-2.5'}>
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
      {label}
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
type SelectionBarProps = { areCards: boolean; ids: readonly string[]; selection: TableSelection };

function SelectionBar({ areCards, ids, selection }: SelectionBarProps) {
  const count = shownSelection(selection.selected, ids).size;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2">
      {/* cards have no head with this checkbox */}
      {areCards ? <SelectAll ids={ids} label={selection.words.all} selection={selection} /> : null}
      <div className="text-text-2" role="status">
        {count > 0 ? selection.words.count(count) : selection.idle}
      </div>
      {count > 0 ? selection.actions : null}
      {selection.end ? <div className="ms-auto">{selection.end}</div> : null}
    </div>
  );
}
