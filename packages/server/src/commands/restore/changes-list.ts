// The list of users who were disabled, erased or deprived of a role after a backup: written by `export --changes-since`, or typed.

import { isRole, type Role, roles } from '@brama/contract/admin/roles';
import { searchKey } from '@brama/contract/sign-in/login-name';
import { z } from 'zod';
import { Refusal } from '../backup/refusal.ts';

const id = z.string().min(1).max(100);
const most = 1_000_000;

/** What `export --changes-since` writes. */
export const exportedChanges = z.object({
  format: z.literal('brama-changes 1'),
  /** The list has what has happened from then on. */
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Fingerprint. A list of another installation is refused. */
  dataKey: z.string().nullable(),
  disabled: z.array(z.object({ id, username: z.string(), byAdministrator: z.boolean() })).max(most),
  erased: z.array(id).max(most),
  /** All roles of all users at `until`. */
  roles: z.array(z.object({ id, username: z.string(), role: z.string() })).max(most),
});

export type ExportedChanges = z.output<typeof exportedChanges>;

export type TypedChange =
  | { act: 'disable' | 'erase'; username: string }
  | { act: 'revoke'; username: string; role: Role };

export type Changes =
  | { kind: 'exported'; list: ExportedChanges }
  | { kind: 'typed'; list: readonly TypedChange[] };

/** `backup`: when the backup was made, and the fingerprint of its DATA_KEY. @throws {Refusal} for a list of something else. */
export function readExported(
  file: string,
  text: string,
  backup: { createdAt: string; dataKey: string },
): ExportedChanges {
  let list: ExportedChanges;
  try {
    list = exportedChanges.parse(JSON.parse(text));
  } catch (cause) {
    const wanted = 'is no list of `export --changes-since`';
    throw new Refusal(`--changes-since: ${file} ${wanted}.`, { cause });
  }
  if (list.dataKey !== null && list.dataKey !== backup.dataKey)
    throw new Refusal(
      `--changes-since: ${file} is of another installation (its DATA_KEY differs).`,
    );
  if (Date.parse(list.since) > Date.parse(backup.createdAt))
    throw new Refusal(
      `--changes-since: the list begins at ${list.since}, after the backup. Export it with --changes-since ${backup.createdAt}.`,
    );
  return list;
}

function typedChange(line: string): TypedChange | undefined {
  const words = line.split(/\s+/);
  const [act, username = '', role, ...rest] = words;
  if (words.length === 1) return { act: 'disable', username: line };
  if (rest.length > 0) return undefined;
  if (act === 'revoke' && role !== undefined && isRole(role)) return { act, username, role };
  if ((act === 'disable' || act === 'erase') && role === undefined) return { act, username };
  return undefined;
}

/** Reads one change in a line; empty lines and those that begin with # are left out. @throws {Refusal} naming the line. */
export function readTyped(text: string): TypedChange[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return [];
    const change = typedChange(line);
    if (change) return { ...change, username: searchKey(change.username) };
    throw new Refusal(
      `Line ${index + 1} of the list is not USERNAME, disable USERNAME, erase USERNAME or revoke USERNAME ROLE (${roles.join(', ')}).`,
    );
  });
}
