// Confetti over the page, unless the user prefers reduced motion or reduced data. Its container clips it, so that the
// page never scrolls sideways.
import { useEffect, useRef } from 'react';

const figures = { particles: 250, durationMs: 3000, force: 1, widthPx: 2000 };

function isWelcome(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return !still && connection?.saveData !== true && !document.hidden;
}

export function Celebration() {
  const container = useRef<HTMLDivElement>(null);
  const thrown = useRef(false);

  useEffect(() => {
    if (thrown.current || !isWelcome()) return;
    thrown.current = true;
    const celebrate = async () => {
      const { throwConfetti } = await import('../../ui/confetti/confetti.ts');
      if (container.current) await throwConfetti(container.current, figures);
    };
    // an error is ignored, because the page is complete without confetti
    celebrate().catch(() => undefined);
  }, []);

  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-20 overflow-hidden print:hidden"
      data-confetti=""
      ref={container}
    />
  );
}
