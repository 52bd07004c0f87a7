// The one way to show a toast. What draws it comes with the first one, so that no page waits for it; the
// sign-in page loads it only when it has something to tell. A toast never carries the only copy of an error.
import type { ToasterProps } from 'sonner';

export type ToastKind = 'success' | 'error' | 'warning' | 'info' | 'loading';

export type Toast = {
  kind: ToastKind;
  title: string;
  description?: string;
  /** In milliseconds; `Infinity` stays until it is dismissed. Kind `loading` always does. */
  duration?: number;
  position?: NonNullable<ToasterProps['position']>;
  /** Whether the user may close it or swipe it away; true unless said otherwise. */
  dismissible?: boolean;
};

let toaster: Promise<typeof import('./toaster.tsx')> | undefined;
let lastNumber = 0;

function withToaster(act: (module: typeof import('./toaster.tsx')) => void): void {
  toaster ??= import('./toaster.tsx');
  toaster.then(act).catch(() => {
    // not arrived: what it had to say also stands in the page. The next toast tries again.
    toaster = undefined;
  });
}

/** Answers with the id of the toast. The id of one that is still shown changes that one. */
export function showToast(toast: Toast, id = `toast-${++lastNumber}`): string {
  withToaster(({ show }) => show(toast, id));
  return id;
}

export function dismissToast(id: string): void {
  withToaster(({ dismiss }) => dismiss(id));
}
