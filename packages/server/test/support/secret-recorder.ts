// Records every secret that a test sees and copies the whole database meanwhile. Reports at the end where a secret
// was written down.

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/database/connect.ts';
import type { createBrowser } from './browser.ts';

const namesOf = (named: Map<string, string>, text: string) =>
  [...named].filter(([, value]) => text.includes(value)).map(([name]) => name);

export function createSecretRecorder() {
  const secrets = new Map<string, string>();
  const unlogged = new Map<string, string>();
  const copies: string[] = [];

  /** Records a secret that must be neither in the log nor in the database. */
  function secret(name: string, value: unknown): string {
    expect(value, name).toEqual(expect.stringMatching(/^.{10,}$/s));
    secrets.set(`${name} (${secrets.size})`, `${value}`);
    return `${value}`;
  }

  return {
    secret,

    /** Records a value that clients have chosen and the server must store; it must not be in the log. */
    foreign(name: string, value: string | null | undefined) {
      unlogged.set(`${name} (${unlogged.size})`, value || 'nothing');
    },

    /** Records the parameters of a URL. */
    address(address: string | undefined, ...names: string[]): URL {
      const url = new URL(address ?? '', 'http://localhost:3000');
      for (const name of names) secret(name, url.searchParams.get(name));
      return url;
    },

    /** Records all cookies of a browser except the language. */
    cookies(browser: ReturnType<typeof createBrowser>) {
      const pairs = browser.cookies().split('; ').filter(Boolean);
      for (const [name = '', value = ''] of pairs.map((pair) => pair.split(/=(.*)/s)))
        for (const part of value.split('.').filter(({ length }) => length > 20)) secret(name, part);
    },

    /** Copies every table of the database, found by the database's own catalogue. */
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
