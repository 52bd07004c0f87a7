// Compares the applications of a manifest with the stored ones, and writes the changes within the transaction of
// `apply`.

import { type AppId, parseAppId } from '@brama/contract/app-id';
import type { Queries } from '../../database/connect.ts';
import type { Application } from '../application.ts';
import type { ManifestIssue } from '../protocol.ts';
import { isSandbox } from '../sandbox.ts';
import type { ApplicationStore, StoredApplication } from '../store.ts';
import { type ReadEntry, readEntry } from './entry.ts';
import {
  fieldsOf,
  type PlannedApplication,
  planApplication,
  type Report,
  type SettingsParsers,
} from './plan.ts';

type Issue = ManifestIssue & { about?: string | undefined };
/** `version` is missing for a new application. */
type Planned = PlannedApplication & { version: number | undefined; report: Report };

export type ApplicationsManifestDeps = {
  store: Pick<ApplicationStore, 'allStored' | 'insert' | 'replace' | 'freeNames'>;
  readers: SettingsParsers;
};

/** Returns the id of an entry; undefined if it is invalid. Reports a missing one. */
function idOf({ entry, given, issues }: ReadEntry, report: Report): AppId | undefined {
  const isMapping = issues[0]?.path.length !== 0;
  if (isMapping && !given.has('id')) report(['id'], 'is required');
  return entry.id === undefined ? undefined : parseAppId(entry.id);
}

function reportUnknownGroups(
  { entry: { access } }: ReadEntry,
  groupExists: (name: string) => boolean,
  report: Report,
) {
  for (const group of typeof access === 'object' ? access.groups : [])
    if (!groupExists(group))
      report(['access', 'groups'], `there is no group ${group}: add it to groups`);
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
    path: ['protocol'],
    of: (one) => (isSandbox(one) ? undefined : one.protocol.key),
    taken: (owner) => `is the client id of ${nameOf(owner)}`,
  },
  {
    path: ['sandbox'],
    of: (one) => (isSandbox(one) ? one.protocol.key : undefined),
    taken: (owner) => `there can be one sandbox only, and ${nameOf(owner)} is it`,
  },
];

/** Reports values that two applications would share after the write. */
function reportConflicts(planned: readonly Planned[], stored: readonly StoredApplication[]) {
  for (const one of unique) reportShared(one, planned, stored);
}

function reportShared(
  { path, of, taken: reasonOf }: Unique,
  planned: readonly Planned[],
  stored: readonly StoredApplication[],
) {
  const inFile = new Set(planned.map(({ application }) => application.id));
  const owners = new Map(stored.map(({ application }) => [of(application), application.id]));
  const taken = new Set<string>();
  for (const { application, report } of planned) {
    const value = of(application);
    if (value === undefined) continue;
    const owner = owners.get(value);
    if (taken.has(value)) report(path, reasonOf(undefined));
    else if (owner !== undefined && !inFile.has(owner)) report(path, reasonOf(owner));
    taken.add(value);
  }
}

async function write(
  store: ApplicationsManifestDeps['store'],
  queries: Queries,
  planned: readonly Planned[],
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
  for (const { application, version } of planned) {
    if (version === undefined) await store.insert(queries, application);
    else if (!(await store.replace(queries, { application, version }))) return false;
  }
  return true;
}

type Context = {
  stored: readonly StoredApplication[];
  parsers: SettingsParsers;
  groupExists: (name: string) => boolean;
  issues: Issue[];
  warnings: Issue[];
};

/** Reads and compares the entries. Reports their issues and warnings; leaves out entries without a valid id. */
function planEntries(entries: readonly unknown[], context: Context): Planned[] {
  const { parsers, issues, warnings } = context;
  const storedById = new Map(context.stored.map((one) => [one.application.id, one]));
  const planned = new Map<string, Planned>();
  for (const [index, value] of entries.entries()) {
    const read = readEntry(value);
    const about = read.entry.name ?? read.entry.id;
    const report: Report = (path, reason, severity = 'error') =>
      (severity === 'error' ? issues : warnings).push({
        path: ['applications', index, ...path],
        reason,
        about,
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
    planned.set(id, { ...plan, version: known?.version, report });
    reportUnknownGroups(read, context.groupExists, report);
  }
  return [...planned.values()];
}

export function createApplicationsManifest({ store, readers }: ApplicationsManifestDeps) {
  return {
    /** Reads and compares all entries. Writes nothing. Paths of issues and warnings start with `applications`. */
    async plan(entries: readonly unknown[], groupExists: (name: string) => boolean) {
      const stored = await store.allStored();
      const issues: Issue[] = [];
      const warnings: Issue[] = [];
      const all = planEntries(entries, { stored, parsers: readers, groupExists, issues, warnings });
      reportConflicts(all, stored);
      const toWrite = all.filter(({ changed }) => changed.length > 0);
      const named = (isNew: boolean) =>
        toWrite
          .filter(({ version }) => (version === undefined) === isNew)
          .map(({ application, changed }) => ({ name: application.name, fields: changed }));
      return {
        issues,
        warnings,
        records: toWrite.map(({ application, before, version }) => ({
          name: application.name,
          isNew: version === undefined,
          before: fieldsOf(before),
          after: fieldsOf(application),
        })),
        created: named(true),
        updated: named(false),
        unchanged: all.length - toWrite.length,
        /** Returns false if one of them has changed since it was planned. */
        write: (queries: Queries) => write(store, queries, toWrite),
      };
    },
  };
}
