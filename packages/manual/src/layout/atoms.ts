// The types of the layout. An atom is a strip that a page break never divides: a line of text or a table row. It holds
// its lines with their structure tags, and the rules for its place on a page.
import type { Line } from './lines.ts';

/** An element of the structure tree of the PDF, which screen readers use. Each object is one element. */
export type Tag = {
  role: string;
  parent?: Tag;
  scope?: 'Column' | 'Row';
  /** An inline role (such as Code) that is laid out as a block. */
  isBlock?: boolean;
};

/** The background of adjacent strips. Strips with the same object share one background. */
export type Ground = { colour: string; bar?: string; x: number; width: number; padY: number };

export type PlacedLine = { tag: Tag; line: Line; x: number; baseline: number };

export type Heading = { id: string; title: string; level: 1 | 2; number: string };

export type Atom = {
  height: number;
  gapAbove: number;
  /** The next strip must be on the same page. */
  keepsNext: boolean;
  lines: PlacedLine[];
  ground?: Ground;
  /** The line drawn below the strip. */
  rule?: { x: number; width: number; colour: string };
  /** The header row of the table. It is repeated when the table continues on the next page. */
  headings?: Atom;
  heading?: Heading;
  startsPage?: boolean;
};

/** `isRepeated`: a table header on a further page. Screen readers skip it. */
export type PlacedAtom = { atom: Atom; y: number; isRepeated?: boolean };
export type Page = PlacedAtom[];
