// Runs inside the measured page before the page's own scripts, and collects what the browser reports.
// https://web.dev/articles/lcp, /tbt and /cls explain the figures.

/// <reference lib="dom" />

export type Observed = {
  fcpMs: number;
  lcpMs: number;
  /** Start and length of tasks over 50 ms. */
  longTasks: [startMs: number, ms: number][];
  shifts: [atMs: number, value: number][];
  /** When the page became usable, since its navigation and as wall-clock time. */
  usableMs?: number;
  usableAt?: number;
};

declare global {
  interface Window {
    observed: Observed;
  }
}

/**
 * The element that a visitor wants to use. It counts once it is painted, on top, and `ready`. React has taken the
 * page over (`react`), a script has drawn into the shadow root (`shadow`), or the element exists (`there`).
 */
export type Wanted = { selector: string; ready: 'react' | 'shadow' | 'there' };

export function observe({ selector, ready }: Wanted) {
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
  // all shifts count: no user touches a visited page. Chromium counts shifts within half a second after a phone has
  // set its viewport as caused by the user (`hadRecentInput`).
  watch('layout-shift', ({ startTime, value }) => observed.shifts.push([startTime, value]));

  function isUsable(): boolean {
    const wanted = document.querySelector(selector);
    if (!wanted || document.readyState === 'loading') return false;
    const box = wanted.getBoundingClientRect();
    const onTop = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!onTop || !(wanted.contains(onTop) || onTop.contains(wanted))) return false;
    if (ready === 'shadow') return wanted.shadowRoot !== null;
    const scripted = document.querySelector('script[src]') !== null;
    if (ready === 'there' || !scripted) return true;
    return Object.keys(wanted).some((key) => key.startsWith('__react'));
  }
  function look() {
    if (!isUsable()) return requestAnimationFrame(look);
    // a task after the next frame, when the change has been painted
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
