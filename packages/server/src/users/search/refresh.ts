// Fills the texts by which users are searched. Triggers of the database mark the texts of new and changed users as missing, for every
// writer.

import type { Database } from '../../database/connect.ts';
import { prepare, runTogether } from '../../database/prepared.ts';
import type { UserSearchTable } from '../../database/schema.ts';
import type { UsersTable } from '../../database/tables/user-tables.ts';
import { columnOf } from '../columns.ts';
import { type SearchedUser, searchedFields, searchTextOf, sortKeyOfName } from './search-text.ts';

const searchedColumns = searchedFields.map((name) => columnOf[name]);
type Changed = Pick<UsersTable, (typeof searchedColumns)[number]> &
  Pick<UserSearchTable, 'user_id' | 'version'>;

const searchedValuesOf = (user: Changed) =>
  Object.fromEntries(
    searchedFields.map((name) => [name, user[columnOf[name]]]),
  ) as unknown as SearchedUser;

type Filled = { userId: string; version: number; text: string; nameKey: string };

export class SearchTexts {
  readonly #db: Database;
  readonly #fill;
  readonly #missing;

  constructor(db: Database) {
    this.#db = db;
    this.#missing = prepare(db, ({ limit }: { limit: number }) =>
      db
        // first these few rows, so that PostgreSQL never joins all users
        .selectFrom((from) =>
          from
            .selectFrom('user_search')
            .select(['user_id', 'version'])
            .where('text', 'is', null)
            // in one order on all nodes, so that they never wait for each other in a circle
            .orderBy('user_id')
            .limit(limit)
            .as('s'),
        )
        .innerJoin('users as u', 'u.id', 's.user_id')
        .select(['s.user_id', 's.version'])
        .select(searchedColumns)
        .orderBy('s.user_id'),
    );
    this.#fill = prepare(db, ({ userId, version, text, nameKey }: Filled) =>
      db
        .updateTable('user_search')
        .set({ text, name_key: nameKey })
        .where('user_id', '=', userId)
        // a later change of the user is not overwritten
        .where('version', '=', version)
        .where('text', 'is', null),
    );
  }

  /** Returns up to `limit` users whose texts are missing. */
  readMissing = (limit: number): Promise<Changed[]> => this.#missing.all({ limit });

  /** Fills the texts of these users, unless they have changed since. */
  async fill(users: readonly Changed[]): Promise<void> {
    if (users.length === 0) return;
    await runTogether(
      this.#db,
      users.map((user) =>
        this.#fill.filled({
          userId: user.user_id,
          version: user.version,
          text: searchTextOf(searchedValuesOf(user)),
          nameKey: sortKeyOfName(user.full_name),
        }),
      ),
    );
  }

  /** Fills up to `limit` missing texts and returns their number. */
  refresh = async (limit: number): Promise<number> => {
    const users = await this.readMissing(limit);
    await this.fill(users);
    return users.length;
  };
}
