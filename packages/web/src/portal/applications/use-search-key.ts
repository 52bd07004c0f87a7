// Moves the focus to the search field when the user presses /, unless the user has turned this off on the account page.
import { type RefObject, useEffect, useSyncExternalStore } from 'react';
import { isSearchKeyOn, onSearchKeyChange } from '../../browser/storage/search-key.ts';

/** Returns whether the key has its usual meaning now: the user types, or a dialog is open. */
const isTaken = ({ target, defaultPrevented, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  defaultPrevented ||
  ctrlKey ||
  altKey ||
  metaKey ||
  (target instanceof Element && target.matches('input, textarea, select, [contenteditable]')) ||
  document.querySelector('dialog[open]') !== null;

/** Returns whether the key is on. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): boolean {
  const isOn = useSyncExternalStore(onSearchKeyChange, isSearchKeyOn, () => false);
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      // in the Ukrainian layout the same key gives a full stop
      const isKey = event.key === '/' || (event.code === 'Slash' && event.key === '.');
      if (!isKey || isTaken(event)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [field, isOn]);
  return isOn;
}
