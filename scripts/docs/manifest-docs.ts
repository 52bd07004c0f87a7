// Generates the table of the fields of a user in docs/manifest.md from the schema of its entries.

import { createUserEntry } from '@brama/server/directory/user-entry';
import { withTable } from './manual-table.ts';

const { shape } = createUserEntry(() => undefined);

/** What a new user needs; null clears the others that accept it. */
const required: Readonly<Record<string, string>> = {
  username: 'required',
  fullName: 'required for a new user',
};

const rows = Object.entries(shape).map(([name, schema]) => {
  const clears = schema.safeParse(null).success ? '○' : '';
  return `| \`${name}\` | ${required[name] ?? clears} | ${schema.unwrap().description} |`;
});

export const withUserFields = (manual: string) =>
  withTable(manual, 'fields of a user', ['| field | | meaning |', '| --- | --- | --- |', ...rows]);
