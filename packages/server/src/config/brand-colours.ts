// The colours of pages that follow from the colour of the organisation, in both themes. Pure.

import { contrastRatio } from '@brama/contract/style/contrast';

const white = '#ffffff';
const black = '#000000';
/** The darkest background of the light theme on which text of the colour stands, and the lightest one of the dark theme. */
const backgrounds = { light: '#f1f1fb', dark: '#181a33' } as const;
const darkPage = '#0f1024';

/** WCAG 2.2, 1.4.3. */
const leastContrast = 4.5;

const channels = (hex: string) =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));

/** Returns a colour between two; `share` is that of the other one. */
function mix(one: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(one).map((part, index) =>
    Math.round(part + ((others[index] ?? 0) - part) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

/** Returns the mixture with the least share of the other colour that can be read on all backgrounds. */
function readable(colour: string, other: string, on: (mixed: string) => readonly string[]): string {
  for (let percent = 0; percent < 100; percent += 2) {
    const mixed = mix(colour, other, percent / 100);
    if (on(mixed).every((background) => contrastRatio(mixed, background) >= leastContrast))
      return mixed;
  }
  return other;
}

const lightTint = (colour: string) => mix(colour, white, 0.92);
const darkTint = (colour: string) => mix(colour, backgrounds.dark, 0.85);

/** Returns the nearest darker colour that can be read in the light theme; the same one if it can. */
export const readableOnLight = (colour: string): string =>
  readable(colour, black, (mixed) => [white, backgrounds.light, lightTint(mixed)]);

/** Returns the nearest lighter colour that can be read in the dark theme. */
const darkBrand = (colour: string): string =>
  readable(colour, white, (mixed) => [backgrounds.dark, darkPage, darkTint(mixed)]);

/** Returns the tokens of the style sheet, each for the light and the dark theme. */
function tokensOf(colour: string): Record<string, readonly [light: string, dark: string]> {
  const dark = darkBrand(colour);
  return {
    brand: [colour, dark],
    'brand-hover': [mix(colour, black, 0.15), mix(dark, white, 0.25)],
    'brand-active': [mix(colour, black, 0.3), mix(dark, white, 0.45)],
    'on-brand': [white, darkPage],
    'brand-tint': [lightTint(colour), darkTint(dark)],
    arch: [lightTint(colour), mix(colour, darkPage, 0.85)],
    'arch-deep': [mix(colour, white, 0.85), mix(colour, darkPage, 0.75)],
    gate: [mix(colour, white, 0.7), mix(colour, darkPage, 0.5)],
    'gate-ink': [mix(colour, black, 0.2), mix(colour, black, 0.2)],
  };
}

/** Returns the colour in the light and in the dark theme, as emails have it. */
export const brandIn = (colour: string): readonly [light: string, dark: string] => [
  colour,
  darkBrand(colour),
];

/** Returns the style sheet that overrides the colours of the product. */
export function brandStyles(colour: string): string {
  const lines = Object.entries(tokensOf(colour)).map(
    ([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`,
  );
  // stronger than the rule of the product, whatever their order is
  return `:root:root{${lines.join(';')}}`;
}
