// The field in the header that finds everything.

export const searchInputId = 'global-search';

export function focusSearch(): void {
  document.getElementById(`${searchInputId}-input`)?.focus({ preventScroll: true });
}
