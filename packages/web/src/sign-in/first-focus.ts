// Focuses what the user probably needs first: the method that was used last, otherwise the first empty field of the form.
import type { MethodId } from '@brama/contract/pages/login-page';
import { useEffect } from 'react';
import { readLastMethod } from '../browser/storage/last-method.ts';

/** Not on touch screens: their keyboard would cover half of the page. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches;

function firstEmptyField(): HTMLElement | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>('#username, #current-password');
  return [...fields].find(({ value }) => value === '') ?? [...fields].at(-1);
}

/** `first`: the method that the page shows above the form. It is known only after hydration. */
export function useFirstFocus(methods: readonly MethodId[], first: MethodId | undefined): void {
  useEffect(() => {
    const last = methods.find((id) => id === readLastMethod() && id !== 'password');
    // the method has not moved to the top yet
    if (last !== first) return;
    if (!hasKeyboard() || document.activeElement !== document.body) return;
    const row = document.querySelector<HTMLElement>(`.unless-shared .way-${first}`);
    (row ?? firstEmptyField())?.focus();
  }, [methods, first]);
}
