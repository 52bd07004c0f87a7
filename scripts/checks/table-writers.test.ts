// A table has one writer: only the folders named here have statements that insert, update or delete its rows, by Kysely or in SQL.
// Other folders may read it, and join it. Only a few folders write a table whose name stands in a variable.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../children.ts';

const server = 'packages/server/src/';

/** Table → the folders or files below `packages/server/src/` that may write it. Migrations may write every table. */
const writers: Readonly<Record<string, readonly string[]>> = {
  users: ['users/'],
  membership_periods: ['users/'],
  user_roles: ['users/'],
  linked_identities: ['users/'],
  passkeys: ['factors/'],
  totp_factors: ['factors/'],
  recovery_codes: ['factors/'],
  remembered_browsers: ['factors/'],
  password_resets: ['factors/'],
  recovery_links: ['factors/', 'recovery/'],
  access_codes: ['factors/', 'users/'],
  secondary_emails: ['factors/'],
  secondary_email_changes: ['factors/'],
  events: ['events/'],
};

const migrations = 'database/migrations/';

/** Folders and files that write several tables by one statement. All of these tables are theirs. */
const byVariable = ['factors/', 'users/lifecycle/erase-user.ts'];

/** Returns the written tables. A name in quotes, or given as an option to a function that deletes, also counts. */
function writtenIn(source: string): string[] {
  const calls = /\b(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g;
  const options = /\bdeleteExpired\([^)]*?\btable:\s*['"`](\w+)/g;
  const statements =
    /\b(?:(?:insert|replace|merge)\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+"?(\w+)/gi;
  return [calls, options, statements].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, table = '']) => table),
  );
}

/** Returns `file: table` for each write outside the folders of its table. */
function strangersIn(file: string, source: string): string[] {
  const path = file.slice(server.length);
  if (path.startsWith(migrations)) return [];
  return [...new Set(writtenIn(source))]
    .filter((table) => writers[table]?.every((writer) => !path.startsWith(writer)))
    .map((table) => `${file}: ${table}`);
}

const files = globSync(`${server}**/*.ts`, { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
);
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

test('each table is written only by its own folders', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => strangersIn(file, textOf(file)))).toEqual([]);
});

test('a table is named where it is written', () => {
  const calls = /\b(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*\w/;
  const strangers = files.filter(
    (file) =>
      calls.test(textOf(file)) &&
      byVariable.every((writer) => !file.startsWith(server + writer)) &&
      !file.startsWith(server + migrations),
  );
  expect(strangers).toEqual([]);
});

test('each folder that may write a table does so', () => {
  const written = files.map(
    (file) => [file.slice(server.length), writtenIn(textOf(file))] as const,
  );
  const idle = Object.entries(writers).flatMap(([table, folders]) =>
    folders
      .filter(
        (folder) => !written.some(([path, all]) => path.startsWith(folder) && all.includes(table)),
      )
      .map((folder) => `${folder}: ${table}`),
  );
  expect(idle).toEqual([]);
});

test.each([
  "db.insertInto('events').values(row)",
  "queries\n  .updateTable('events')",
  "queries.deleteFrom('events')",
  "db.updateTable('events as e')",
  'sql`insert into events (id) select id from staged_users`',
  'sql`\n  UPDATE "events" set at = 1`',
  'sql`delete from events`',
  "deleteExpired(db, { table: 'events', key: ['id'] }, expired)",
])('the check finds %j', (source) => {
  expect(strangersIn(`${server}users/a.ts`, source)).toEqual([`${server}users/a.ts: events`]);
  expect(strangersIn(`${server}events/a.ts`, source)).toEqual([]);
});

test.each([
  "db.selectFrom('events').selectAll()",
  'sql`select 1 from users join events on true`',
  "db.insertInto('events_of_others')",
])('the check allows %j', (source) => {
  expect(strangersIn(`${server}users/a.ts`, source)).toEqual([]);
});
