// Compares all users of a manifest with the database: new users, changed users, and conflicts with others.

import type { Queries } from '../../../database/connect.ts';
import { batchesOf, type Facts, type GivenUser, loadFacts } from '../../../users/changes/facts.ts';
import {
  type Refusal,
  type RefusalCode,
  refusalsOf,
  refuseDates,
} from '../../../users/changes/rules.ts';
import type { RowOfUser } from '../../../users/changes/staged/staging.ts';
import type { HashUsername } from '../../../users/lifecycle/former-usernames.ts';
import { loadSourced } from '../../../users/sources/ownership.ts';
import { type Issue, userIssue } from '../parse/issue.ts';
import { requiredNames, type UserSpec } from '../parse/user-spec.ts';
import type { ManifestStore } from '../write/store.ts';
import { pairsInFile } from './email-usernames.ts';
import { ownedIssues } from './owned.ts';
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

/** Returns what others decide about: new names, a new tax number, a new sponsor. */
function givenUserOf({ spec, row, changed }: PlannedUser): GivenUser {
  const isNew = row.expected_version === null;
  const hash = row.sets_tax_id === 1 ? row.tax_id_hash : null;
  return {
    id: isNew ? undefined : row.id,
    username: isNew ? row.username : undefined,
    usernameKey: isNew ? row.username_key : undefined,
    email: row.sets_email === 1 ? row.email : undefined,
    taxId: hash === null ? undefined : { hash, invalid: spec.taxIdRefusal },
    sponsor: changed.includes('sponsor') ? spec.sponsor : undefined,
  };
}

/** A tax number can move to another user if both are in the file. */
function moveTaxIds(facts: Facts, planned: readonly PlannedUser[]): Facts {
  const plannedById = new Map(planned.map((one) => [one.row.id, one.row]));
  const taxIdOwners = new Map(facts.taxIdOwners);
  for (const [hash, owner] of facts.taxIdOwners) {
    const giving = plannedById.get(owner.id);
    if (giving?.sets_tax_id !== 1) continue;
    giving.gives_up_tax_id = 1;
    taxIdOwners.delete(hash);
  }
  return { ...facts, taxIdOwners };
}

/** Stored addresses that the file replaces belong to no other user. */
function withoutReplaced(facts: Facts, planned: readonly PlannedUser[]): Facts {
  if (facts.clashes.size === 0) return facts;
  const changing = new Set(planned.flatMap(({ row }) => (row.sets_email === 1 ? [row.id] : [])));
  const clashes = [...facts.clashes].map(
    ([given, all]) =>
      [given, all.filter(({ field, by }) => field === 'email' || !changing.has(by.id))] as const,
  );
  return { ...facts, clashes: new Map(clashes) };
}

/** A sponsor may be in the file. */
function withSponsorsOf(facts: Facts, planned: readonly PlannedUser[]): Facts {
  if (planned.every(({ spec, changed }) => !changed.includes('sponsor') || !spec.sponsor))
    return facts;
  const inFile = planned.map(({ row }) => [row.username_key, row] as const);
  return { ...facts, sponsors: new Map([...facts.sponsors, ...inFile]) };
}

/** Returns the reason of an issue. */
function reasonOf({ code, reason, by }: Refusal): string {
  const other = `the user ${by?.username}`;
  const reasons: Record<RefusalCode, string> = {
    'username-is-address': `is the email address of ${other}`,
    'username-is-former': 'belonged to an erased user',
    'email-is-username': `is the username of ${other}`,
    'tax-id-invalid': reason ?? '',
    'tax-id-taken': `is that of ${other}`,
    'sponsor-is-guest': 'is the same user',
    'sponsor-unknown': 'is not the username of a user',
    'sponsor-disabled': 'is disabled',
    'end-not-after-begin': 'is not after validFrom',
    'end-missing': 'is required with a sponsor',
  };
  return reasons[code];
}

/** Returns why planned users are refused, in their order, and the stored sponsors. */
export async function refusalsOfPlanned(
  queries: Queries,
  planned: readonly PlannedUser[],
  {
    hashUsername,
    isExport,
    movesTaxIds = true,
  }: Pick<PlanOptions, 'hashUsername' | 'isExport'> & { movesTaxIds?: boolean },
) {
  const given = planned.map((one) => ({ one, given: givenUserOf(one) }));
  const loaded = await loadFacts(
    queries,
    given.map((user) => user.given),
    { hashUsername, sponsorsBy: 'username_key' },
  );
  const replaced = withoutReplaced(loaded, planned);
  const moved = movesTaxIds ? moveTaxIds(replaced, planned) : replaced;
  const facts = withSponsorsOf(moved, planned);
  const refusals = given.map(({ one: { row, sponsorKey }, given: user }) => {
    const dates = { validFrom: row.valid_from ?? null, validUntil: row.valid_until ?? null };
    return [...refusalsOf(user, facts), ...refuseDates(dates, sponsorKey !== null)].filter(
      ({ code }) => !(isExport && code === 'sponsor-disabled'),
    );
  });
  const sponsors = new Map([...loaded.sponsors].map(([key, { id }]) => [key, id]));
  return { refusals, sponsors };
}

/** Adds to the planned users what their sources own. Returns an issue of each owned value that the file changes. */
async function checkOwned(
  queries: Queries,
  planned: readonly PlannedUser[],
  stored: ReadonlyMap<string, RowOfUser>,
  at: number,
): Promise<Issue[]> {
  const known = planned.flatMap((plan) => {
    const row = stored.get(plan.row.username_key);
    return row && plan.changed.length > 0 ? [{ plan, row }] : [];
  });
  const ids = known.map(({ row }) => row.id);
  const sourced = await loadSourced(queries, ids);
  return known.flatMap(({ plan, row }) => {
    const own = sourced.get(row.id);
    if (!own) return [];
    plan.sourced = own;
    plan.stored = row;
    return ownedIssues(plan, row, at);
  });
}

/** Compares in batches. Writes nothing. */
export async function planUsers(
  store: ManifestStore,
  users: readonly UserSpec[],
  options: PlanOptions,
): Promise<UsersPlan> {
  const planned: PlannedUser[] = [];
  const issues: Issue[] = [];
  for (const batch of batchesOf(users)) {
    const stored = await store.usersByKey(batch.map(({ usernameKey }) => usernameKey));
    const changing: PlannedUser[] = [];
    for (const spec of batch) {
      const known = stored.get(spec.usernameKey);
      const missing = known ? [] : requiredNames.filter((name) => spec[name] === undefined);
      issues.push(...missing.map((name) => userIssue(spec, name, 'is required for a new user')));
      const plan = planUser(spec, known, options.at);
      if (plan.changed.length > 0 || hasPlainPassword(plan)) changing.push(plan);
    }
    issues.push(...(await checkOwned(store.queries, changing, stored, options.at)));
    planned.push(...changing);
    options.onProgress(batch.length);
  }
  const { sponsors, refusals } = await refusalsOfPlanned(store.queries, planned, options);
  const ofUsers = planned.flatMap(({ spec }, index) =>
    (refusals[index] ?? []).map((one) => userIssue(spec, one.field, reasonOf(one))),
  );
  return { planned, sponsors, issues: [...issues, ...pairsInFile(planned), ...ofUsers] };
}
