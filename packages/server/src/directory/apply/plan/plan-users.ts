// Compares all users of a manifest with the database: new users, changed users, and conflicts with others.

import type { HashUsername } from '../../../users/lifecycle/former-usernames.ts';
import { whyNotResponsible } from '../../../users/responsible-user.ts';
import { type Issue, userIssue } from '../parse/issue.ts';
import type { UserSpec } from '../parse/user-spec.ts';
import { batchesOf, type ManifestStore } from '../write/store.ts';
import { findEmailUsernames } from './email-usernames.ts';
import { type PlannedUser, planUser } from './plan-user.ts';

export type UsersPlan = {
  /** Users to write, and users whose plain password is not compared yet. */
  planned: PlannedUser[];
  /** username_key → id of the stored users who are sponsors. */
  sponsors: ReadonlyMap<string, string>;
  issues: Issue[];
};

type PlanOptions = {
  hashUsername: HashUsername;
  /** The time for which the state of users is computed. */
  at: number;
  /** The file is an export, which may have sponsors who were disabled later. */
  isExport: boolean;
  onProgress(users: number): void;
};

export function hasPlainPassword({ spec: { password } }: PlannedUser): boolean {
  return typeof password === 'object' && 'plain' in password;
}

/** Refuses new tax numbers with a typing error. One that is stored already stays. */
function checkNewTaxIds(planned: readonly PlannedUser[]): Issue[] {
  return planned.flatMap(({ spec, row }) =>
    row.sets_tax_id === 1 && spec.taxIdRefusal !== undefined
      ? [userIssue(spec, 'taxId', spec.taxIdRefusal)]
      : [],
  );
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
    const owners = await store.ownersOfTaxIds(batch.map(({ hash }) => hash));
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

/** No other user receives the username of an erased user. */
async function checkFormer(
  store: ManifestStore,
  planned: readonly PlannedUser[],
  hashUsername: HashUsername,
): Promise<Issue[]> {
  const issues: Issue[] = [];
  const created = planned.filter(({ row }) => row.expected_version === null);
  for (const batch of batchesOf(created)) {
    const byHash = new Map(batch.map(({ spec }) => [hashUsername(spec.usernameKey), spec]));
    for (const hash of await store.formerUsernames([...byHash.keys()])) {
      const spec = byHash.get(hash);
      if (spec) issues.push(userIssue(spec, 'username', 'belonged to an erased user'));
    }
  }
  return issues;
}

/** A sponsor is another enabled user, in the file or in the database. A guest has an end. */
async function checkSponsors(
  store: ManifestStore,
  planned: readonly PlannedUser[],
  isExport: boolean,
) {
  const guests = planned.filter(({ spec, changed }) => changed.includes('sponsor') && spec.sponsor);
  const ending = planned.filter(
    ({ sponsorKey, row }) => sponsorKey !== null && row.valid_until === null,
  );
  const stored = new Map<string, { id: string; disabled: number }>();
  for (const batch of batchesOf([...new Set(guests.flatMap(({ spec }) => spec.sponsor ?? []))]))
    for (const [key, sponsor] of await store.sponsorsByKey(batch)) stored.set(key, sponsor);
  const inFile = new Map(
    guests.length > 0 ? planned.map(({ row }) => [row.username_key, row]) : [],
  );
  const refusalOf = ({ spec: { sponsor = '' } }: PlannedUser) =>
    whyNotResponsible(inFile.get(sponsor ?? '') ?? stored.get(sponsor ?? ''));
  const issues = [
    ...guests
      .filter(({ spec }) => spec.sponsor === spec.usernameKey)
      .map(({ spec }) => userIssue(spec, 'sponsor', 'is the same user')),
    ...guests
      .filter((guest) => refusalOf(guest) === 'unknown')
      .map(({ spec }) => userIssue(spec, 'sponsor', 'is not the username of a user')),
    ...guests
      .filter((guest) => !isExport && refusalOf(guest) === 'disabled')
      .map(({ spec }) => userIssue(spec, 'sponsor', 'is disabled')),
    ...ending.map(({ spec }) => userIssue(spec, 'validUntil', 'is required with a sponsor')),
  ];
  const sponsors = new Map([...stored].map(([key, { id }]) => [key, id]));
  return { sponsors, issues };
}

/** Periods may come partly from the file and partly from the database. */
function checkPeriods(planned: readonly PlannedUser[]): Issue[] {
  return planned
    .filter(({ row: { valid_from: from, valid_until: until } }) => from && until && until <= from)
    .map(({ spec }) => userIssue(spec, 'validUntil', 'is not after validFrom'));
}

/** Compares in batches. Writes nothing. */
export async function planUsers(
  store: ManifestStore,
  users: readonly UserSpec[],
  { hashUsername, at, isExport, onProgress }: PlanOptions,
): Promise<UsersPlan> {
  const planned: PlannedUser[] = [];
  const issues: Issue[] = [];
  for (const batch of batchesOf(users)) {
    const stored = await store.usersByKey(batch.map(({ usernameKey }) => usernameKey));
    for (const spec of batch) {
      const known = stored.get(spec.usernameKey);
      if (!known && spec.fullName === undefined)
        issues.push(userIssue(spec, 'fullName', 'is required for a new user'));
      const plan = planUser(spec, known, at);
      if (plan.changed.length > 0 || hasPlainPassword(plan)) planned.push(plan);
    }
    onProgress(batch.length);
  }
  const { sponsors, issues: ofSponsors } = await checkSponsors(store, planned, isExport);
  // no `push(...list)`: a call has fewer arguments than a file may have issues
  return {
    planned,
    sponsors,
    issues: [
      ...issues,
      ...checkNewTaxIds(planned),
      ...(await checkTaxIds(store, planned)),
      ...(await findEmailUsernames(store, planned)),
      ...(await checkFormer(store, planned, hashUsername)),
      ...checkPeriods(planned),
      ...ofSponsors,
    ],
  };
}
