// Returns the names of the empty fields, with spaces between. None before hydration, because the server-rendered button must work.
// A browser may hide autofilled values until the first click, so a field marked `:autofill` counts as filled.
import { type RefObject, useCallback, useEffect, useState } from 'react';

function isFilled(input: HTMLInputElement): boolean {
  // a password may consist of spaces
  const value = input.name === 'username' ? input.value.trim() : input.value;
  return value.length > 0 || input.matches(':autofill');
}

export function useFormFilled(form: RefObject<HTMLFormElement | null>) {
  const [empty, setEmpty] = useState('');

  const check = useCallback(() => {
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])];
    setEmpty(
      inputs
        .filter((input) => !isFilled(input))
        .map(({ name }) => name)
        .join(' '),
    );
  }, [form]);

  useEffect(() => {
    check();
    addEventListener('pageshow', check);
    return () => removeEventListener('pageshow', check);
  }, [check]);

  return { empty, check };
}
