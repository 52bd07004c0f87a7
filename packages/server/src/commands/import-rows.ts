// Prints the rows of an import: a table for people, one JSON object in a line for programs.

import type { RowKind } from '@brama/contract/admin/imports/codes';
import type { Database } from '../database/connect.ts';
import { pageOfRows } from '../directory/import/import-store.ts';
import { printList, timeText } from './api/print.ts';

type Row = Awaited<ReturnType<typeof pageOfRows>>[number];

/** Rows that are read at once. */
const pageSize = 500;

async function* rowsOf(db: Database, importId: string, kind: RowKind | undefined) {
  for (let after = -1; ; ) {
    const rows = await pageOfRows(db, importId, { kind, after, limit: pageSize });
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
  }
}

type Membership = string | { name: string; validFrom?: string; validUntil?: string };

function membershipText(given: Membership): string {
  if (typeof given === 'string') return given;
  const { name, validFrom, validUntil } = given;
  const from = validFrom === undefined ? '' : ` from ${timeText(validFrom)}`;
  return name + from + (validUntil === undefined ? '' : ` until ${timeText(validUntil)}`);
}

const dataText = (data: object) =>
  Object.entries(data)
    .map(([name, value]) => `${name} ${value ?? '-'}`)
    .join(', ');

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(membershipText).join(', ') || '-';
  if (typeof value === 'object') return dataText(value) || '-';
  const isTime = field === 'validFrom' || field === 'validUntil';
  return (isTime && timeText(`${value}`)) || `${value}`;
}

const changeTexts = ({ changes }: Row) =>
  Object.entries(changes ?? {}).map(([field, [before, after, mark]]) => {
    if (field.startsWith('kept.')) return `${field.slice(5)} stays, because the user has a role`;
    if (field === 'taxId') return 'taxId: another number';
    const derived = mark === 'derived' ? ' (derived)' : '';
    return `${field}: ${valueText(field, before)} → ${valueText(field, after)}${derived}`;
  });

const nameInFile = ({ changes }: Row) => {
  const [, name] = changes?.['fullName'] ?? [];
  return typeof name === 'string' ? name : null;
};

/** The user of a waiting row may be another person. */
const nameOf = (row: Row) =>
  row.kind === 'waiting' ? nameInFile(row) : (row.fullName ?? nameInFile(row));

function reasonText({ code, field, otherLine }: Row): string | null {
  if (code === null) return null;
  const about = [field, otherLine ? `see row ${otherLine}` : null].filter((one) => one !== null);
  return about.length === 0 ? code : `${code} (${about.join('; ')})`;
}

/** Prints up to `limit` rows. */
export async function printImportRows(
  db: Database,
  importId: string,
  { kind, limit, isJson }: { kind: RowKind | undefined; limit: number; isJson: boolean },
): Promise<void> {
  const rows: Row[] = [];
  let read = 0;
  for await (const row of rowsOf(db, importId, kind)) {
    if (read === limit) break;
    read += 1;
    if (isJson) console.log(JSON.stringify(row));
    else rows.push(row);
  }
  if (isJson) return;
  printList({ items: rows }, false, {
    row: ({ line }) => line,
    id: ({ externalId }) => externalId,
    result: (row) => row.kind,
    username: ({ username }) => username,
    name: nameOf,
    reason: reasonText,
    changes: (row) => changeTexts(row).join('; '),
  });
  if (rows.length === limit) console.error('There may be more: --limit N');
}
