// The selection of rows: only rows that are shown can be selected. Pure.

export type Selection = ReadonlySet<string>;
export type SelectionState = 'none' | 'some' | 'all';

/** Returns the selected ids that are shown, so that an action never reaches a row that the user cannot see. */
export function shownSelection(selection: Selection, ids: readonly string[]): Selection {
  return new Set(ids.filter((id) => selection.has(id)));
}

export function selectionState(selection: Selection, ids: readonly string[]): SelectionState {
  const count = ids.filter((id) => selection.has(id)).length;
  if (count === 0) return 'none';
  return count === ids.length ? 'all' : 'some';
}

export function toggleRow(selection: Selection, id: string): Selection {
  const changed = new Set(selection);
  if (!changed.delete(id)) changed.add(id);
  return changed;
}

/** Selects all shown rows, or none if all are selected. */
export function toggleAll(selection: Selection, ids: readonly string[]): Selection {
  return selectionState(selection, ids) === 'all' ? new Set() : new Set(ids);
}
