// Compares all users of a manifest with the database: new users, changed users, and conflicts with others.

import { type Issue, userIssue } from '../parse/issue.ts';
import type { UserSpec } from '../parse/user-spec.ts';
import { batchesOf, type ManifestStore } from '../write/store.ts';
import { findEmailUsernames } from './email-usernames.ts';
import { type PlannedUser, planUser } from './plan-user.ts';

export type UsersPlan = {
  /** Users to write, and users whose plain password is not compared yet. */
  planned: PlannedUser[];
  issues: Issue[];
};

export function hasPlainPassword({ spec: { password } }: PlannedUser): boolean {
  return typeof password === 'object' && 'plain' in password;
}

/** A tax number belongs to one user; it can move to another if both are in the file. */
async function checkTaxIds(store: ManifestStore, planned: readonly PlannedUser[]) {
  const claims = planned.flatMap((by) =>
    by.row.sets_tax_id === 1 && by.row.tax_id_hash !== null
      ? [{ by, hash: by.row.tax_id_hash }]
      : [],
  );
  const plannedById = new Map(planned.map((one) => [one.row.id, one]));
  const issues: Issue[] = [];
  for (const batch of batchesOf(claims)) {
    const owners = await store.owners(
      'tax_id_hash',
      batch.map(({ hash }) => hash),
    );
    for (const owner of owners) {
      const giving = plannedById.get(owner.id);
      const claim = batch.find(({ hash }) => hash === owner.tax_id_hash);
      if (giving?.row.sets_tax_id === 1) giving.row.gives_up_tax_id = 1;
      else if (claim)
        issues.push(userIssue(claim.by.spec, 'taxId', `is that of the user ${owner.username}`));
    }
  }
  return issues;
}

/** Compares in batches. Writes nothing. */
export async function planUsers(
  store: ManifestStore,
  users: readonly UserSpec[],
  onProgress: (users: number) => void,
): Promise<UsersPlan> {
  const planned: PlannedUser[] = [];
  const issues: Issue[] = [];
  for (const batch of batchesOf(users)) {
    const stored = await store.usersByKey(batch.map(({ usernameKey }) => usernameKey));
    for (const spec of batch) {
      const known = stored.get(spec.usernameKey);
      if (!known && spec.fullName === undefined)
        issues.push(userIssue(spec, 'fullName', 'is required for a new user'));
      const plan = planUser(spec, known);
      if (plan.changed.length > 0 || hasPlainPassword(plan)) planned.push(plan);
    }
    onProgress(batch.length);
  }
  issues.push(...(await checkTaxIds(store, planned)));
  issues.push(...(await findEmailUsernames(store, planned)));
  return { planned, issues };
}
