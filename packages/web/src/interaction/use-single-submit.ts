// Prevents a second submission of a form while the first is in progress: the server would reject it, because it accepts
// each request once.
import { type SubmitEvent, useEffect, useRef } from 'react';
import { noteSignOut } from '../session/forget-user.ts';

/** Returns the submit handler. For the button `another-user` it also notes the sign-out. */
export function useSingleSubmit() {
  const answered = useRef(false);
  useEffect(() => {
    // after Back the browser may restore the page with its state
    const comeBack = () => {
      answered.current = false;
    };
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, []);
  return (event: SubmitEvent<HTMLFormElement>) => {
    if (answered.current) return event.preventDefault();
    answered.current = true;
    const { submitter } = event.nativeEvent as unknown as { submitter: HTMLButtonElement | null };
    if (submitter?.value === 'another-user') noteSignOut();
  };
}
