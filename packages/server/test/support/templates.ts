// Migrated databases that tests copy. A copy takes a tenth of the time of the migrations.

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

/** Copies a database of the same server. Returns the address of the copy. */
export async function createPostgresDatabase(url: string, name: string, template = 'template0') {
  await onPostgres(url, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
