// What a caller may say about a toast.
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
