// The faults that the simulated register can show.

import type { Row } from './register.ts';

export const faults = [
  'none',
  // every request of a token is refused, as if another program had a session
  'token-conflict',
  'wrong-password',
  // the token expires once
  'expired-as-401',
  'expired-as-200',
  // every token is refused
  'denied',
  // a page in HTML, with status 200 or 503
  'maintenance',
  'maintenance-503',
  // each page of all lists has one half of its rows
  'half-list',
  'empty-list',
  // one list alone ends after one half: that for other systems, or that of cards
  'half-out',
  'half-cards',
  // pages have fewer rows than their size
  'short-pages',
  // the same page again and again
  'repeated-page',
  'pascal-case',
  // tax numbers as numbers, without their leading zeros
  'lost-zeros',
  // some rows lack names, or have texts of another kind
  'broken-rows',
  'no-tax-numbers',
  'no-cards',
  // every first request of a page gets a 503
  'busy',
  'error',
  'redirect',
  'huge',
  'not-json',
  'slow',
] as const;
export type Fault = (typeof faults)[number];

const pascal = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [`${key[0]?.toUpperCase()}${key.slice(1)}`, value]),
  );

function withoutZeros(row: Row): Row {
  const { rnokpp } = row;
  return typeof rnokpp === 'string' ? { ...row, rnokpp: Number(rnokpp) } : row;
}

/** Spoils one row of seven: one row lacks a name, another one has a text that is no date. */
function broken(row: Row, index: number): Row {
  if (index % 7 !== 3) return row;
  if (index % 2 === 0) return { ...row, modifyDate: 'учора', dateLastChange: 'учора' };
  return { ...row, lastName: null, personLastName: '' };
}

const rowFaults: Partial<Record<Fault, (row: Row, index: number) => Row>> = {
  // one row of two, because the register mixes both forms
  'pascal-case': (row, index) => (index % 2 === 0 ? pascal(row) : row),
  'lost-zeros': withoutZeros,
  'broken-rows': broken,
  'no-tax-numbers': ({ rnokpp: _, ...row }) => row,
};

/** Returns the rows as the register returns them with this fault. */
export function spoil(rows: readonly Row[], fault: Fault): readonly Row[] {
  const change = rowFaults[fault];
  return change ? rows.map(change) : rows;
}
