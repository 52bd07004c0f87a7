// Formats the outcome of `apply` as numbers and names. Pure.

import { type Issue, issueLine, printableName } from './parse/issue.ts';
import { changeLines, type RecordChange } from './plan/record-change.ts';

export type Named = { name: string; fields: readonly string[] };
export type Changes = { created: readonly Named[]; updated: readonly Named[]; unchanged: number };
export type Summary = {
  groups: Changes;
  users: Changes;
  applications: Changes;
  /** Names of the applications of the file for which pages show a letter. */
  withoutIcon: readonly string[];
  passwordsSet: number;
};

const kinds = ['groups', 'users', 'applications'] as const;
const maxNames = 20;
export const maxIssuesShown = 50;

const countOf = ({ created, updated }: Changes) => created.length + updated.length;

export function countChanges(summary: Summary): number {
  return kinds.reduce((sum, kind) => sum + countOf(summary[kind]), 0);
}

/** Returns the number of created and updated records of each kind. */
export function countByKind({ groups, users, applications, passwordsSet }: Summary) {
  return {
    groups: countOf(groups),
    users: countOf(users),
    applications: countOf(applications),
    passwords: passwordsSet,
  };
}

/** Returns `100 000`: both languages group digits with a space. */
function formatNumber(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ' ');
}

function formatCount(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function table(summary: Summary): string[] {
  const rows = kinds.map((kind) => {
    const { created, updated, unchanged } = summary[kind];
    return [kind, ...[created.length, updated.length, unchanged].map(formatNumber)];
  });
  return [['', 'created', 'updated', 'unchanged'], ...rows].map(([kind = '', ...cells]) =>
    [kind.padEnd(12), ...cells.map((cell) => cell.padStart(10))].join('').trimEnd(),
  );
}

/** Returns the first texts, and the number of the others. */
function listOf(texts: readonly string[]): string {
  const shown = texts.slice(0, maxNames);
  const rest = texts.length - shown.length;
  return shown.join(', ') + (rest > 0 ? `, … and ${formatNumber(rest)} more` : '');
}

function names(title: string, items: readonly Named[], withFields: boolean): string[] {
  if (items.length === 0) return [];
  const shown = items.map(({ name, fields }) => {
    const fieldNames = withFields ? ` (${fields.join(', ')})` : '';
    return printableName(name) + fieldNames;
  });
  return [`${title}: ${listOf(shown)}`];
}

/** Returns a hint for applications without an icon. */
function iconHint({ withoutIcon }: Summary): string[] {
  if (withoutIcon.length === 0) return [];
  return [
    `without an icon, shown as a letter: ${listOf(withoutIcon.map(printableName))}. For the names of icons see docs/manifest.md#icons.`,
  ];
}

/** Returns the number of changes and the time, for the first line. */
function formatWork(summary: Summary, milliseconds: number): string {
  const seconds = (milliseconds / 1000).toFixed(1);
  return `${formatCount(countChanges(summary), 'change')} in ${seconds} s`;
}

function numbers(summary: Summary): string[] {
  const passwords = summary.passwordsSet;
  const set = passwords > 0 ? [`passwords set: ${formatNumber(passwords)}`] : [];
  return [...table(summary), ...set];
}

/** Returns the lines for standard output. */
export function summaryLines(summary: Summary, file: string, milliseconds: number): string[] {
  return [
    `Applied ${file}: ${formatWork(summary, milliseconds)}.`,
    ...numbers(summary),
    ...kinds.flatMap((kind) => [
      ...names(`created ${kind}`, summary[kind].created, false),
      ...names(`updated ${kind}`, summary[kind].updated, true),
    ]),
    ...iconHint(summary),
  ];
}

/** Returns the lines for standard output after a dry run: the table, then every field that would change. */
export function dryRunLines(
  summary: Summary,
  changes: readonly RecordChange[],
  file: string,
  milliseconds: number,
): string[] {
  return [
    `Dry run of ${file}: ${formatWork(summary, milliseconds)}; nothing was written.`,
    ...numbers(summary),
    ...changes.flatMap(changeLines),
    ...iconHint(summary),
  ];
}

function issueLines(heading: string, first: readonly Issue[], count: number): string[] {
  const rest = count - first.length;
  return [
    heading,
    ...first.map((issue) => `  ${issueLine(issue)}`),
    ...(rest > 0 ? [`  … and ${formatNumber(rest)} more`] : []),
  ];
}

/** Returns the lines for standard error. `count` is the number of all warnings, `first` the printed ones. */
export function warningLines(first: readonly Issue[], count: number, file: string): string[] {
  return issueLines(`Warnings for ${file}: ${formatNumber(count)}`, first, count);
}

/** Returns the lines for standard error. `count` is the number of all issues, `first` the printed ones. */
export function errorLines(first: readonly Issue[], count: number, file: string): string[] {
  const heading = `Refused ${file}: ${formatCount(count, 'error')}; nothing was changed.`;
  return issueLines(heading, first, count);
}
