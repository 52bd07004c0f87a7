// What runs inside the measured page before anything of its own: collects what the browser reports.
// https://web.dev/articles/lcp, /tbt, /cls say what the figures mean.

/// <reference lib="dom" />

export type Observed = {
  fcpMs: number;
  lcpMs: number;
  /** Start and length of tasks over 50 ms. */
  longTasks: [startMs: number, ms: number][];
  shifts: [atMs: number, value: number][];
  /** When the page could be used, since its navigation and as wall-clock time. */
  usableMs?: number;
  usableAt?: number;
};

declare global {
  interface Window {
    observed: Observed;
  }
}

/**
 * `selector` stands for what a visitor wants to use. It counts once it is painted, on top, and React has
 * taken it over (a page without scripts needs nobody to take it over).
 */
export function observe(selector: string) {
  const observed: Observed = { fcpMs: 0, lcpMs: 0, longTasks: [], shifts: [] };
  window.observed = observed;
  const watch = (type: string, each: (entry: PerformanceEntry & { value: number }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) each(entry as PerformanceEntry & { value: number });
    }).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') observed.fcpMs = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    observed.lcpMs = startTime;
  });
  watch('longtask', ({ startTime, duration }) => observed.longTasks.push([startTime, duration]));
  watch('layout-shift', (entry) => {
    const byUser = (entry as unknown as { hadRecentInput: boolean }).hadRecentInput;
    if (!byUser) observed.shifts.push([entry.startTime, entry.value]);
  });

  function isUsable(): boolean {
    const wanted = document.querySelector(selector);
    if (!wanted || document.readyState === 'loading') return false;
    const box = wanted.getBoundingClientRect();
    const onTop = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!onTop || !(wanted.contains(onTop) || onTop.contains(wanted))) return false;
    const scripted = document.querySelector('script[src]') !== null;
    return !scripted || Object.keys(wanted).some((key) => key.startsWith('__react'));
  }
  function look() {
    if (!isUsable()) return requestAnimationFrame(look);
    // a task behind the next frame: what we have seen is painted
    return requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        observed.usableMs = performance.now();
        observed.usableAt = performance.timeOrigin + observed.usableMs;
      };
      port2.postMessage(undefined);
    });
  }
  look();
}
