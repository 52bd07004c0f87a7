// Migrated databases that tests copy. A copy takes a tenth of the time of the migrations.

import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type DatabaseTemplates = { sqliteFile: string; postgresName: string };

export async function onPostgres<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const copyOf = (template: string, name: string) =>
  `create database ${name} template ${template} strategy file_copy`;

export function addressOf(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Copies a database of the same server. Returns the address of the copy. */
export async function createPostgresDatabase(url: string, name: string, template = 'template0') {
  await onPostgres(url, (client) => client.query(copyOf(template, name)));
  return addressOf(url, name);
}

/**
 * Copies of one template, over connections that the worker keeps. While a test uses a copy, the next one is made and the last
 * one is removed. The server deletes what remains when it stops.
 */
export class PostgresCopies {
  readonly #url: string;
  readonly #template: string;
  readonly #pool: pg.Pool;
  #next: Promise<string> | undefined;

  constructor(url: string, template: string) {
    this.#url = url;
    this.#template = template;
    this.#pool = new pg.Pool({ connectionString: url, max: 2, idleTimeoutMillis: 0 });
    // the server stops before the worker
    this.#pool.on('error', () => undefined);
  }

  async #copy(): Promise<string> {
    const name = `test_${randomBytes(8).toString('hex')}`;
    await this.#pool.query(copyOf(this.#template, name));
    return name;
  }

  /** Returns the name and address of a copy that no other test has. */
  async take(): Promise<{ name: string; address: string }> {
    const taken = this.#next ?? this.#copy();
    // before the first wait: others may take one meanwhile
    this.#next = this.#copy();
    // the test that takes it gets the error
    this.#next.catch(() => undefined);
    const name = await taken;
    return { name, address: addressOf(this.#url, name) };
  }

  /** Does not wait until the copy is removed. */
  remove(name: string): void {
    this.#pool.query(`drop database ${name} with (force)`).catch(() => undefined);
  }
}
