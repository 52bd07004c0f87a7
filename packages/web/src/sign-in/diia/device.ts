// Which way fits this device: a telephone opens Diia itself, a tablet may, everybody else scans. Before
// JavaScript runs the style sheet decides by width; a telephone held sideways is known only here.
import { useSyncExternalStore } from 'react';
import { phoneBelowPx } from './state/timings.ts';

export type Device = 'phone' | 'tablet' | 'desk';

type Seen = { widthPx: number; coarse: boolean; mobile: boolean };

/** `coarse`: fingers rather than a mouse; `mobile`: what the browser says of itself (UA Client Hints). */
export function deviceOf({ widthPx, coarse, mobile }: Seen): Device {
  if (widthPx < phoneBelowPx || (coarse && mobile)) return 'phone';
  return coarse ? 'tablet' : 'desk';
}

function seen(): Seen {
  const { userAgentData } = navigator as { userAgentData?: { mobile?: boolean } };
  return {
    widthPx: innerWidth,
    coarse: matchMedia('(pointer: coarse)').matches,
    mobile: userAgentData?.mobile ?? false,
  };
}

function onResize(changed: () => void): () => void {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
}

/** Nothing while the page is as it was prerendered. */
export function useDevice(): Device | undefined {
  return useSyncExternalStore(
    onResize,
    () => deviceOf(seen()),
    () => undefined,
  );
}
