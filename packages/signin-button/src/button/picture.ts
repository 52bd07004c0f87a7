// Draws the button as an SVG picture, for emails and Markdown, where scripts do not run. Pure.

import { type ButtonOptions, captionOf } from '../options.ts';
import { colors, font, mark, sizes } from './look.ts';

const forXml: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => forXml[one] ?? '');

/** Estimates the width of a text. The font of the reader is unknown, so SVG stretches the text to this width. */
function widthOf(text: string, size: number): number {
  const units = [...text].map((letter) => {
    if (/[\p{Extended_Pictographic}\p{Script=Han}]/u.test(letter)) return 1.2;
    if (/[WMШЩЮЖФЫwmшщюжф@]/u.test(letter)) return 0.82;
    if (/[\p{Lu}]/u.test(letter)) return 0.68;
    return /[ilіїtfrj.,:;!'’|() ]/u.test(letter) ? 0.32 : 0.57;
  });
  return Math.ceil(units.reduce((sum, one) => sum + one, 0) * size);
}

/** Longer captions are shortened, because the picture would be too wide. */
const longest = 80;

export function pictureOf(options: ButtonOptions): string {
  const { height, logo, font: size, weight, padding, radius } = sizes[options.size];
  const { ground, text, border, gate } = colors[options.color];
  const full = captionOf(options);
  const caption =
    [...full].length > longest ? `${[...full].slice(0, longest - 1).join('')}…` : full;
  const gap = size * 0.625;
  const wide = widthOf(caption, size);
  const width = Math.ceil(2 * padding + logo + gap + wide);
  const isRight = options.logoAlignment === 'right';
  const logoAt = isRight ? padding + wide + gap : padding;
  const textAt = isRight ? padding : padding + logo + gap;
  const scale = logo / mark.box;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(full)}">`,
    `<title>${escaped(full)}</title>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="${radius}" fill="${ground}" stroke="${border}"/>`,
    `<g transform="translate(${logoAt} ${(height - logo) / 2}) scale(${scale})"><path fill="${gate}" d="${mark.gate}"/><path fill="${mark.light}" d="${mark.person}"/></g>`,
    `<text x="${textAt}" y="${height / 2}" dy=".35em" textLength="${wide}" lengthAdjust="spacingAndGlyphs" fill="${text}" font-family="${escaped(font)}" font-size="${size}" font-weight="${weight}">${escaped(caption)}</text>`,
    '</svg>',
  ].join('');
}
