// Where a piece of confetti flies. Pure: randomness and the size of the window are handed in.

export type ConfettiFigures = {
  particles: number;
  /** From the burst until the last piece is gone. */
  durationMs: number;
  /** 0 to 1: how high the pieces are thrown, as a share of the way to the upper edge. */
  force: number;
  /** How wide the pieces spread, half of it to each side. May be wider than the window. */
  widthPx: number;
};

/** The way from the place of the burst to the edges of the window. */
export type Room = { abovePx: number; belowPx: number };

export type FlightPoint = { xPx: number; yPx: number; turns: number; opacity: number };

const steps = 20;
const fadingShare = 0.15;

/** Points at even intervals of time, from the burst to the end. `random` answers from 0 to below 1. */
export function flight(figures: ConfettiFigures, room: Room, random: () => number): FlightPoint[] {
  const side = (random() - 0.5) * figures.widthPx;
  const peakPx = room.abovePx * figures.force * (0.35 + 0.65 * random());
  const peakAt = 0.2 + 0.15 * random();
  const landingPx = room.belowPx * (0.5 + 0.6 * random());
  const turns = (random() - 0.5) * 8;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const time = step / steps;
    // air slows the way sideways; up and down is a throw: slower to the peak, faster from there
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
