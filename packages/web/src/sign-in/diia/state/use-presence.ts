// Detects whether the user is present: interaction, return to the page, and a long time hidden. Also detects a
// computer that was asleep, whose code may have expired.

import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { type Dispatch, useEffect, useEffectEvent } from 'react';
import { useLanguage } from '../../../i18n/use-language.ts';
import { leaveIfSignedIn } from '../../../session/redirect-if-signed-in.ts';
import { onNewsElsewhere } from '../../../session/session-broadcast.ts';
import type { Code } from '../code/codes.ts';
import type { DiiaEvent } from './diia-state.ts';
import { beatMs, codeLifeMs, longestHiddenMs, sleepMs } from './timings.ts';

type Watch = { dispatch: Dispatch<DiiaEvent>; shown: Code | undefined };

/** The monotonic clock may stop while the computer sleeps; the wall clock may be set. */
const readClocks = () => [performance.now(), Date.now()] as const;

function elapsedSince(before: ReturnType<typeof readClocks>): number {
  const [page, wall] = readClocks();
  return Math.max(page - before[0], wall - before[1]);
}

export function usePresence({ dispatch, shown }: Watch): void {
  const language = useLanguage();

  usePageRestored(() => {
    dispatch({ type: 'stale' });
    void leaveIfSignedIn(language);
  });

  // signed in from another tab: this page has nothing left to do
  useEffect(() => onNewsElsewhere('signed-in', () => void leaveIfSignedIn(language)), [language]);

  useEffect(() => {
    const attended = () => dispatch({ type: 'attended' });
    addEventListener('pointerdown', attended);
    addEventListener('keydown', attended);
    return () => {
      removeEventListener('pointerdown', attended);
      removeEventListener('keydown', attended);
    };
  }, [dispatch]);

  useEffect(() => {
    let last = readClocks();
    const beat = () => {
      const slept = elapsedSince(last) > beatMs + sleepMs;
      last = readClocks();
      // browsers slow down timers of hidden pages
      if (slept && document.visibilityState === 'visible') dispatch({ type: 'stale' });
    };
    const restart = () => {
      last = readClocks();
    };
    const timer = setInterval(beat, beatMs);
    document.addEventListener('visibilitychange', restart);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', restart);
    };
  }, [dispatch]);

  const isOver = useEffectEvent(
    () => shown !== undefined && Date.now() - shown.updatedAt.getTime() > codeLifeMs + sleepMs,
  );

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let since = readClocks();
    const change = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden') {
        since = readClocks();
        timer = setTimeout(() => dispatch({ type: 'hidden-long' }), longestHiddenMs);
        return;
      }
      if (elapsedSince(since) >= longestHiddenMs) dispatch({ type: 'hidden-long' });
      else dispatch({ type: isOver() ? 'stale' : 'attended' });
    };
    document.addEventListener('visibilitychange', change);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', change);
    };
  }, [dispatch]);
}
