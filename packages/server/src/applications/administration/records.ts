// Reads and changes applications for administrators and owners. A change is read and checked like an entry of a manifest, so both
// have the same rules. All writes run in the caller's transaction.

import { randomUUID } from 'node:crypto';
import type { Queries } from '../../database/connect.ts';
import { isTaken } from '../../database/errors.ts';
import { forShare } from '../../database/postgres/row-locks.ts';
import { type FieldIssue, fail } from '../../errors.ts';
import type { Application } from '../application.ts';
import { deleteUnusedIcons, lockIcons } from '../icons/store.ts';
import type { Refusal } from '../manifest/plan.ts';
import type { ManifestIssue } from '../protocol.ts';
import type { ApplicationStore, DatedApplication } from '../store.ts';
import {
  changedFields,
  completeProtocol,
  keyChanges,
  managedChanges,
  managedFields,
  shownApplication,
} from './shown.ts';

type Given = Record<string, unknown> & { protocol?: Record<string, unknown> & { type: string } };

type Issue = ManifestIssue & { refusal?: Refusal | undefined };

/** What the plan of a manifest with one entry returns. */
type Plan = {
  issues: readonly Issue[];
  planned: readonly { application: Application; before: Application; changed: readonly string[] }[];
  write(queries: Queries): Promise<boolean>;
};

export type RecordsDeps = {
  /** Settings that owners may change, by protocol type. */
  ownerSettings: ReadonlyMap<string, readonly string[]>;
  store: Pick<ApplicationStore, 'readDated' | 'listDated'>;
  /** Reads the icon of a request. */
  prepare(callerId: string, given: Given): Promise<void>;
  /** Reads and compares one entry, with the prepared icon of `given`. Applications may lack a secret. */
  plan(
    entry: unknown,
    groupExists: (name: string) => boolean,
    queries: Queries,
    given: Given,
  ): Promise<Plan>;
};

const iso = (at: number) => new Date(at).toISOString();

function shown({ application, version, createdAt, updatedAt }: DatedApplication) {
  const dates = { createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
  return { ...shownApplication(application), version, ...dates };
}

/** Returns the issues with the paths of the request. */
const issuesOf = (issues: readonly Issue[]): FieldIssue[] =>
  issues.map(({ path, reason, refusal }) => ({
    path: path.slice(2),
    reason: refusal?.reason ?? reason,
  }));

async function planOf(
  { plan }: RecordsDeps,
  queries: Queries,
  { entry, given }: { entry: object; given: Given },
) {
  // a group that gives access stays until the end of the transaction
  const rows = await forShare(queries, queries.selectFrom('groups').select('name')).execute();
  const groups = new Set(rows.map(({ name }) => name));
  const made = await plan(entry, (name) => groups.has(name), queries, given);
  const isConflict = made.issues.every(({ refusal }) => refusal?.code === 'admin.conflict');
  if (made.issues.length > 0)
    fail(isConflict ? 'admin.conflict' : 'request.invalid', { issues: issuesOf(made.issues) });
  return made;
}

/** A manifest may hold the secret or its hash; the API has routes for secrets. */
function refuseSecret({ protocol = { type: '' } }: Given) {
  const secrets = ['secret', 'secretHash'].filter((field) => field in protocol);
  const fields = secrets.map((field) => [`protocol.${field}`, 'is created at secrets']);
  if (fields.length > 0) fail('request.invalid', { fields: Object.fromEntries(fields) });
}

/** @throws `admin.forbidden` if there are paths that only administrators change. */
function refuseManaged(paths: readonly string[]) {
  if (paths.length > 0)
    fail('admin.forbidden', {
      fields: Object.fromEntries(paths.map((path) => [path, 'only administrators change it'])),
    });
}

async function read({ store }: RecordsDeps, queries: Queries, id: string) {
  return (await store.readDated(queries, id)) ?? fail('admin.not-found');
}

/** The columns of values that no two applications share. */
const uniqueFields = { protocol_key: 'protocol.metadata.client_id', name: 'name' };

/** @throws `admin.conflict` for a value that a simultaneous request has taken since the plan. */
async function write(plan: Plan, queries: Queries): Promise<boolean> {
  try {
    return await plan.write(queries);
  } catch (error) {
    for (const [column, field] of Object.entries(uniqueFields))
      if (isTaken(error, column))
        fail('admin.conflict', { fields: { [field]: 'is taken' }, cause: error });
    throw error;
  }
}

/** Does what a creation or change checks. Icons are left out: reading one takes long. */
async function check(
  deps: RecordsDeps,
  queries: Queries,
  { id, given, mayManage }: { id?: string | undefined; given: Given; mayManage: boolean },
) {
  const { icon: _, protocol, ...fields } = given;
  const stored = id === undefined ? undefined : (await read(deps, queries, id)).application;
  if (stored && !mayManage) refuseManaged(managedFields(stored, fields));
  const isMapping = typeof protocol === 'object' && protocol !== null && !Array.isArray(protocol);
  const settings = stored && isMapping ? completeProtocol(stored, protocol) : protocol;
  const entry = { id: id ?? randomUUID(), ...fields, ...(settings && { protocol: settings }) };
  await planOf(deps, queries, { entry, given: {} });
}

async function create(deps: RecordsDeps, queries: Queries, given: Given) {
  const id = randomUUID();
  refuseSecret(given);
  const plan = await planOf(deps, queries, { entry: { id, ...given }, given });
  if (!(await write(plan, queries))) fail('admin.conflict');
  return shown(await read(deps, queries, id));
}

/** Returns the application as the parsers of today would store it: older records lack some defaults. */
async function unchanged(deps: RecordsDeps, queries: Queries, application: Application) {
  const { id, protocol } = application;
  const entry = { id, protocol: completeProtocol(application, { type: protocol.type }) };
  const made = await deps.plan(entry, () => true, queries, {});
  return made.issues.length > 0 ? application : (made.planned[0]?.application ?? application);
}

type Change = {
  id: string;
  version: number;
  given: Given;
  mayManage: boolean;
  mayChangeKeys: boolean;
};

async function change(
  deps: RecordsDeps,
  queries: Queries,
  { id, version, given, mayManage, mayChangeKeys }: Change,
) {
  const stored = await read(deps, queries, id);
  if (stored.version !== version) fail('admin.version-conflict');
  if (!mayManage) refuseManaged(managedFields(stored.application, given));
  refuseSecret(given);
  const protocol = given.protocol && completeProtocol(stored.application, given.protocol);
  const entry = { id, ...given, ...(protocol && { protocol }) };
  const plan = await planOf(deps, queries, { entry, given });
  const [planned] = plan.planned;
  if (!planned) return { application: shown(stored), changed: [] };
  const keys = mayChangeKeys ? [] : keyChanges(stored.application, planned.application);
  if (keys.length > 0)
    fail('admin.forbidden', {
      fields: Object.fromEntries(keys.map((path) => [path, 'needs applications.secrets'])),
      refusal: { permission: 'applications.secrets' },
    });
  const { type } = planned.application.protocol;
  const managed = mayManage
    ? []
    : managedChanges(
        await unchanged(deps, queries, stored.application),
        planned.application,
        deps.ownerSettings.get(type) ?? [],
      );
  refuseManaged(managed);
  if (!(await write(plan, queries))) fail('admin.version-conflict');
  const changed = changedFields(stored.application, planned.application, planned.changed);
  return { application: shown(await read(deps, queries, id)), changed };
}

async function remove(
  deps: RecordsDeps,
  queries: Queries,
  { id, version }: { id: string; version: number },
) {
  const { application, version: current } = await read(deps, queries, id);
  if (current !== version) fail('admin.version-conflict');
  const clientId = application.protocol.key ?? id;
  await queries.deleteFrom('oidc_grants').where('client_id', '=', clientId).execute();
  const { numDeletedRows } = await queries
    .deleteFrom('applications')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (numDeletedRows === 0n) fail('admin.version-conflict');
  await lockIcons(queries);
  await deleteUnusedIcons(queries);
}

type Filters = {
  text?: string | undefined;
  protocol?: string | undefined;
  /** Ids of the applications to choose from. */
  within?: ReadonlySet<string> | undefined;
};

/** Returns the applications after the name `after`, by name. There are at most some hundreds of them. */
async function list(
  { store }: RecordsDeps,
  queries: Queries,
  {
    text,
    protocol,
    within,
    after = '',
    limit,
  }: Filters & { after?: string | undefined; limit: number },
) {
  const wanted = text?.toLowerCase() ?? '';
  const all = await store.listDated(queries);
  return all
    .map(({ application }) => application)
    .filter(({ id, name, title, protocol: { type } }) => {
      const texts = [name, title.uk, title.en].map((one) => one.toLowerCase());
      return (
        name > after &&
        (within?.has(id) ?? true) &&
        (protocol ?? type) === type &&
        texts.some((one) => one.includes(wanted))
      );
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .slice(0, limit)
    .map(({ id, name, title, protocol: { type } }) => ({ id, name, title, protocol: type }));
}

export function createApplicationRecords(deps: RecordsDeps) {
  return {
    list: (queries: Queries, page: Parameters<typeof list>[2]) => list(deps, queries, page),
    /** @throws `admin.not-found` */
    read: async (queries: Queries, id: string) => shown(await read(deps, queries, id)),
    /** Before the transaction. @throws `request.too-many` */
    prepare: deps.prepare,
    /** @throws `admin.not-found`, `request.invalid`, `admin.conflict`, `admin.forbidden` */
    check: (queries: Queries, one: { id?: string | undefined; given: Given; mayManage: boolean }) =>
      check(deps, queries, one),
    /** @throws `request.invalid`, `admin.conflict` */
    create: (queries: Queries, given: Given) => create(deps, queries, given),
    /** @throws `admin.not-found`, `admin.version-conflict`, `request.invalid`, `admin.conflict`, `admin.forbidden` */
    change: (queries: Queries, given: Change) => change(deps, queries, given),
    /** @throws `admin.not-found`, `admin.version-conflict` */
    remove: (queries: Queries, one: { id: string; version: number }) => remove(deps, queries, one),
  };
}
