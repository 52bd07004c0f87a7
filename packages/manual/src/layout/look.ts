// The page, colours and text styles of the manual. Sizes are in points. The colours are those of the light theme in
// packages/ui/src/style/tokens.css.

export const colours = {
  ink: '#15163a',
  text2: '#4d5076',
  muted: '#62668c',
  brand: '#3a3fd4',
  brandDeep: '#2a2ea6',
  brandTint: '#ececfd',
  sunken: '#f1f1fb',
  line: '#dfe0f2',
  sun: '#ffc53d',
  white: '#ffffff',
} as const;

export const page = { width: 595.28, height: 841.89, left: 58, right: 58, top: 74, bottom: 62 };
export const textWidth = page.width - page.left - page.right;
export const pageBottom = page.height - page.bottom;

export type FontName = 'regular' | 'semibold' | 'bold' | 'mono';
export type Style = { font: FontName; size: number; leading: number; colour: string };

const style = (font: FontName, size: number, leading: number, colour: string): Style => ({
  font,
  size,
  leading,
  colour,
});

export const styles = {
  text: style('regular', 10, 15, colours.ink),
  cell: style('regular', 8.8, 12.6, colours.ink),
  head: style('semibold', 8.8, 12.6, colours.text2),
  note: style('regular', 9.6, 14.2, colours.ink),
  caption: style('semibold', 8.8, 12.6, colours.text2),
  h1: style('bold', 23, 28, colours.ink),
  h2: style('semibold', 14, 19, colours.ink),
  contentsChapter: style('semibold', 10.5, 15, colours.ink),
  contentsSection: style('regular', 9.2, 13, colours.text2),
  running: style('regular', 8, 11, colours.muted),
  coverTitle: style('bold', 38, 44, colours.white),
  coverLead: style('regular', 13, 20, colours.white),
  coverNote: style('regular', 10, 15, colours.text2),
} as const;

/** The relative size of code inside a sentence: monospaced letters are wider than those of the text. */
export const inlineCodeScale = 0.9;

/**
 * Code never wraps. A block with long lines gets a smaller font size. If a line is too long for the smallest size, the
 * build fails.
 */
export const codeLook = { size: 8.2, smallest: 7.3, leading: 1.44, padX: 10, padY: 8, bleed: 6 };
