// The only global variable that the script adds to a page, and the origin of its Brama.

export type KpiId = {
  /** Draws every button of the page and updates those that exist. */
  init(): void;
};

declare global {
  interface Window {
    KPIID?: KpiId;
  }
}

/**
 * Returns the origin of the Brama whose script runs in this page. Ignores other values with the name `KPIID`: an
 * element with that id or a variable of the page.
 */
export function originInPage(): string | undefined {
  const { init, origin } = (window.KPIID ?? {}) as { init?: unknown; origin?: unknown };
  return typeof init === 'function' && typeof origin === 'string' ? origin : undefined;
}
