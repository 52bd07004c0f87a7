// Moves the focus to the search field when the user presses /, unless the user has turned this off on the account page.
import { type RefObject, useEffect, useState } from 'react';
import { isSearchKeyOn } from '../../browser/storage/search-key.ts';

/** In the Ukrainian layout the same key gives a full stop. */
const isKey = ({ key, code }: KeyboardEvent) => key === '/' || (key === '.' && code === 'Slash');

/** Returns whether the key has its usual meaning now: the user types or selects, or a dialog is open. */
const isTaken = ({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  altKey ||
  metaKey ||
  (target as Element).matches('input, select') ||
  document.querySelector('dialog[open]') !== null;

/** Returns whether the key is on. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): boolean {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (!isSearchKeyOn()) return;
    setOn(true);
    const press = (event: KeyboardEvent) => {
      if (!isKey(event) || isTaken(event)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [field]);
  return isOn;
}
