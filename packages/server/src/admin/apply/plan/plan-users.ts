// All users of a manifest beside the database: who is new, who changes, and what clashes with others.

import { type Fault, faultOfUser } from '../parse/issue.ts';
import type { WantedUser } from '../parse/user-spec.ts';
import { batchesOf, type ManifestStore } from '../write/store.ts';
import { findEmailUsernames } from './email-usernames.ts';
import { type PlannedUser, planUser } from './plan-user.ts';

export type UsersPlan = {
  /** Users to write, and those whose plain password is still to be compared. */
  planned: PlannedUser[];
  faults: Fault[];
};

type Claim = { by: PlannedUser; hash: string };

function isToDo({ changed, wanted }: PlannedUser): boolean {
  return changed.length > 0 || (typeof wanted.password === 'object' && 'plain' in wanted.password);
}

/** Tax numbers are one person's each; one may move from user to user when both are in the file. */
async function settleTaxIds(store: ManifestStore, planned: readonly PlannedUser[]) {
  const claims: Claim[] = planned.flatMap((by) =>
    by.row.sets_tax_id === 1 && by.row.tax_id_hash !== null
      ? [{ by, hash: by.row.tax_id_hash }]
      : [],
  );
  const plannedById = new Map(planned.map((one) => [one.row.id, one]));
  const faults: Fault[] = [];
  for (const batch of batchesOf(claims)) {
    const owners = await store.taxIdOwners(batch.map(({ hash }) => hash));
    for (const owner of owners) {
      const giving = plannedById.get(owner.id);
      const claim = batch.find(({ hash }) => hash === owner.tax_id_hash);
      if (giving?.row.sets_tax_id === 1) giving.row.gives_up_tax_id = 1;
      else if (claim)
        faults.push(faultOfUser(claim.by.wanted, 'taxId', `is that of the user ${owner.username}`));
    }
  }
  return faults;
}

/** Compares all users with the database, in batches. Writes nothing. */
export async function planUsers(
  store: ManifestStore,
  users: readonly WantedUser[],
  onProgress: (users: number) => void,
): Promise<UsersPlan> {
  const planned: PlannedUser[] = [];
  const faults: Fault[] = [];
  for (const batch of batchesOf(users)) {
    const stored = await store.usersByKey(batch.map(({ usernameKey }) => usernameKey));
    for (const wanted of batch) {
      const known = stored.get(wanted.usernameKey);
      if (!known && wanted.fullName === undefined)
        faults.push(faultOfUser(wanted, 'fullName', 'is required for a new user'));
      const plan = planUser(wanted, known);
      if (isToDo(plan)) planned.push(plan);
    }
    onProgress(batch.length);
  }
  faults.push(...(await settleTaxIds(store, planned)));
  faults.push(...(await findEmailUsernames(store, planned)));
  return { planned, faults };
}
