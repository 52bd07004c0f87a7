// Draws SVG as PNG. Only the drawing process loads this file. The library is machine code of several megabytes. It reads
// files that the SVG names, and cannot be interrupted.

import { Resvg } from '@resvg/resvg-js';
import { sizeIssue } from '../picture-size.ts';

/** More than twice the size on the page, for screens with small pixels. */
const drawnSide = 128;
/** Sides that the file declares, in pixels. */
const sides = [1, 8192] as const;

export type DrawnSvg = { png: Uint8Array } | { reason: string };

/** `markup`: the result of `cleanSvg`. */
export function drawSvg(markup: string): DrawnSvg {
  const options = { font: { loadSystemFonts: false }, logLevel: 'off' as const };
  try {
    const { width, height } = new Resvg(markup, options);
    const reason = sizeIssue({ width, height }, sides);
    if (reason !== undefined) return { reason };
    const mode = width >= height ? ('width' as const) : ('height' as const);
    const drawn = new Resvg(markup, { ...options, fitTo: { mode, value: drawnSide } });
    return { png: drawn.render().asPng() };
  } catch {
    return { reason: 'is an SVG file that cannot be drawn' };
  }
}
