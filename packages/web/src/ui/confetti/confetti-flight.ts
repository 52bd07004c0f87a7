// Computes the flight of one piece of confetti. Pure: the caller passes randomness and the size of the window.

export type ConfettiFigures = {
  particles: number;
  /** From the burst until the last piece has left. */
  durationMs: number;
  /** 0 to 1: the height of the throw, as a share of the distance to the upper edge. */
  force: number;
  /** The width of the spread, half to each side. May exceed the window. */
  widthPx: number;
};

/** Distances from the burst to the edges of the window. */
export type Room = { abovePx: number; belowPx: number };

export type FlightPoint = { xPx: number; yPx: number; turns: number; opacity: number };

const steps = 20;
const fadingShare = 0.15;

/** Returns points at equal time intervals, from the burst to the end. `random` returns 0 to below 1. */
export function flight(figures: ConfettiFigures, room: Room, random: () => number): FlightPoint[] {
  const side = (random() - 0.5) * figures.widthPx;
  const peakPx = room.abovePx * figures.force * (0.35 + 0.65 * random());
  const peakAt = 0.2 + 0.15 * random();
  const landingPx = room.belowPx * (0.5 + 0.6 * random());
  const turns = (random() - 0.5) * 8;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const time = step / steps;
    // air resistance slows sideways motion; vertical motion is a throw that slows to the peak and then falls
    const fromPeak = time < peakAt ? 1 - time / peakAt : (time - peakAt) / (1 - peakAt);
    const fallPx = time < peakAt ? peakPx : peakPx + landingPx;
    return {
      xPx: side * (1 - (1 - time) ** 3),
      yPx: fallPx * fromPeak ** 2 - peakPx,
      turns: turns * time,
      opacity: Math.min(1, (1 - time) / fadingShare),
    };
  });
}
