// Opens the question that the fragment of the address names, also when the fragment changes. Opens all questions for
// printing.
import { useEffect } from 'react';

function questionNamed(hash: string): HTMLDetailsElement | undefined {
  const found = document.getElementById(hash.slice(1));
  return found instanceof HTMLDetailsElement ? found : undefined;
}

function openNamed(): void {
  const question = questionNamed(location.hash);
  if (!question) return;
  question.open = true;
  question.scrollIntoView();
}

/** Opens all questions for printing and closes them again afterwards, except those that were open. */
function openForPaper(): void {
  const closed = document.querySelectorAll<HTMLDetailsElement>('details.question:not([open])');
  for (const question of closed) question.open = true;
  const closeAgain = () => {
    for (const question of closed) question.open = false;
  };
  addEventListener('afterprint', closeAgain, { once: true });
}

export function useOpenByHash(): void {
  useEffect(() => {
    openNamed();
    addEventListener('hashchange', openNamed);
    addEventListener('beforeprint', openForPaper);
    return () => {
      removeEventListener('hashchange', openNamed);
      removeEventListener('beforeprint', openForPaper);
    };
  }, []);
}
