// A progress bar. It reads its value itself and repaints one node, so that React renders nothing again. With reduced
// motion the bar moves in steps, together with the text.
import { useEffect, useEffectEvent, useRef } from 'react';

const repaintMs = 100;
const defaultMax = 100;

type ProgressProps = {
  label: string;
  /** Returns the current value, from 0 to `max`. */
  read: () => number;
  max?: number;
  /** Returns the value in words, for screen readers and reduced motion. Coarse, because each change is announced. */
  describe: (value: number) => string;
  className?: string;
};

export function Progress(props: ProgressProps) {
  const { label, read, max = defaultMax, describe, className = '' } = props;
  const bar = useRef<HTMLDivElement>(null);
  const fill = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLParagraphElement>(null);

  const repaint = useEffectEvent((still: boolean) => {
    if (!bar.current || !fill.current || !words.current) return;
    const value = Math.min(max, Math.max(0, read()));
    const text = describe(value);
    const changed = words.current.textContent !== text;
    if (changed) {
      words.current.textContent = text;
      bar.current.ariaValueText = text;
      bar.current.ariaValueNow = String(Math.round(value));
    }
    if (changed || !still) fill.current.style.transform = `scaleX(${value / max})`;
  });

  useEffect(() => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    repaint(calm.matches);
    const timer = setInterval(() => repaint(calm.matches), repaintMs);
    return () => clearInterval(timer);
  }, []);

  return (
    <div className={`w-full ${className}`}>
      <div
        aria-label={label}
        aria-valuemax={max}
        aria-valuemin={0}
        className="h-1.5 overflow-hidden rounded-full border border-transparent bg-arch-deep"
        ref={bar}
        role="progressbar"
      >
        <div
          className="h-full origin-left bg-brand will-change-transform forced-colors:bg-[CanvasText]"
          data-fill=""
          ref={fill}
        />
      </div>
      <p
        aria-hidden="true"
        className="mt-1.5 hidden text-sm text-text-2 motion-reduce:block"
        ref={words}
      />
    </div>
  );
}
