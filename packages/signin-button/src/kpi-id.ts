// The one global that the script leaves in a page.

export type KpiId = {
  /** Draws every button of the page; those that are drawn are brought up to date. */
  init(): void;
};

declare global {
  interface Window {
    KPIID?: KpiId;
  }
}
