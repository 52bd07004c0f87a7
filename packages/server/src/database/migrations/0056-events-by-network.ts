// Finds the events of a network. Only adds.

import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create index events_network on events (network, at) where network is not null`.execute(
    db,
  );
}
