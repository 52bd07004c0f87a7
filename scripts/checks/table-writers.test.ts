// A table has one writer: only the folders named here have statements that insert, update or delete its rows, by Kysely or in SQL.
// Other folders may read it, and join it. Only a few files write a table whose name stands in a variable.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../children.ts';

const server = 'packages/server/src/';

/** Deletes expired rows of the tables that are the keys of its object. */
const expiry = 'database/expiring-tables.ts';

/** Table → the folders or files below `packages/server/src/` that may write it. Migrations may write every table. */
const writers: Readonly<Record<string, readonly string[]>> = {
  users: ['users/'],
  membership_periods: ['users/'],
  user_roles: ['users/'],
  linked_identities: ['users/'],
  passkeys: ['factors/'],
  totp_factors: ['factors/'],
  recovery_codes: ['factors/'],
  remembered_browsers: ['factors/', expiry],
  password_resets: ['factors/', expiry],
  recovery_links: ['factors/', 'recovery/', expiry],
  access_codes: ['factors/', 'users/', expiry],
  secondary_emails: ['factors/'],
  secondary_email_changes: ['factors/'],
  events: ['events/'],
  sign_in_attempts: ['events/', expiry],
};

const migrations = 'database/migrations/';

/** Files that write several tables by one statement of Kysely. They may name only tables that they may write. */
const byVariable = [
  'commands/restore/end-access.ts',
  'factors/pending-sign-ins.ts',
  'factors/remove-factors.ts',
  'factors/secondary-emails.ts',
];
/** Deletes the rows of an erased user from the tables of all areas. */
const ofAllAreas = 'users/lifecycle/erase-user.ts';
/** Functions whose callers name the table, as `writtenIn` finds it. They have the only statements in SQL with a variable table. */
const byOption = ['database/delete-expired.ts', 'applications/sign-out/lease-queue.ts'];

/** Copy the rows of all tables to another database, as they are. */
const copying = ['commands/copy/postgres-side.ts', 'commands/copy/sqlite-side.ts'];

/** Returns the written tables. A name in quotes, or given as an option to a function that writes, also counts. */
function writtenIn(source: string): string[] {
  const calls = /\b(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g;
  const options = /\b(?:deleteExpired|LeaseQueue)\([^)]*?\btable:\s*['"`](\w+)/g;
  const statements =
    /\b(?:(?:insert|replace|merge)\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+"?(\w+)/gi;
  const named = [calls, options, statements].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, table = '']) => table),
  );
  const [, keys = ''] = /\bexpiringTables = \{([^}]*)\}/.exec(source) ?? [];
  return [...named, ...[...keys.matchAll(/^\s*(\w+):/gm)].map(([, table = '']) => table)];
}

/** Also each table that the text names in quotes, for files that write by variables. */
const mayBeWrittenIn = (path: string, source: string) => [
  ...writtenIn(source),
  ...(byVariable.includes(path)
    ? Object.keys(writers).filter((table) => source.includes(`'${table}'`))
    : []),
];

/** Returns `file: table` for each write outside the folders of its table. */
function strangersIn(file: string, source: string): string[] {
  const path = file.slice(server.length);
  if (path.startsWith(migrations)) return [];
  return [...new Set(mayBeWrittenIn(path, source))]
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

const variableCall = /\b(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*\w/;
const variableStatement =
  /\b(?:(?:insert|replace|merge)\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+"?\$\{/i;

test('a table is named where it is written', () => {
  const matching = (pattern: RegExp) =>
    files
      .filter((file) => !file.startsWith(server + migrations) && pattern.test(textOf(file)))
      .map((file) => file.slice(server.length))
      .sort();
  expect(matching(variableCall)).toEqual([...byVariable, ofAllAreas].sort());
  expect(matching(variableStatement)).toEqual([...byOption, ...copying].sort());
});

test.each([
  `delete from \${sql.table(table)} where true`,
  `insert into "\${name}" (id) values (1)`,
  `\n  UPDATE\n \${table} set at = 1`,
  `replace into \${table} values (1)`,
])('the check finds a variable in %j', (source) => {
  expect(variableStatement.test(source)).toBe(true);
});

test('a file that writes by variables names only tables that it may write', () => {
  const source = "for (const table of ['events', 'passkeys'] as const) queries.deleteFrom(table)";
  const path = `${server}factors/remove-factors.ts`;
  expect(strangersIn(path, source)).toEqual([`${path}: events`]);
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
  "new LeaseQueue(db, now, {\n  table: 'events' })",
  "const expiringTables = {\n  api_tokens: 'id',\n  events: 'id',\n} as const",
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
