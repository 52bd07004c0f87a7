// Compares the applications of a manifest with the stored ones, and writes the changes within the transaction of
// `apply`.

import { isDeepStrictEqual } from 'node:util';
import { groupPlaces } from '@brama/contract/admin/access';
import { type AppId, parseAppId } from '@brama/contract/app-id';
import { searchKey } from '@brama/contract/sign-in/login-name';
import type { Queries } from '../../database/connect.ts';
import { whyNotResponsible } from '../../users/responsible-user.ts';
import type { Application } from '../application.ts';
import { shownIconPath } from '../icons/icon-path.ts';
import type { GivenIcon, ReadIcon } from '../icons/read-icon.ts';
import { areStored, deleteUnusedIcons, lockIcons, storeIcons } from '../icons/store.ts';
import type { ApplicationOwners } from '../owners.ts';
import type { ManifestIssue } from '../protocol.ts';
import { isSandbox } from '../sandbox.ts';
import type { ApplicationStore, StoredApplication } from '../store.ts';
import { type ReadEntry, readEntry } from './entry.ts';
import {
  fieldsOf,
  type PlannedApplication,
  planApplication,
  type Refusal,
  type Report,
  type SettingsParsers,
} from './plan.ts';

type Issue = ManifestIssue & { about?: string | undefined; refusal?: Refusal | undefined };
/** `version` is missing for a new application. */
type Planned = PlannedApplication & {
  version: number | undefined;
  report: Report;
  /** Usernames before and after; undefined if they stay. */
  owners: { before: readonly string[]; after: readonly string[] } | undefined;
};

export type ApplicationsManifestDeps = {
  store: ApplicationStore;
  readers: SettingsParsers;
  owners: ApplicationOwners;
  readIcon: ReadIcon;
  now(): number;
};

/** Returns the id of an entry; undefined if it is invalid. Reports a missing one. */
function idOf({ entry, given, issues }: ReadEntry, report: Report): AppId | undefined {
  const isMapping = issues[0]?.path.length !== 0;
  if (isMapping && !given.has('id')) report(['id'], 'is required');
  return entry.id === undefined ? undefined : parseAppId(entry.id);
}

const unknownGroup: Refusal = { code: 'request.invalid', reason: 'is not a group' };

function reportUnknownGroups(
  { entry: { access = 'everyone' } }: ReadEntry,
  groupExists: (name: string) => boolean,
  report: Report,
) {
  for (const { group, path } of groupPlaces(access))
    if (!groupExists(group))
      report(['access', ...path], `there is no group ${group}: add it to groups`, unknownGroup);
}

/** A value that no two applications may share: its path in a manifest, the value, and the issue if it is taken. */
type Unique = {
  path: readonly string[];
  of(application: Application): string | undefined;
  /** `owner`: id of a stored application; undefined for another entry of the file. */
  taken(owner: string | undefined): string;
};

const nameOf = (owner: string | undefined) =>
  owner === undefined ? 'another application in this file' : `the application ${owner}`;

const unique: readonly Unique[] = [
  {
    path: ['name'],
    of: ({ name }) => name || undefined,
    taken: (owner) => `is the name of ${nameOf(owner)}`,
  },
  {
    path: ['protocol', 'metadata', 'client_id'],
    of: (one) => (isSandbox(one) ? undefined : one.protocol.key),
    taken: (owner) => `is the client id of ${nameOf(owner)}`,
  },
  {
    path: ['sandbox'],
    of: (one) => (isSandbox(one) ? one.protocol.key : undefined),
    taken: (owner) => `only one sandbox is allowed, and ${nameOf(owner)} is it`,
  },
];

/** Reports values that two applications would share after the write. */
function reportConflicts(planned: readonly Planned[], stored: readonly StoredApplication[]) {
  for (const one of unique) reportShared(one, planned, stored);
}

const taken: Refusal = { code: 'admin.conflict', reason: 'is taken' };

function reportShared(
  { path, of, taken: reasonOf }: Unique,
  planned: readonly Planned[],
  stored: readonly StoredApplication[],
) {
  const inFile = new Set(planned.map(({ application }) => application.id));
  const owners = new Map(stored.map(({ application }) => [of(application), application.id]));
  const seen = new Set<string>();
  for (const { application, report } of planned) {
    const value = of(application);
    if (value === undefined) continue;
    const owner = owners.get(value);
    if (seen.has(value)) report(path, reasonOf(undefined), taken);
    else if (owner !== undefined && !inFile.has(owner)) report(path, reasonOf(owner), taken);
    seen.add(value);
  }
}

/** Content of new icons by the name of the file. */
type Contents = ReadonlyMap<string, Buffer>;

async function write(
  { store, owners, now }: Pick<ApplicationsManifestDeps, 'store' | 'owners' | 'now'>,
  queries: Queries,
  planned: readonly Planned[],
  contents: Contents,
): Promise<boolean> {
  const renamed = planned.filter(
    ({ version, changed }) =>
      version !== undefined && (changed.includes('name') || changed.includes('protocol')),
  );
  if (renamed.length > 0)
    await store.freeNames(
      queries,
      renamed.map(({ application }) => application.id),
    );
  for (const { application, version, owners: given } of planned) {
    if (version === undefined) await store.insert(queries, application);
    else if (!(await store.replace(queries, { application, version }))) return false;
    if (given) await owners.replace(queries, application.id, given.after);
  }
  const withIcons = planned.filter(({ changed }) => changed.includes('icon'));
  return withIcons.length === 0 || writeIcons(queries, withIcons, contents, now());
}

/** Returns false if another `apply` has deleted an icon that was stored when it was planned. */
async function writeIcons(
  queries: Queries,
  planned: readonly Planned[],
  contents: Contents,
  now: number,
): Promise<boolean> {
  await lockIcons(queries);
  await storeIcons(queries, contents, now);
  const files = planned.flatMap(({ application: { icon } }) =>
    icon && 'file' in icon ? icon.file : [],
  );
  if (!(await areStored(queries, new Set(files)))) return false;
  await deleteUnusedIcons(queries);
  return true;
}

type Context = {
  stored: readonly StoredApplication[];
  owners: ReadonlyMap<string, readonly string[]>;
  parsers: SettingsParsers;
  groupExists: (name: string) => boolean;
  issues: Issue[];
  warnings: Issue[];
};

/** Reads the icons that the entries name, each once. Returns the content of those that no application has yet. */
async function readIcons(
  entries: readonly ReadEntry[],
  stored: readonly StoredApplication[],
  readIcon: ReadIcon,
): Promise<Contents> {
  const icons = stored.flatMap(({ application: { icon } }) => (icon && 'file' in icon ? icon : []));
  const known = new Map(icons.map((icon) => [icon.source, icon]));
  const read = new Map<string, GivenIcon>();
  const contents = new Map<string, Buffer>();
  for (const one of entries) {
    const source = one.entry.icon;
    if (typeof source !== 'string') continue;
    const given = read.get(source) ?? (await readIcon(source, known));
    read.set(source, given);
    if ('reason' in given) {
      one.issues.push({ path: ['icon'], reason: given.reason });
      delete one.entry.icon;
      continue;
    }
    one.icon = given.icon;
    if ('name' in given.icon) continue;
    known.set(given.icon.source, given.icon);
    if (given.content) contents.set(given.icon.file, given.content);
  }
  return contents;
}

/** Returns the owners before and after; undefined if they stay. */
function ownersOf({ entry: { owners: after } }: ReadEntry, before: readonly string[]) {
  const keysOf = (names: readonly string[]) => [...new Set(names.map(searchKey))].sort();
  if (!after || isDeepStrictEqual(keysOf(after), keysOf(before))) return undefined;
  return { before, after };
}

/** Returns the user of this `username_key` after the users of the file are written; undefined if the file does not change it. */
type UserOfFile = (usernameKey: string) => { disabled: number } | undefined;

type FindStored = (usernameKeys: readonly string[]) => Promise<Map<string, { disabled: number }>>;

export type PlanContext = {
  userOfFile?: UserOfFile;
  /** The file is an export: it has the state of another database, whose users may be missing here. */
  isExport?: boolean;
  /** The transaction to read in. */
  queries?: Queries;
};

/** Leaves out owners who are neither stored nor in the file. Returns a warning for each. */
async function leaveOutUnknownOwners(
  entries: readonly ReadEntry[],
  findStored: FindStored,
  userOfFile: UserOfFile,
): Promise<Issue[]> {
  const all = entries.flatMap(({ entry }) => entry.owners ?? []);
  const stored = await findStored([...new Set(all.map(searchKey))]);
  const isKnown = (name: string) => {
    const key = searchKey(name);
    return userOfFile(key) !== undefined || stored.has(key);
  };
  return entries.flatMap(({ entry }, index) => {
    const { owners: given } = entry;
    if (!given) return [];
    entry.owners = given.filter(isKnown);
    return [...given.entries()]
      .filter(([, name]) => !isKnown(name))
      .map(([position, name]) => ({
        path: ['applications', index, 'owners', position],
        about: entry.name,
        reason: `there is no user ${name}: this owner is left out`,
      }));
  });
}

/** Reports new owners who are neither stored nor in the file, or disabled. */
async function reportRefusedOwners(
  planned: readonly Planned[],
  findStored: FindStored,
  userOfFile: UserOfFile,
) {
  const added = planned.flatMap(({ owners: given, report }) => {
    const before = new Set(given?.before.map(searchKey));
    return [...(given?.after ?? []).entries()]
      .map(([index, name]) => ({ index, name, key: searchKey(name), report }))
      .filter(({ key }) => !before.has(key));
  });
  const stored = await findStored([...new Set(added.map(({ key }) => key))]);
  for (const { index, name, key, report } of added) {
    const refusal = whyNotResponsible(userOfFile(key) ?? stored.get(key));
    if (refusal === 'unknown')
      report(['owners', index], `there is no user ${name}: add the user to users`);
    if (refusal === 'disabled') report(['owners', index], `the user ${name} is disabled`);
  }
}

/** Compares the entries. Reports their issues and warnings; leaves out entries without a valid id. */
function planEntries(entries: readonly ReadEntry[], context: Context): Planned[] {
  const { parsers, issues, warnings } = context;
  const storedById = new Map(context.stored.map((one) => [one.application.id, one]));
  const planned = new Map<string, Planned>();
  for (const [index, read] of entries.entries()) {
    const about = read.entry.name ?? read.entry.id;
    const report: Report = (path, reason, kind = 'error') =>
      (kind === 'warning' ? warnings : issues).push({
        path: ['applications', index, ...path],
        reason,
        about,
        ...(typeof kind === 'object' && { refusal: kind }),
      });
    for (const { path, reason } of read.issues) report(path, reason);
    const id = idOf(read, report);
    if (id === undefined) {
      // checks the given fields only: missing ones may be stored under the unknown id
      const reportGiven: Report = (path, ...rest) => {
        if (read.given.has(String(path[0]))) report(path, ...rest);
      };
      planApplication(read, '', undefined, parsers, reportGiven);
      continue;
    }
    if (planned.has(id)) report(['id'], 'is that of another application in this file');
    const known = storedById.get(id);
    const plan = planApplication(read, id, known?.application, parsers, report);
    const owners = ownersOf(read, context.owners.get(id) ?? []);
    if (owners) plan.changed.push('owners');
    planned.set(id, { ...plan, version: known?.version, report, owners });
    reportUnknownGroups(read, context.groupExists, report);
  }
  return [...planned.values()];
}

export function createApplicationsManifest(deps: ApplicationsManifestDeps) {
  const { store, owners, readers, readIcon } = deps;
  return {
    /** Reads and compares all entries, within the transaction of `queries` if given. Writes nothing. Paths of issues and warnings start with `applications`. */
    async plan(
      entries: readonly unknown[],
      groupExists: (name: string) => boolean,
      { userOfFile = () => undefined, isExport = false, queries }: PlanContext = {},
    ) {
      const stored = await store.allStored(queries);
      const issues: Issue[] = [];
      const warnings: Issue[] = [];
      const readAt = deps.now();
      const read = entries.map((entry) => readEntry(entry, readAt));
      const contents = await readIcons(read, stored, readIcon);
      const findStored = (keys: readonly string[]) => owners.findUsers(keys, queries);
      if (isExport) warnings.push(...(await leaveOutUnknownOwners(read, findStored, userOfFile)));
      const context = { stored, owners: await owners.all(queries), parsers: readers, groupExists };
      const all = planEntries(read, { ...context, issues, warnings });
      if (!isExport) await reportRefusedOwners(all, findStored, userOfFile);
      reportConflicts(all, stored);
      const toWrite = all.filter(({ changed }) => changed.length > 0);
      const named = (isNew: boolean) =>
        toWrite
          .filter(({ version }) => (version === undefined) === isNew)
          .map(({ application, changed }) => ({ name: application.name, fields: changed }));
      return {
        issues,
        warnings,
        records: toWrite.map(({ application, before, version, owners: given }) => ({
          name: application.name,
          isNew: version === undefined,
          before: { ...fieldsOf(before), ...(given && { owners: given.before }) },
          after: { ...fieldsOf(application), ...(given && { owners: given.after }) },
        })),
        planned: toWrite,
        created: named(true),
        updated: named(false),
        unchanged: all.length - toWrite.length,
        /** Names of those for which pages show a letter. */
        withoutIcon: all
          .filter(({ application: one }) => !isSandbox(one) && shownIconPath(one) === undefined)
          .map(({ application: { name } }) => name),
        /** Returns false if one of them has changed since it was planned. */
        write: (queries: Queries) => write(deps, queries, toWrite, contents),
      };
    },
  };
}
