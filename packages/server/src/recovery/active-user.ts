// A condition for statements on a row of a user: the user may sign in.

import { type RawBuilder, sql } from 'kysely';

/** `column` holds the id of the user. */
export function isOfActiveUser(column: string): RawBuilder<boolean> {
  return sql`exists (select 1 from users where users.id = ${sql.ref(column)} and users.disabled = 0)`;
}
