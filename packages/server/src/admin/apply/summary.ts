// What `apply` has done, in numbers and names, and how it is told. Pure.

import { type Fault, shownFault, shownText } from './parse/issue.ts';
import { changeLines, type RecordChange } from './plan/record-change.ts';

export type Named = { name: string; fields: readonly string[] };
export type Changes = { created: readonly Named[]; updated: readonly Named[]; unchanged: number };
export type Summary = {
  groups: Changes;
  users: Changes;
  applications: Changes;
  passwordsSet: number;
};

const kinds = ['groups', 'users', 'applications'] as const;
const maxNames = 20;
export const maxFaults = 50;

export function countChanges(summary: Summary): number {
  return kinds.reduce(
    (sum, kind) => sum + summary[kind].created.length + summary[kind].updated.length,
    0,
  );
}

/** How many of each came or changed. */
export function changedBy({ groups, users, applications, passwordsSet }: Summary) {
  const count = ({ created, updated }: Changes) => created.length + updated.length;
  return {
    groups: count(groups),
    users: count(users),
    applications: count(applications),
    passwords: passwordsSet,
  };
}

/** 100 000, as both languages of the campus write it. */
function shownNumber(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ' ');
}

function shownCount(number: number, noun: string): string {
  return `${shownNumber(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function table(summary: Summary): string[] {
  const rows = [
    ['', 'created', 'updated', 'unchanged'],
    ...kinds.map((kind) => [
      kind,
      ...[summary[kind].created.length, summary[kind].updated.length, summary[kind].unchanged].map(
        shownNumber,
      ),
    ]),
  ];
  return rows.map(([kind = '', ...cells]) =>
    [kind.padEnd(12), ...cells.map((cell) => cell.padStart(10))].join('').trimEnd(),
  );
}

function names(title: string, items: readonly Named[], withFields: boolean): string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, maxNames).map(({ name, fields }) => {
    const fieldNames = withFields ? ` (${fields.join(', ')})` : '';
    return shownText(name) + fieldNames;
  });
  const rest = items.length - shown.length;
  const more = rest > 0 ? `, … and ${shownNumber(rest)} more` : '';
  return [`${title}: ${shown.join(', ')}${more}`];
}

/** How many changes in how long, for the first line. */
function shownWork(summary: Summary, milliseconds: number): string {
  const seconds = (milliseconds / 1000).toFixed(1);
  return `${shownCount(countChanges(summary), 'change')} in ${seconds} s`;
}

function numbers(summary: Summary): string[] {
  const passwords = summary.passwordsSet;
  return [
    ...table(summary),
    ...(passwords > 0 ? [`passwords set: ${shownNumber(passwords)}`] : []),
  ];
}

/** The lines for standard output. */
export function summaryLines(summary: Summary, file: string, milliseconds: number): string[] {
  return [
    `Applied ${file}: ${shownWork(summary, milliseconds)}.`,
    ...numbers(summary),
    ...kinds.flatMap((kind) => [
      ...names(`created ${kind}`, summary[kind].created, false),
      ...names(`updated ${kind}`, summary[kind].updated, true),
    ]),
  ];
}

/** Returns the lines for standard output after a dry run: the same table, then every field that would change. */
export function dryRunLines(
  summary: Summary,
  changes: readonly RecordChange[],
  file: string,
  milliseconds: number,
): string[] {
  return [
    `Dry run of ${file}: ${shownWork(summary, milliseconds)}; nothing was written.`,
    ...numbers(summary),
    ...changes.flatMap(changeLines),
  ];
}

/** Returns the lines for standard error. `count` is of all warnings, of which the first are given. */
export function warningLines(first: readonly Fault[], count: number, file: string): string[] {
  const rest = count - first.length;
  return [
    `Warnings for ${file}: ${shownNumber(count)}`,
    ...first.map((warning) => `  ${shownFault(warning)}`),
    ...(rest > 0 ? [`  … and ${shownNumber(rest)} more`] : []),
  ];
}

/** The lines for standard error. `count` is of all faults, of which the first are given. */
export function refusalLines(first: readonly Fault[], count: number, file: string): string[] {
  const rest = count - first.length;
  return [
    `Refused ${file}: ${shownCount(count, 'fault')}; nothing was changed.`,
    ...first.map((fault) => `  ${shownFault(fault)}`),
    ...(rest > 0 ? [`  … and ${shownNumber(rest)} more`] : []),
  ];
}
