// Chooses the usernames of new users: the preferred one, or else it with the first free number.

import { searchKey } from '@brama/contract/sign-in/login-name';
import type { Queries } from '../../../database/connect.ts';
import { findFormer, type HashUsername } from '../../../users/lifecycle/former-usernames.ts';

/** The first username has no number. */
const maxNumber = 9999;

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

/** The persons who ask for one username, and what is known about its numbers. */
type Search = {
  preferred: string;
  /** Positions in the list of those who ask. */
  open: number[];
  /** The greatest number that is known to be taken, and the least one that is known to be free. */
  taken: number;
  free: number | undefined;
};

type IsTaken = (username: string) => boolean;
type Look = (usernames: readonly string[]) => Promise<IsTaken>;

/** Returns the number to look at next; undefined if the number before the free one is taken, or none is free. */
function nextNumber({ taken, free }: Search): number | undefined {
  if (free !== undefined) return free - taken > 1 ? Math.floor((taken + free) / 2) : undefined;
  return taken < maxNumber ? Math.min(taken * 2, maxNumber) : undefined;
}

/** Finds a free number of each in few steps: a name that thousands have is not looked up a thousand times. */
async function findFree(searches: readonly Search[], look: Look): Promise<void> {
  for (;;) {
    const steps = searches.flatMap((search) => {
      const number = nextNumber(search);
      return number === undefined ? [] : [{ search, number }];
    });
    if (steps.length === 0) return;
    const nameOf = ({ search, number }: (typeof steps)[number]) =>
      numbered(search.preferred, number);
    const isTaken = await look(steps.map(nameOf));
    for (const step of steps)
      if (isTaken(nameOf(step))) step.search.taken = step.number;
      else step.search.free = step.number;
  }
}

/** Returns as many numbered usernames as persons still ask. */
function nextNames({ preferred, open, free = maxNumber + 1 }: Search): string[] {
  const length = Math.max(0, Math.min(open.length, maxNumber - free + 1));
  return Array.from({ length }, (_, step) => numbered(preferred, free + step));
}

/** Calls `choose` for each who asks, with the free numbers from the first one on. */
async function useFree(
  searches: readonly Search[],
  look: Look,
  choose: (index: number, username: string) => void,
): Promise<void> {
  for (;;) {
    const windows = searches.map((search) => ({ search, names: nextNames(search) }));
    const all = windows.flatMap(({ names }) => names);
    if (all.length === 0) return;
    const isTaken = await look(all);
    for (const { search, names } of windows) {
      for (const name of names.filter((one) => !isTaken(one)))
        choose(search.open.shift() ?? 0, name);
      search.free = (search.free ?? maxNumber) + names.length;
    }
  }
}

/** Returns a free username for each. `reserved`: `username_key` of others of the same import; the chosen ones are added. */
export async function chooseUsernames(
  deps: Deps,
  asked: readonly AskedName[],
  reserved: Set<string>,
): Promise<(string | undefined)[]> {
  const chosen: (string | undefined)[] = asked.map(() => undefined);
  const look: Look = async (usernames) => {
    const taken = await findTaken(deps, usernames);
    return (username) => taken.has(searchKey(username)) || reserved.has(searchKey(username));
  };
  const choose = (index: number, username: string) => {
    chosen[index] = username;
    reserved.add(searchKey(username));
  };
  const isTaken = await look([...new Set(asked.map(({ preferred }) => preferred))]);
  const searches = new Map<string, Search>();
  for (const [index, { preferred, isNumbered }] of asked.entries()) {
    if (preferred === '') continue;
    if (!isTaken(preferred)) choose(index, preferred);
    else if (isNumbered) {
      const key = searchKey(preferred);
      const search = searches.get(key) ?? { preferred, open: [], taken: 1, free: undefined };
      search.open.push(index);
      searches.set(key, search);
    }
  }
  await findFree([...searches.values()], look);
  await useFree([...searches.values()], look, choose);
  return chosen;
}
