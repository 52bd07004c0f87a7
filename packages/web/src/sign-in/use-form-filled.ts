// Returns whether the form can be sent. True before hydration, because the server-rendered button must work. A
// browser may hide autofilled values until the first click, so a field marked `:autofill` counts as filled.
import { type RefObject, useCallback, useEffect, useState } from 'react';

function isFilled(input: HTMLInputElement): boolean {
  // a password may consist of spaces
  const value = input.name === 'username' ? input.value.trim() : input.value;
  return value.length > 0 || input.matches(':autofill');
}

export function useFormFilled(form: RefObject<HTMLFormElement | null>) {
  const [complete, setComplete] = useState(true);

  const check = useCallback(() => {
    const inputs = form.current?.querySelectorAll('input');
    if (inputs) setComplete([...inputs].every(isFilled));
  }, [form]);

  useEffect(() => {
    check();
    addEventListener('pageshow', check);
    return () => removeEventListener('pageshow', check);
  }, [check]);

  return { complete, check };
}
