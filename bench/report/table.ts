// Formats results for a terminal: a table of figures, and one line for every aim.

import type { Row, Verdict } from '../scenario.ts';

type Column = { title: string; cell(row: Row): string; left?: boolean };

function number(value: number | undefined, digits: number): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits);
}

const columns: readonly Column[] = [
  { title: 'operation', cell: ({ what }) => what, left: true },
  { title: 'database', cell: ({ database }) => database ?? '–', left: true },
  { title: 'users', cell: ({ users }) => number(users, 0) },
  { title: 'per s', cell: ({ perSecond }) => number(perSecond, 0) },
  { title: 'p50 ms', cell: ({ p50 }) => number(p50, 2) },
  { title: 'p99 ms', cell: ({ p99 }) => number(p99, 2) },
  { title: 'server CPU-ms', cell: ({ serverCpuMs }) => number(serverCpuMs, 3) },
  { title: 'database', cell: ({ databaseCpuMs }) => number(databaseCpuMs, 3) },
  { title: 'client', cell: ({ clientCpuMs }) => number(clientCpuMs, 3) },
  { title: 'errors', cell: ({ errors }) => number(errors, 0) },
  { title: 'others %', cell: ({ othersShare }) => number(othersShare && othersShare * 100, 0) },
  { title: 'first paint', cell: ({ page }) => number(page?.fcpMs, 0) },
  { title: 'largest', cell: ({ page }) => number(page?.lcpMs, 0) },
  { title: 'usable', cell: ({ page }) => number(page?.usableMs, 0) },
  { title: 'blocked', cell: ({ page }) => number(page?.blockingMs, 0) },
  { title: 'shift', cell: ({ page }) => number(page?.layoutShift, 3) },
  { title: 'requests', cell: ({ page }) => number(page?.requests, 0) },
  { title: 'wire KB', cell: ({ page }) => number(page?.wireKb, 0) },
  { title: 'scripts gz', cell: ({ page }) => number(page?.scriptsKb, 1) },
  { title: 'styles gz', cell: ({ page }) => number(page?.stylesKb, 1) },
  { title: 'page gz', cell: ({ page }) => number(page?.pageKb, 1) },
  { title: '', cell: ({ note }) => note ?? '', left: true },
];

function padded(text: string, width: number, left: boolean | undefined) {
  return left ? text.padEnd(width) : text.padStart(width);
}

export function tableOf(rows: readonly Row[]): string {
  // leaves out columns without values
  const used = columns.filter(({ cell }) => rows.some((row) => !['–', ''].includes(cell(row))));
  const lines = [
    used.map(({ title }) => title),
    ...rows.map((row) => used.map((c) => c.cell(row))),
  ];
  const widths = used.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  return lines
    .map((cells) =>
      cells
        .map((cell, at) => padded(cell, widths[at] ?? 0, used[at]?.left))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function verdictsAsText(verdicts: readonly Verdict[]): string {
  const wide = (of: (verdict: Verdict) => string) =>
    Math.max(...verdicts.map((verdict) => of(verdict).length));
  const [aims, places, figures] = [
    wide(({ aim }) => aim),
    wide(({ where }) => where),
    wide(({ figure }) => figure),
  ];
  return verdicts
    .map(
      ({ aim, where, figure, wanted, met }) =>
        `${met ? 'met   ' : 'MISSED'}  ${aim.padEnd(aims)}  ${where.padEnd(places)}  ${figure.padEnd(figures)}  aim ${wanted}`,
    )
    .join('\n');
}
