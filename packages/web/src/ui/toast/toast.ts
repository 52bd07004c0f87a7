// Shows toasts. The code that draws them loads with the first toast, so that no page waits for it.
// A toast never carries the only copy of an error: the page shows it too.
import type { Toast } from './toaster.tsx';

let toaster: Promise<typeof import('./toaster.tsx')> | undefined;
let lastNumber = 0;

function withToaster(act: (module: typeof import('./toaster.tsx')) => void): void {
  toaster ??= import('./toaster.tsx');
  toaster.then(act).catch(() => {
    // the code did not load; the page shows the same message, and the next toast tries again
    toaster = undefined;
  });
}

/** Returns the id of the toast. Passing the id of a visible toast changes that toast. */
export function showToast(toast: Toast, id = `toast-${++lastNumber}`): string {
  withToaster(({ show }) => show(toast, id));
  return id;
}
