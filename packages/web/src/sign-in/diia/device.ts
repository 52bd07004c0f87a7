// Chooses the layout for the device: a phone opens Diia itself, a tablet may, all others scan. Before hydration the
// style sheet decides by width; only this file recognises a phone in landscape.
import { useSyncExternalStore } from 'react';
import { phoneBelowPx } from './state/timings.ts';

export type Device = 'phone' | 'tablet' | 'desktop';

type Seen = { widthPx: number; coarse: boolean; mobile: boolean };

/** `coarse`: touch instead of a mouse. `mobile`: what the browser reports (UA Client Hints). */
export function deviceOf({ widthPx, coarse, mobile }: Seen): Device {
  if (widthPx < phoneBelowPx || (coarse && mobile)) return 'phone';
  return coarse ? 'tablet' : 'desktop';
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

/** Returns undefined until the page is hydrated. */
export function useDevice(): Device | undefined {
  return useSyncExternalStore(
    onResize,
    () => deviceOf(seen()),
    () => undefined,
  );
}
