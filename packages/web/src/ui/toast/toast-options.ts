// The options of a toast.
import type { ToasterProps } from 'sonner';

export type ToastKind = 'success' | 'error' | 'warning' | 'info' | 'loading';

export type Toast = {
  kind: ToastKind;
  title: string;
  description?: string;
  /** In milliseconds; `Infinity` stays until dismissal. A toast of kind `loading` always stays. */
  duration?: number;
  position?: NonNullable<ToasterProps['position']>;
  /** Whether the user may close or swipe it away. Defaults to true. */
  dismissible?: boolean;
};
