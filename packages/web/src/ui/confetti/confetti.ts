// A burst of confetti with the Web Animations API. react-confetti-explosion 3.0.3, whose figures it uses, writes a
// <style> element, which the Content-Security-Policy refuses.
import { type ConfettiFigures, flight } from './confetti-flight.ts';

const colours = ['--sun', '--brand', '--gate', '--success-ink', '--plate-5', '--plate-7'];

function piece(index: number): HTMLElement {
  const element = document.createElement('span');
  const round = index % 5 === 0;
  Object.assign(element.style, {
    position: 'absolute',
    insetInlineStart: '50%',
    insetBlockStart: '40%',
    inlineSize: round ? '8px' : '7px',
    blockSize: round ? '8px' : '13px',
    borderRadius: round ? '50%' : '2px',
    background: `var(${colours[index % colours.length]})`,
  });
  return element;
}

/** Fills `container`, which clips its contents, and empties it afterwards. Resolves when all pieces have left. */
export async function throwConfetti(
  container: HTMLElement,
  figures: ConfettiFigures,
): Promise<void> {
  const height = container.clientHeight;
  const room = { abovePx: height * 0.4, belowPx: height * 0.6 };
  const pieces = Array.from({ length: figures.particles }, (_, index) => piece(index));
  container.replaceChildren(...pieces);
  const animations = pieces.map((element) =>
    element.animate(
      flight(figures, room, Math.random).map(({ xPx, yPx, turns, opacity }) => ({
        transform: `translate(${xPx}px, ${yPx}px) rotate3d(1, 0.6, 0.8, ${turns}turn)`,
        opacity,
      })),
      { duration: figures.durationMs, fill: 'forwards' },
    ),
  );
  // the animation of a piece that left with its page rejects; that counts as finished
  await Promise.allSettled(animations.map(({ finished }) => finished));
  container.replaceChildren();
}
