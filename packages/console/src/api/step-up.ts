// Asks for a recent sign-in with two factors. A call that needs one waits until the user has confirmed the identity in another tab,
// and then runs with what was entered.

export const confirmedPath = '/confirmed';

type Waiting = { confirm: () => void; cancel: () => void };

let waiting: Waiting[] = [];
const listeners = new Set<() => void>();

function changed() {
  for (const listener of listeners) listener();
}

/** Resolves to true once the user has confirmed the identity, and to false if the user gives up. */
export function stepUp(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting = [...waiting, { confirm: () => resolve(true), cancel: () => resolve(false) }];
    changed();
  });
}

/** Returns whether a call waits. */
export const isStepUpWanted = (): boolean => waiting.length > 0;

export function endStepUp(isConfirmed: boolean): void {
  const ended = waiting;
  waiting = [];
  for (const { confirm, cancel } of ended) isConfirmed ? confirm() : cancel();
  changed();
}

export function onStepUp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
