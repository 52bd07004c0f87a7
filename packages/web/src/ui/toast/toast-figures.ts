// Every number of the toasts in one place. What sonner takes as an option it is given, also where its
// default is the same; what it keeps to itself (`fixed`) the build compares (build/sonner-plugin.ts).
export const toastFigures = {
  durationMs: 4000,
  visible: 3,
  widthPx: 356,
  gapPx: 14,
} as const;

export const fixedToastFigures = {
  /** A swipe at least this long dismisses… */
  swipePx: 45,
  /** …and so does one faster than this, in pixels per millisecond. */
  swipeVelocity: 0.11,
  /** From dismissal until the toast has left the page. */
  removalMs: 200,
} as const;
