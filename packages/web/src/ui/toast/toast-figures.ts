// All figures of the toasts. The options of sonner are passed even where they equal its defaults. The build compares
// the figures that sonner keeps internal (`fixed`, build/sonner-plugin.ts).
export const toastFigures = {
  durationMs: 4000,
  /** Long enough to read the toast, reach the button and decide. */
  undoDurationMs: 10_000,
  visible: 3,
  widthPx: 356,
  gapPx: 14,
} as const;

export const fixedToastFigures = {
  /** A swipe of at least this length dismisses. */
  swipePx: 45,
  /** A faster swipe also dismisses, in pixels per millisecond. */
  swipeVelocity: 0.11,
  /** From dismissal until the toast has left the page. */
  removalMs: 200,
} as const;
