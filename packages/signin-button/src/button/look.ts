// Sizes and colours of the button, shared by the script and the picture.

import type { ButtonOptions } from '../options.ts';

/** Sizes in CSS pixels; `weight` is the font weight. */
export const sizes: Record<
  ButtonOptions['size'],
  { height: number; logo: number; font: number; weight: number; padding: number; radius: number }
> = {
  large: { height: 48, logo: 24, font: 16, weight: 600, padding: 20, radius: 12 },
  medium: { height: 40, logo: 20, font: 15, weight: 600, padding: 16, radius: 10 },
  small: { height: 32, logo: 16, font: 14, weight: 500, padding: 12, radius: 8 },
};

/** The contrast of text and background is at least 7:1, that of the outline's border 4.5:1. */
export const colors: Record<
  ButtonOptions['color'],
  { ground: string; hover: string; active: string; text: string; border: string; gate: string }
> = {
  brand: {
    ground: '#3a3fd4',
    hover: '#2e32b3',
    active: '#242890',
    text: '#fff',
    border: '#3a3fd4',
    gate: '#fff',
  },
  outline: {
    ground: '#fff',
    hover: '#f1f1fb',
    active: '#ececfd',
    text: '#15163a',
    border: '#62668c',
    gate: '#3a3fd4',
  },
};

/** A gate with a dot and a stem in its doorway, in a square of 32 units. */
export const mark = {
  box: 32,
  gate: 'M16 2C8.8 2 3 7.8 3 15v11.5A3.5 3.5 0 0 0 6.5 30H11V17.5a5 5 0 0 1 10 0V30h4.5a3.5 3.5 0 0 0 3.5-3.5V15C29 7.8 23.2 2 16 2Z',
  person:
    'M16 15.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Zm-2.1 8.1a1.4 1.4 0 0 1 1.4-1.4h1.4a1.4 1.4 0 0 1 1.4 1.4V30h-4.2Z',
  light: '#ffc53d',
} as const;

export const font = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif';
