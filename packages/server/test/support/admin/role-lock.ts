// Makes the lock of the administrators visible to tests: a statement that takes it too early fails.

import { sql } from 'kysely';
import type { DatabaseKind } from '../databases.ts';
import type { World } from '../world.ts';

/** Lets the lock of the administrators fail while the condition, in SQL, is true. */
export async function refuseRoleLock({ db }: World, kind: DatabaseKind, condition: string) {
  if (kind === 'sqlite') {
    await sql
      .raw(
        `create trigger role_lock before update on user_roles when ${condition}
         begin select raise(abort, 'administrators are locked'); end`,
      )
      .execute(db);
    return;
  }
  await sql
    .raw(
      `create function role_lock() returns trigger language plpgsql as $$ begin
         if ${condition} then raise exception 'administrators are locked'; end if;
         return new;
       end $$`,
    )
    .execute(db);
  await sql
    .raw(
      'create trigger role_lock before update on user_roles for each row execute function role_lock()',
    )
    .execute(db);
}
