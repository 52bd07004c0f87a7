// The one global that the script leaves in a page, and whose it is.

export type KpiId = {
  /** Draws every button of the page; those that are drawn are brought up to date. */
  init(): void;
};

declare global {
  interface Window {
    KPIID?: KpiId;
  }
}

/**
 * The origin of the Brama whose script serves this page. Whatever else has the name (an element with that id, a variable
 * of the page) is not ours.
 */
export function originInPage(): string | undefined {
  const { init, origin } = (window.KPIID ?? {}) as { init?: unknown; origin?: unknown };
  return typeof init === 'function' && typeof origin === 'string' ? origin : undefined;
}
