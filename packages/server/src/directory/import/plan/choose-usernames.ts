// Chooses the usernames of new users: the wished one, or else the wished one with the first free number.

import { searchKey } from '@brama/contract/sign-in/login-name';
import type { Queries } from '../../../database/connect.ts';
import { findFormer, type HashUsername } from '../../../users/lifecycle/former-usernames.ts';

/** Numbers that are looked up at once; the first username has none. */
const rounds = [
  [1, 1],
  [2, 9],
  [10, 99],
  [100, 999],
  [1000, 9999],
] as const;

const numbered = (wished: string, number: number) => (number === 1 ? wished : `${wished}${number}`);

/** Values of one statement; SQLite allows 32 766. */
const batchSize = 500;

type Deps = { queries: Queries; hashUsername: HashUsername };

/** Returns those of the usernames that are taken, or belonged to an erased user. */
async function findTaken({ queries, hashUsername }: Deps, usernames: readonly string[]) {
  const taken = new Set<string>();
  for (let start = 0; start < usernames.length; start += batchSize) {
    const keys = usernames.slice(start, start + batchSize).map(searchKey);
    const users = queries.selectFrom('users').select('username_key');
    const rows = await users.where('username_key', 'in', keys).execute();
    for (const { username_key: key } of rows) taken.add(key);
    const former = await findFormer(queries, keys.map(hashUsername));
    for (const key of keys) if (former.has(hashUsername(key))) taken.add(key);
  }
  return taken;
}

/** A username that the source gives itself has no number. */
export type Wish = { wished: string; isNumbered: boolean };

/** Returns a free username for each wish. `reserved`: `username_key` of others of the same import; the chosen ones are added. */
export async function chooseUsernames(
  deps: Deps,
  wishes: readonly Wish[],
  reserved: Set<string>,
): Promise<(string | undefined)[]> {
  const chosen: (string | undefined)[] = wishes.map(() => undefined);
  for (const [from, to] of rounds) {
    const open = wishes.flatMap(({ wished, isNumbered }, index) =>
      chosen[index] === undefined && wished !== '' && (isNumbered || from === 1)
        ? [{ wished, index }]
        : [],
    );
    if (open.length === 0) break;
    const numbers = Array.from({ length: to - from + 1 }, (_, step) => from + step);
    const candidatesOf = (wished: string) => numbers.map((number) => numbered(wished, number));
    const candidates = new Set(open.flatMap(({ wished }) => candidatesOf(wished)));
    const taken = await findTaken(deps, [...candidates]);
    for (const { wished, index } of open) {
      const free = candidatesOf(wished).find(
        (one) => !taken.has(searchKey(one)) && !reserved.has(searchKey(one)),
      );
      if (free === undefined) continue;
      chosen[index] = free;
      reserved.add(searchKey(free));
    }
  }
  return chosen;
}
