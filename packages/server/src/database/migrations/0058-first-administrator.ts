// Records that a user has or had the role administrator, so that no set-up makes another first administrator. Only adds.

import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    insert into installation (name, value, recorded_at)
    select 'administrator', '1', ${Date.now()}
    where (
      exists (select 1 from user_roles where role = 'administrator')
      or exists (
        select 1 from events where type = 'role.granted' and details like '%"administrator"%'
      )
    )
  `.execute(db);
}
