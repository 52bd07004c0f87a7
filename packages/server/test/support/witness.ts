// Remembers every secret that was seen and copies the whole database as it goes; says at the end where one
// of them was written down.

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/database/connect.ts';
import type { createBrowser } from './browser.ts';

const namesOf = (named: Map<string, string>, text: string) =>
  [...named].filter(([, value]) => text.includes(value)).map(([name]) => name);

export function createWitness() {
  const secrets = new Map<string, string>();
  const unlogged = new Map<string, string>();
  const copies: string[] = [];

  /** Must stand neither in the log nor in the database. */
  function secret(name: string, value: unknown): string {
    expect(value, name).toEqual(expect.stringMatching(/^.{10,}$/s));
    secrets.set(`${name} (${secrets.size})`, `${value}`);
    return `${value}`;
  }

  return {
    secret,

    /** Chosen by others, and kept where it must be: must not stand in the log. */
    foreign(name: string, value: string | null | undefined) {
      unlogged.set(`${name} (${unlogged.size})`, value || 'nothing');
    },

    /** What an address carries. */
    address(address: string | undefined, ...names: string[]): URL {
      const url = new URL(address ?? '', 'http://localhost:3000');
      for (const name of names) secret(name, url.searchParams.get(name));
      return url;
    },

    /** All that a browser holds of us but its language. */
    cookies(browser: ReturnType<typeof createBrowser>) {
      const pairs = browser.cookies().split('; ').filter(Boolean);
      for (const [name = '', value = ''] of pairs.map((pair) => pair.split(/=(.*)/s)))
        for (const part of value.split('.').filter(({ length }) => length > 20)) secret(name, part);
    },

    /** Every table there is, and not only those we think of. */
    async copy(db: Database) {
      const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
      const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db));
      copies.push(JSON.stringify(await Promise.all(rows)));
    },

    findings(log: string) {
      const kept = copies.join('');
      return {
        kept,
        written: {
          log: [...namesOf(secrets, log), ...namesOf(unlogged, log)],
          database: namesOf(secrets, kept),
        },
      };
    },
  };
}
