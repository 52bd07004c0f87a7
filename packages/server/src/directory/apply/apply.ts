// The steps of `apply`: read, compare, hash passwords, stage, commit. Nothing is written to the tables before the
// commit, so an error leaves them unchanged. A dry run stops before staging.

import type { Database, Queries } from '../../database/connect.ts';
import { isDeadlock, isForeignKeyViolation, isUniqueViolation } from '../../database/errors.ts';
import type { EndedSession, RevokeUsers } from '../../sessions/revocation.ts';
import { detailsOfUser } from '../../users/changes/staged/announce-staged.ts';
import {
  refreshStatistics,
  type StagingConnection,
  stage,
  withStaging,
} from '../../users/changes/staged/staging.ts';
import { ConflictError } from '../../users/changes/staged/write-users.ts';
import type { HashUsername } from '../../users/lifecycle/former-usernames.ts';
import { readDocument } from './parse/document.ts';
import { type Issue, inFileOrder } from './parse/issue.ts';
import { type Manifest, readManifest, unknownGroups } from './parse/manifest.ts';
import type { UserRules } from './parse/user-spec.ts';
import { byHandOfPlanned, endsOfPlanned } from './plan/owned.ts';
import { changeOfGroup, groupChanges, type PlannedGroup, planGroups } from './plan/plan-groups.ts';
import { changeOf, type PlannedUser } from './plan/plan-user.ts';
import { hasPlainPassword, planUsers } from './plan/plan-users.ts';
import type { RecordChange } from './plan/record-change.ts';
import type { Progress } from './progress.ts';
import { type Changes, countChanges, type Summary } from './summary.ts';
import { commit, type Prepared } from './write/commit.ts';
import { hashPlainPasswords, type Passwords } from './write/passwords.ts';
import { eventsOf, reason } from './write/record-changes.ts';
import { inWritingOrder, isNew, stagedUsersOf } from './write/staged-users.ts';
import { createManifestStore } from './write/store.ts';

/** The plan of the applications, made by their own area. */
export type ApplicationsPlan = Changes & {
  issues: Issue[];
  /** Allowed, but perhaps not intended. */
  warnings: Issue[];
  /** Names of the applications of the file for which pages show a letter. */
  withoutIcon: readonly string[];
  /** The records to write, before and after. */
  records: Omit<RecordChange, 'kind'>[];
  /** The same ones; a new one has no version. */
  planned?: readonly {
    application: { id: string; name: string };
    version: number | undefined;
    changed: readonly string[];
  }[];
  /** Writes them within the transaction. Returns false if one has changed since it was planned. */
  write(queries: Queries): Promise<boolean>;
};

export type ApplyDeps = {
  db: Database;
  rules: UserRules;
  hashUsername: HashUsername;
  passwords: Passwords;
  revokeUsers: RevokeUsers;
  recordEvents: Prepared['recordEvents'];
  planApplications(
    entries: readonly unknown[],
    groupExists: (name: string) => boolean,
    context: {
      /** The user after the file is applied; undefined for a user whom it does not change. */
      userOfFile(usernameKey: string): { disabled: number } | undefined;
      isExport: boolean;
    },
  ): Promise<ApplicationsPlan>;
  progress: Progress;
  now(): number;
};

export type ApplyOptions = {
  /** The text must be JSON; otherwise YAML. */
  strictJson?: boolean;
  /** Writes nothing, and returns what would change. */
  dryRun?: boolean;
};

type Conflict = { conflict: ConflictError['by'] };

export type Outcome =
  | { summary: Summary; warnings: Issue[]; changes: RecordChange[]; ended: EndedSession[] }
  | { issues: Issue[] }
  | Conflict;

type Plan = {
  groups: PlannedGroup[];
  users: PlannedUser[];
  sponsors: ReadonlyMap<string, string>;
  applications: ApplicationsPlan;
  issues: Issue[];
};

function readAll(text: string, deps: ApplyDeps, options: ApplyOptions) {
  deps.progress.phase('reading', 1);
  const document = readDocument(text, options);
  if (document.value === undefined) return { issues: document.issues };
  const { manifest, issues, warnings } = readManifest(document.value, deps.rules);
  return { manifest, issues: [...document.issues, ...issues], warnings };
}

async function planAll(manifest: Manifest, deps: ApplyDeps): Promise<Plan> {
  const store = createManifestStore(deps.db);
  const isExport = manifest.origin !== undefined;
  const stored = await store.groups();
  const known = new Set([...stored.keys(), ...manifest.groups.map(({ name }) => name)]);
  const step = deps.progress.phase('comparing users', manifest.users.length);
  const users = await planUsers(store, manifest.users, {
    hashUsername: deps.hashUsername,
    at: deps.now(),
    isExport,
    onProgress: step,
  });
  const planned = new Map(users.planned.map(({ row }) => [row.username_key, row]));
  const applications = await deps.planApplications(
    manifest.applications,
    (name) => known.has(name),
    { userOfFile: (usernameKey) => planned.get(usernameKey), isExport },
  );
  return {
    groups: planGroups(manifest.groups, stored),
    users: users.planned,
    sponsors: users.sponsors,
    applications,
    issues: [...unknownGroups(manifest.users, known), ...users.issues, ...applications.issues],
  };
}

/** Sets the ids of sponsors, once new users have theirs. */
function setSponsors({ users, sponsors }: Plan): void {
  const guests = users.filter(({ spec, changed }) => changed.includes('sponsor') && spec.sponsor);
  if (guests.length === 0) return;
  const planned = new Map(users.map(({ row }) => [row.username_key, row.id]));
  for (const { spec, row } of guests) {
    const key = spec.sponsor ?? '';
    row.sponsor_id = sponsors.get(key) ?? planned.get(key) ?? null;
  }
}

function summaryOf(plan: Plan, { groups, users }: Manifest): Summary {
  const named = (users: readonly PlannedUser[]) =>
    users.map(({ spec, changed }) => ({ name: spec.username, fields: changed }));
  return {
    groups: groupChanges(plan.groups, groups.length),
    users: {
      created: named(plan.users.filter(isNew)),
      updated: named(plan.users.filter((user) => !isNew(user))),
      unchanged: users.length - plan.users.length,
    },
    applications: plan.applications,
    withoutIcon: plan.applications.withoutIcon,
    passwordsSet: plan.users.filter(({ row }) => row.sets_password && row.password_hash).length,
  };
}

/** Warns about users whom an empty list removes from their groups. */
function emptiedGroups(users: readonly PlannedUser[]): Issue[] {
  return users
    .filter(({ spec, changed }) => spec.groups?.length === 0 && changed.includes('groups'))
    .map(({ spec }) => ({
      path: ['users', spec.index, 'groups'],
      about: spec.username,
      reason: 'the list is empty: the user leaves every group',
    }));
}

/** Returns every record to write, in the order of the summary. */
function changesOf({ groups, users, applications }: Plan): RecordChange[] {
  return [
    ...groups.map(changeOfGroup),
    ...users.map(changeOf),
    ...applications.records.map((one) => ({ kind: 'application' as const, ...one })),
  ];
}

function eventsOfPlan({ groups, applications: { planned = [] } }: Plan) {
  const ofGroups = groups.map(({ spec: { name }, isNew, changed }) => ({
    name,
    isNew,
    fields: changed,
  }));
  const ofApplications = planned.map(({ application: { id, name }, version, changed }) => ({
    id,
    name,
    isNew: version === undefined,
    fields: changed,
  }));
  return eventsOf(ofGroups, ofApplications);
}

/** Replaces hashing in a dry run, where it would take minutes for many passwords. */
const skipHash = async () => 'not hashed';

async function write(plan: Plan, once: string | undefined, deps: ApplyDeps) {
  const staged = inWritingOrder(plan.users);
  setSponsors(plan);
  for (const { row, changed } of plan.users) row.event_details = detailsOfUser(changed, reason);
  const step = deps.progress.phase('preparing', staged.length);
  const work = async (connection: StagingConnection) => {
    await stage(connection, staged, step);
    deps.progress.phase('switching', 1);
    const prepared = {
      groups: plan.groups.map(({ spec }) => spec),
      users: stagedUsersOf(plan.users, staged),
      byHand: byHandOfPlanned(plan.users),
      ends: endsOfPlanned(plan.users),
      events: eventsOfPlan(plan),
      recordEvents: deps.recordEvents,
      revokeUsers: deps.revokeUsers,
      writeApplications: plan.applications.write,
      once,
    };
    const ended = await commit(connection, prepared, deps.now());
    await refreshStatistics(connection, staged.length);
    return ended;
  };
  return withStaging(deps.db, work, { isLarge: true });
}

/** Returns the ended sessions, or why a change of another writer prevented the commit. */
async function writeOrConflict(
  plan: Plan,
  once: string | undefined,
  manifest: Manifest,
  deps: ApplyDeps,
): Promise<{ ended: EndedSession[] } | { issues: Issue[] } | Conflict> {
  try {
    return { ended: await write(plan, once, deps) };
  } catch (error) {
    if (error instanceof ConflictError) return { conflict: error.by };
    // a sponsor may have been erased meanwhile; of two writers that wait for each other, PostgreSQL ends one
    if (isForeignKeyViolation(error) || isDeadlock(error)) return { conflict: 'another change' };
    if (!isUniqueViolation(error)) throw error;
    const { issues } = await planAll(manifest, deps);
    return issues.length > 0 ? { issues } : { conflict: 'another change' };
  }
}

/** Applies the text of a manifest. Stores `once` as its name, if given. */
export async function apply(
  text: string,
  once: string | undefined,
  deps: ApplyDeps,
  options: ApplyOptions = {},
): Promise<Outcome> {
  const { manifest, issues, warnings } = readAll(text, deps, options);
  if (!manifest) return { issues };
  const plan = await planAll(manifest, deps);
  if (issues.length + plan.issues.length > 0)
    return { issues: inFileOrder([...issues, ...plan.issues]) };
  const plain = plan.users.filter(hasPlainPassword);
  const passwords = options.dryRun ? { ...deps.passwords, hash: skipHash } : deps.passwords;
  await hashPlainPasswords(plain, passwords, deps.progress.phase('passwords', plain.length));
  plan.users = plan.users.filter(({ changed }) => changed.length > 0);
  const summary = summaryOf(plan, manifest);
  const allWarnings = [...warnings, ...emptiedGroups(plan.users), ...plan.applications.warnings];
  const done = {
    summary,
    warnings: inFileOrder(allWarnings),
    changes: options.dryRun ? changesOf(plan) : [],
    ended: [],
  };
  if (options.dryRun || (once === undefined && countChanges(summary) === 0)) return done;
  const outcome = await writeOrConflict(plan, once, manifest, deps);
  return 'ended' in outcome ? { ...done, ...outcome } : outcome;
}
