// Runs inside the measured page before the page's own scripts, and collects what the browser reports.
// https://web.dev/articles/lcp, /tbt and /cls explain the figures.

/// <reference lib="dom" />

export type Observed = {
  fcpMs: number;
  lcpMs: number;
  /** Start and length of tasks over 50 ms. */
  longTasks: [startMs: number, ms: number][];
  shifts: [atMs: number, value: number][];
  /** When the wanted element was painted and on top, as wall-clock time. */
  shownAt?: number;
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

  /** Returns the element if it is on top. */
  function shown(): Element | undefined {
    const wanted = document.querySelector(selector);
    if (!wanted || document.readyState === 'loading') return undefined;
    const box = wanted.getBoundingClientRect();
    const onTop = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return onTop && (wanted.contains(onTop) || onTop.contains(wanted)) ? wanted : undefined;
  }
  function isUsable(wanted: Element): boolean {
    if (ready === 'shadow') return wanted.shadowRoot !== null;
    const scripted = document.querySelector('script[src], link[as=script]') !== null;
    if (ready === 'there' || !scripted) return true;
    return Object.keys(wanted).some((key) => key.startsWith('__react'));
  }
  /** Calls back in a task after the frame in which the condition has been painted. */
  function once(holds: () => boolean, then: (now: number) => void): number {
    if (!holds()) return requestAnimationFrame(() => once(holds, then));
    return requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => then(performance.now());
      port2.postMessage(undefined);
    });
  }
  once(
    () => shown() !== undefined,
    (now) => {
      observed.shownAt = performance.timeOrigin + now;
    },
  );
  once(
    () => {
      const wanted = shown();
      return wanted !== undefined && isUsable(wanted);
    },
    (now) => {
      observed.usableMs = now;
      observed.usableAt = performance.timeOrigin + now;
    },
  );
}
