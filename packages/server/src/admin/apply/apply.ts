// The story of `apply`: read, compare, settle passwords, stage, switch. Nothing is written to the tables
// before the switch, and whatever goes wrong leaves them as they were. A dry run stops before staging.

import { randomUUID } from 'node:crypto';
import type { Database, Queries } from '../../database/connect.ts';
import { isUniqueViolation } from '../../database/errors.ts';
import type { EndedSession, RevokeUsers } from '../../sessions/revocation.ts';
import { readDocument } from './parse/document.ts';
import { type Fault, inFileOrder } from './parse/issue.ts';
import { type Manifest, readManifest, unknownGroups } from './parse/manifest.ts';
import type { UserRules } from './parse/user-spec.ts';
import { changedColumns, changeOf, type PlannedUser } from './plan/plan-user.ts';
import { planUsers } from './plan/plan-users.ts';
import type { RecordChange } from './plan/record-change.ts';
import type { Progress } from './progress.ts';
import { type Changes, countChanges, type Summary } from './summary.ts';
import { OvertakenError, type Switch, switchOver } from './write/commit.ts';
import { type Passwords, settlePasswords } from './write/passwords.ts';
import { type StagedUser, stage, withStaging } from './write/staging.ts';
import { createManifestStore } from './write/store.ts';

/** What is planned of the applications, by the door they belong to. */
export type ApplicationsPlan = Changes & {
  faults: Fault[];
  /** What is allowed, but perhaps not meant. */
  warnings: Fault[];
  /** The records to write, before and after. */
  records: Omit<RecordChange, 'kind'>[];
  /** Writes them within the transaction; false when one has changed since it was planned. */
  write(queries: Queries): Promise<boolean>;
};

export type ApplyDeps = {
  db: Database;
  rules: UserRules;
  passwords: Passwords;
  revokeUsers: RevokeUsers;
  planApplications(
    entries: readonly unknown[],
    groupExists: (name: string) => boolean,
  ): Promise<ApplicationsPlan>;
  progress: Progress;
  now(): number;
};

export type ApplyOptions = {
  /** The text must be JSON; YAML otherwise. */
  strictJson?: boolean;
  /** Writes nothing, and returns what would change. */
  dryRun?: boolean;
};

export type Outcome =
  | { summary: Summary; warnings: Fault[]; changes: RecordChange[]; ended: EndedSession[] }
  | { faults: Fault[] }
  | { overtaken: OvertakenError['by'] };

type Plan = {
  groups: { added: string[]; unchanged: number };
  users: PlannedUser[];
  applications: ApplicationsPlan;
  faults: Fault[];
};

async function planAll(manifest: Manifest, deps: ApplyDeps): Promise<Plan> {
  const store = createManifestStore(deps.db);
  const stored = new Set(await store.groups());
  const known = stored.union(new Set(manifest.groups));
  const step = deps.progress.phase('comparing users', manifest.users.length);
  const users = await planUsers(store, manifest.users, step);
  const applications = await deps.planApplications(manifest.applications, (name) =>
    known.has(name),
  );
  const added = manifest.groups.filter((name) => !stored.has(name));
  return {
    groups: { added, unchanged: manifest.groups.length - added.length },
    users: users.planned,
    applications,
    faults: [...unknownGroups(manifest.users, known), ...users.faults, ...applications.faults],
  };
}

function isNew({ row }: PlannedUser): boolean {
  return row.expected_version === null;
}

/** Sorted as plain strings, which is several times as fast as with a comparing function. */
function sortedBy(rows: readonly StagedUser[], column: 'id' | 'username_key'): StagedUser[] {
  const byKey = new Map(rows.map((row) => [row[column], row]));
  return [...byKey.keys()].sort().map((key) => byKey.get(key) as StagedUser);
}

/**
 * Rows in the order of the indexes they go to, so that the switch touches each page once: new users by
 * name, with ids that rise along with it; changed ones by id.
 */
function inWritingOrder(users: readonly PlannedUser[]): StagedUser[] {
  const rowsOf = (some: readonly PlannedUser[]) => some.map(({ row }) => row);
  const added = sortedBy(rowsOf(users.filter(isNew)), 'username_key');
  const ids = added.map(() => randomUUID()).sort();
  for (const [index, row] of added.entries()) row.id = ids[index] as string;
  const changed = rowsOf(users.filter((user) => !isNew(user)));
  return [...added, ...sortedBy(changed, 'id')];
}

function hasPlainPassword({ wanted: { password } }: PlannedUser): boolean {
  return typeof password === 'object' && 'plain' in password;
}

function summaryOf(plan: Plan, usersInFile: number): Summary {
  const named = (users: readonly PlannedUser[]) =>
    users.map(({ wanted, changed }) => ({ name: wanted.username, fields: changed }));
  return {
    groups: {
      created: plan.groups.added.map((name) => ({ name, fields: [] })),
      updated: [],
      unchanged: plan.groups.unchanged,
    },
    users: {
      created: named(plan.users.filter(isNew)),
      updated: named(plan.users.filter((user) => !isNew(user))),
      unchanged: usersInFile - plan.users.length,
    },
    applications: plan.applications,
    passwordsSet: plan.users.filter(({ row }) => row.sets_password && row.password_hash).length,
  };
}

function readAll(text: string, deps: ApplyDeps, options: ApplyOptions) {
  const document = readDocument(text, deps.progress.phase('reading', 1), options);
  if (document.value === undefined) return { faults: document.faults };
  const { manifest, faults, warnings } = readManifest(document.value, deps.rules);
  return { manifest, faults: [...document.faults, ...faults], warnings };
}

/** Warns about users whom an empty list removes from the groups they are in. */
function emptiedGroups(users: readonly PlannedUser[]): Fault[] {
  return users
    .filter(({ wanted, changed }) => wanted.groups?.length === 0 && changed.includes('groups'))
    .map(({ wanted }) => ({
      path: ['users', wanted.index, 'groups'],
      about: wanted.username,
      reason: 'the list is empty: the user leaves every group',
    }));
}

/** Returns every record that would be written, in the order of the summary. */
function changesOf({ groups, users, applications }: Plan): RecordChange[] {
  return [
    ...groups.added.map((name) => ({
      kind: 'group' as const,
      name,
      isNew: true,
      before: {},
      after: {},
    })),
    ...users.map(changeOf),
    ...applications.records.map((one) => ({ kind: 'application' as const, ...one })),
  ];
}

/** Stands for the hash of a password that nobody stores: hashing many of them takes minutes. */
const notHashed = async () => 'not hashed';

async function write(plan: Plan, once: string | undefined, deps: ApplyDeps) {
  const staged = inWritingOrder(plan.users);
  const step = deps.progress.phase('preparing', staged.length);
  return withStaging(deps.db, async (connection) => {
    await stage(connection, staged, step);
    deps.progress.phase('switching', 1);
    const wanted: Switch = {
      groups: plan.groups.added,
      staged,
      columns: changedColumns(plan.users.filter((user) => !isNew(user))),
      revokeUsers: deps.revokeUsers,
      writeApplications: plan.applications.write,
      once,
    };
    return switchOver(connection, wanted, deps.now());
  });
}

/** The sessions it has ended, or why somebody else's change has come in between. */
async function writeUnlessOvertaken(
  plan: Plan,
  once: string | undefined,
  manifest: Manifest,
  deps: ApplyDeps,
): Promise<{ ended: EndedSession[] } | { faults: Fault[] } | { overtaken: OvertakenError['by'] }> {
  try {
    return { ended: await write(plan, once, deps) };
  } catch (error) {
    if (error instanceof OvertakenError) return { overtaken: error.by };
    if (!isUniqueViolation(error)) throw error;
    const { faults } = await planAll(manifest, deps);
    return faults.length > 0 ? { faults } : { overtaken: 'a change' };
  }
}

/** Applies the text of a manifest; `once` is the name under which it is remembered. */
export async function apply(
  text: string,
  once: string | undefined,
  deps: ApplyDeps,
  options: ApplyOptions = {},
): Promise<Outcome> {
  const { manifest, faults, warnings } = readAll(text, deps, options);
  if (!manifest) return { faults };
  const plan = await planAll(manifest, deps);
  if (faults.length + plan.faults.length > 0)
    return { faults: inFileOrder([...faults, ...plan.faults]) };
  const plain = plan.users.filter(hasPlainPassword);
  const passwords = options.dryRun ? { ...deps.passwords, hash: notHashed } : deps.passwords;
  await settlePasswords(plain, passwords, deps.progress.phase('passwords', plain.length));
  plan.users = plan.users.filter(({ changed }) => changed.length > 0);
  const summary = summaryOf(plan, manifest.users.length);
  const done = {
    summary,
    warnings: inFileOrder([
      ...warnings,
      ...emptiedGroups(plan.users),
      ...plan.applications.warnings,
    ]),
    changes: options.dryRun ? changesOf(plan) : [],
    ended: [],
  };
  if (options.dryRun || (once === undefined && countChanges(summary) === 0)) return done;
  const outcome = await writeUnlessOvertaken(plan, once, manifest, deps);
  return 'ended' in outcome ? { ...done, ...outcome } : outcome;
}
