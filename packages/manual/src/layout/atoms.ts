// Splits the manual into strips that a page break never cuts: a line of text, or a row of a table. A strip holds its
// structure tag, its distance from the strip above, and whether it may stand alone.
import type { Line } from './lines.ts';

/** A place in the tree of the document that screen readers walk. Equal objects are one place. */
export type Tag = {
  role: string;
  parent?: Tag;
  scope?: 'Column' | 'Row';
  /** Stands on lines of its own though its role is that of words in a sentence. */
  isBlock?: boolean;
};

/** What lies behind strips that follow each other. Equal objects are one ground. */
export type Ground = { colour: string; bar?: string; x: number; width: number; padY: number };

export type PlacedLine = { tag: Tag; line: Line; x: number; baseline: number };

export type Heading = { id: string; title: string; level: 1 | 2; number: string };

export type Atom = {
  height: number;
  gapAbove: number;
  /** The next strip must stand on the same page. */
  keepsNext: boolean;
  lines: PlacedLine[];
  ground?: Ground;
  /** A line under the strip. */
  rule?: { x: number; width: number; colour: string };
  /** The row of headings of its table, shown again where the table goes on on another page. */
  headings?: Atom;
  heading?: Heading;
  startsPage?: boolean;
};

/** A repeated strip (a table header on the next page) is read by screen readers only once. */
export type PlacedAtom = { atom: Atom; y: number; isRepeated?: boolean };
export type Page = PlacedAtom[];
