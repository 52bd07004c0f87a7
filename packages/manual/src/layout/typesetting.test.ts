// Tests the division of sentences into lines and of lines into pages. Every letter is one point wide.

import { describe, expect, test } from 'vitest';
import type { Atom } from './atoms.ts';
import { spansOf } from './inline.ts';
import { linesOf } from './lines.ts';
import { page, pageBottom, styles } from './look.ts';
import { pagesOf } from './pager.ts';

describe('inline marks', () => {
  test('are parsed', () => {
    expect(spansOf('To `be`, **or** [not](#to)!')).toEqual([
      { text: 'To ', look: 'plain' },
      { text: 'be', look: 'code' },
      { text: ', ', look: 'plain' },
      { text: 'or', look: 'strong' },
      { text: ' ', look: 'plain' },
      { text: 'not', look: 'plain', href: '#to' },
      { text: '!', look: 'plain' },
    ]);
  });

  test.each([
    ['одне — друге', 'одне~— друге'],
    ['у коді й у слові', 'у~коді й~у~слові'],
    ['розділ 10 про 60 секунд', 'розділ~10 про 60~секунд'],
    ['`a — b`', 'a — b'],
  ])('%s: gets the expected non-breaking spaces', (sentence, kept) => {
    const words = spansOf(sentence).map(({ text }) => text.replaceAll('\u00A0', '~'));
    expect(words.join('')).toBe(kept);
  });
});

describe('lines', () => {
  const broken = (sentence: string, width: number) =>
    linesOf(spansOf(sentence), styles.text, width, (text) => text.length).map((line) =>
      line.map(({ text }) => text).join('|'),
    );

  test.each([
    ['aa bb cc', 5, ['aa bb ', 'cc']],
    ['aa bb cc', 6, ['aa bb ', 'cc']],
    ['aa bb cc', 8, ['aa bb cc']],
    // the space at the end of a line does not count
    ['aaaa bbbb', 4, ['aaaa ', 'bbbb']],
    ['aa `bb`, cc', 6, ['aa |bb|, ', 'cc']],
    ['aa `bb`, cc', 5, ['aa ', 'bb|, ', 'cc']],
    ['request.too-many', 9, ['request.', 'too-many']],
    ['aa request.too-many', 30, ['aa request.too-many']],
    ['unbreakable', 4, ['unbreakable']],
  ])('%s in %d points', (sentence, width, lines) => {
    expect(broken(sentence, width)).toEqual(lines);
  });
});

describe('pages', () => {
  const room = pageBottom - page.top;
  const atom = (height: number, more: Partial<Atom> = {}): Atom => ({
    height,
    gapAbove: 0,
    keepsNext: false,
    lines: [],
    ...more,
  });
  /** Returns the heights of the strips, page by page. The height of a repeated strip is in its own array. */
  const placed = (...atoms: Atom[]) =>
    pagesOf(atoms).map((one) =>
      one.map(({ atom: { height }, isRepeated }) => (isRepeated ? [height] : height)),
    );

  test('are filled to the last point without overflow', () => {
    expect(placed(atom(room - 10), atom(10), atom(1))).toEqual([[room - 10, 10], [1]]);
    expect(placed(atom(room - 10), atom(10, { gapAbove: 1 }))).toEqual([[room - 10], [10]]);
  });

  test('atoms that keep together move to the next page together', () => {
    const heading = atom(20, { keepsNext: true });
    expect(placed(atom(room - 30), heading, atom(20))).toEqual([[room - 30], [20, 20]]);
    // strips that are together higher than a page are divided
    const long = Array.from({ length: 3 }, () => atom(room / 2, { keepsNext: true }));
    expect(placed(...long)).toEqual([[room / 2, room / 2], [room / 2]]);
  });

  test('a chapter begins on a new page', () => {
    expect(placed(atom(5), atom(7, { startsPage: true }))).toEqual([[5], [7]]);
    expect(placed(atom(7, { startsPage: true }))).toEqual([[7]]);
  });

  test('a table repeats its headings on the next page, but not at its beginning', () => {
    const headings = atom(12, { keepsNext: true });
    const row = atom(30, { headings });
    expect(placed(atom(room - 50), headings, row, row)).toEqual([
      [room - 50, 12, 30],
      [[12], 30],
    ]);
    expect(placed(atom(room - 5), headings, row)).toEqual([[room - 5], [12, 30]]);
  });

  test('a background has padding above its first line on every page and below its last line', () => {
    const ground = { colour: '', x: 0, width: 0, padY: 8 };
    const line = atom(room / 2, { ground });
    const [first = [], second = []] = pagesOf([line, line, atom(10)]);
    expect(first.map(({ y }) => y)).toEqual([page.top + 8]);
    expect(second.map(({ y }) => y)).toEqual([page.top + 8, page.top + 8 + room / 2 + 8]);
  });
});
