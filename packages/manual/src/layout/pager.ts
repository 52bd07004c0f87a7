// Distributes strips over pages. Strips that must stay together are on the same page, unless they are higher than a
// page. Pure.
import type { Atom, Page } from './atoms.ts';
import { pageBottom, page as sheet } from './look.ts';

const padOf = ({ ground }: Atom) => ground?.padY ?? 0;

/** Returns the strips from `start` that must be on one page. */
function chainFrom(atoms: readonly Atom[], start: number): Atom[] {
  let end = start;
  while (atoms[end]?.keepsNext && end + 1 < atoms.length) end += 1;
  return atoms.slice(start, end + 1);
}

function heightOf(chain: readonly Atom[]): number {
  const [first, ...rest] = chain;
  if (!first) return 0;
  const below = rest.reduce((all, { gapAbove, height }) => all + gapAbove + height, 0);
  return first.height + below + padOf(chain.at(-1) ?? first);
}

/** Returns the padding below the last line of a background that ends above this strip. */
function leaving(before: Atom | undefined, atom: Atom): number {
  return before?.ground && before.ground !== atom.ground ? before.ground.padY : 0;
}

const largest = pageBottom - sheet.top;

export function pagesOf(atoms: readonly Atom[]): Page[] {
  const pages: Page[] = [];
  let current: Page = [];
  let y = sheet.top;
  let before: Atom | undefined;

  function turn() {
    if (current.length > 0) pages.push(current);
    current = [];
    y = sheet.top;
  }

  /** Begins a page with the repeated header of a table, or with the padding of a background. */
  function goOn(atom: Atom) {
    if (atom.headings) {
      current.push({ atom: atom.headings, y, isRepeated: true });
      y += atom.headings.height;
    } else y += padOf(atom);
  }

  atoms.forEach((atom, index) => {
    const chain = before?.keepsNext && !atom.startsPage ? [atom] : chainFrom(atoms, index);
    const needed = heightOf(heightOf(chain) > largest ? [atom] : chain);
    const top = y + atom.gapAbove + leaving(before, atom);
    if (atom.startsPage || (current.length > 0 && top + needed > pageBottom)) turn();
    if (current.length === 0) goOn(atom);
    else y += atom.gapAbove + leaving(before, atom);
    current.push({ atom, y });
    y += atom.height;
    before = atom;
  });
  turn();
  return pages;
}
