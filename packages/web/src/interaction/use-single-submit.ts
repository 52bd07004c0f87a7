// Prevents a second submission of a form while the first is in progress: the server would reject it, because it accepts
// each request once.
import { type SubmitEvent, useEffect, useRef } from 'react';
import { noteSignOut } from '../session/note-sign-out.ts';

/** Returns what the form does on submit; the button `another-user` signs out. */
export function useSingleSubmit() {
  const answered = useRef(false);
  useEffect(() => {
    // the page may come back as it was left
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
