// Counts the seconds until the server accepts another attempt, by a monotonic clock.
import { useEffect, useEffectEvent, useState } from 'react';

const stepMs = 250;

/**
 * `wait`: a new object starts a new countdown. Returns the seconds left, rounded up and 0 without a wait, and whether a countdown has
 * ended since the last attempt. Calls `onOver` then, once.
 */
export function useCountdown(
  wait: { retryAfterSeconds?: number | undefined } | undefined,
  onOver: () => void,
  isAttempting: boolean,
) {
  const [secondsLeft, setSecondsLeft] = useState(0);
  const [isOver, setOver] = useState(false);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (isAttempting) setOver(false);
  }, [isAttempting]);
  useEffect(() => {
    const seconds = wait?.retryAfterSeconds ?? 0;
    if (seconds <= 0) return;
    const end = performance.now() + seconds * 1000;
    setOver(false);
    setSecondsLeft(Math.ceil(seconds));
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setSecondsLeft(left);
      if (left > 0) return;
      clearInterval(timer);
      setOver(true);
      over();
    }, stepMs);
    return () => {
      clearInterval(timer);
      setSecondsLeft(0);
    };
  }, [wait]);
  return { secondsLeft, isOver };
}
