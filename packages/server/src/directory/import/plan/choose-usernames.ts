// Chooses the usernames of new users: the preferred one, or else it with the first free number.

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

const numbered = (preferred: string, number: number) =>
  number === 1 ? preferred : `${preferred}${number}`;

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
export type AskedName = { preferred: string; isNumbered: boolean };

/** Returns a free username for each. `reserved`: `username_key` of others of the same import; the chosen ones are added. */
export async function chooseUsernames(
  deps: Deps,
  asked: readonly AskedName[],
  reserved: Set<string>,
): Promise<(string | undefined)[]> {
  const chosen: (string | undefined)[] = asked.map(() => undefined);
  for (const [from, to] of rounds) {
    const open = asked.flatMap(({ preferred, isNumbered }, index) =>
      chosen[index] === undefined && preferred !== '' && (isNumbered || from === 1)
        ? [{ preferred, index }]
        : [],
    );
    if (open.length === 0) break;
    const numbers = Array.from({ length: to - from + 1 }, (_, step) => from + step);
    const candidatesOf = (preferred: string) =>
      numbers.map((number) => numbered(preferred, number));
    const candidates = new Set(open.flatMap(({ preferred }) => candidatesOf(preferred)));
    const taken = await findTaken(deps, [...candidates]);
    for (const { preferred, index } of open) {
      const free = candidatesOf(preferred).find(
        (one) => !taken.has(searchKey(one)) && !reserved.has(searchKey(one)),
      );
      if (free === undefined) continue;
      chosen[index] = free;
      reserved.add(searchKey(free));
    }
  }
  return chosen;
}
