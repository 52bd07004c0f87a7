// Loads what the rules need to know about other users. Few statements load it for many changes at once.

import type { Queries } from '../../database/connect.ts';
import { findFormer, type HashUsername } from '../lifecycle/former-usernames.ts';
import { findNameClashes, type NameClash, type NewNames } from '../name-clashes.ts';

/** The values of a change that other users decide about. A value that is not given, or stays, is undefined. */
export type GivenUser = NewNames & {
  /** Undefined for a new user. */
  id?: string | undefined;
  /** Of a new user. */
  usernameKey?: string | undefined;
  taxId?:
    | { hash: string /** Why its digits are refused. */; invalid: string | undefined }
    | undefined;
  /** The id of the sponsor, or the `username_key`. */
  sponsor?: string | null | undefined;
};

type Owner = { id: string; username: string };

export type Facts = {
  clashes: ReadonlyMap<GivenUser, readonly NameClash<GivenUser>[]>;
  /** Hash → owner of the tax number. */
  taxIdOwners: ReadonlyMap<string, Owner>;
  /** Id or `username_key` → user. */
  sponsors: ReadonlyMap<string, { id: string; disabled: number }>;
  /** Those of the given `usernameKey` that belonged to erased users. */
  formerUsernames: ReadonlySet<string>;
};

/** How sponsors are named: by their ids, or as in a manifest. */
export type SponsorColumn = 'id' | 'username_key';

/** Users of one statement. A running server can execute its own queries between two batches. */
const batchSize = 500;

export function* batchesOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += batchSize)
    yield list.slice(start, start + batchSize);
}

/** Runs one statement for each batch of different values. Runs none without values. */
async function inBatches<T, R>(
  values: readonly T[],
  read: (batch: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const found: R[][] = [];
  for (const batch of batchesOf([...new Set(values)])) found.push([...(await read(batch))]);
  return found.flat();
}

async function findTaxIdOwners(queries: Queries, users: readonly GivenUser[]) {
  const hashes = users.flatMap(({ taxId }) => taxId?.hash ?? []);
  const rows = await inBatches(hashes, (batch) =>
    queries
      .selectFrom('users')
      .select(['id', 'username', 'tax_id_hash'])
      .where('tax_id_hash', 'in', batch)
      .execute(),
  );
  return new Map(rows.map(({ tax_id_hash: hash, ...owner }) => [hash ?? '', owner]));
}

async function findSponsors(queries: Queries, users: readonly GivenUser[], column: SponsorColumn) {
  const given = users.flatMap(({ sponsor }) => sponsor ?? []);
  const rows = await inBatches(given, (batch) =>
    queries
      .selectFrom('users')
      .select(['id', 'username_key', 'disabled'])
      .where(column, 'in', batch)
      .where('erased_at', 'is', null)
      .execute(),
  );
  return new Map(rows.map((row) => [row[column], { id: row.id, disabled: row.disabled }]));
}

async function findFormerKeys(
  queries: Queries,
  users: readonly GivenUser[],
  hashUsername: HashUsername,
) {
  const keys = new Map(
    users.flatMap(({ usernameKey: key }) => (key === undefined ? [] : [[hashUsername(key), key]])),
  );
  const former = await inBatches([...keys.keys()], async (batch) => [
    ...(await findFormer(queries, batch)),
  ]);
  return new Set(former.flatMap((hash) => keys.get(hash) ?? []));
}

export async function loadFacts(
  queries: Queries,
  users: readonly GivenUser[],
  { hashUsername, sponsorsBy }: { hashUsername: HashUsername; sponsorsBy: SponsorColumn },
): Promise<Facts> {
  const clashes = new Map<GivenUser, NameClash<GivenUser>[]>();
  for (const clash of await findNameClashes(queries, users))
    clashes.set(clash.given, [...(clashes.get(clash.given) ?? []), clash]);
  return {
    clashes,
    taxIdOwners: await findTaxIdOwners(queries, users),
    sponsors: await findSponsors(queries, users, sponsorsBy),
    formerUsernames: await findFormerKeys(queries, users, hashUsername),
  };
}
