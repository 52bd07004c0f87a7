// Returns the remaining wait in words, rounded so that the text changes rarely.
import { waitWords } from '@brama/contract/pages/wait-words';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLanguage } from '../i18n/use-language.ts';

const stepMs = 1000;

/** Counts down by a monotonic clock. `onOver` is called once at the end. */
export function useWait(seconds: number, onOver: () => void): string {
  const language = useLanguage();
  const [left, setLeft] = useState(seconds);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const now = (end - performance.now()) / 1000;
      setLeft(Math.max(0, now));
      if (now > 0) return;
      clearInterval(timer);
      over();
    }, stepMs);
    return () => clearInterval(timer);
  }, [seconds]);
  return waitWords(left, language);
}
