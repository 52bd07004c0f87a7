// Lists, reads, creates, changes and deletes applications for administrators and owners. A change is read and checked like an entry of
// a manifest, so both have the same rules.

import { randomUUID } from 'node:crypto';
import { pageFrom, positionOf } from '../../admin/cursor.ts';
import type {
  Actor,
  Call,
  Handlers,
  InputChecks,
  Preparations,
  ReplayChecks,
} from '../../admin/handler.ts';
import { isoTime } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import { isTaken } from '../../database/errors.ts';
import { forShare } from '../../database/postgres/row-locks.ts';
import { type FieldIssue, fail } from '../../errors.ts';
import type { Application } from '../application.ts';
import { deleteUnusedIcons, lockIcons } from '../icons/store.ts';
import { createApplicationsManifest } from '../manifest/manifest.ts';
import type { ApplicationOwners } from '../owners.ts';
import type { SettingsParser } from '../protocol.ts';
import type { ApplicationStore, DatedApplication } from '../store.ts';
import type { GivenIcons } from './given-icons.ts';
import { withHealth } from './listed-health.ts';
import {
  changedFields,
  completeProtocol,
  keyChanges,
  managedChanges,
  managedFields,
  shownApplication,
} from './shown.ts';

export type ApplicationDeps = {
  store: ApplicationStore;
  owners: ApplicationOwners;
  /** Settings that owners may change, by protocol type. */
  ownerSettings: ReadonlyMap<string, readonly string[]>;
  /** By protocol type. Applications may lack a secret: they get it later. */
  settingsParsers: ReadonlyMap<string, SettingsParser>;
  icons: GivenIcons;
  now: () => number;
};

type Given = Record<string, unknown> & {
  protocol?: (Record<string, unknown> & { type: string }) | undefined;
};

function shown({ application, version, createdAt, updatedAt }: DatedApplication) {
  const dates = { createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
  return { ...shownApplication(application), version, ...dates };
}

/** Reads and compares one entry, with the prepared icon of `given`. */
function plan(
  { store, owners, settingsParsers: readers, icons, now }: ApplicationDeps,
  queries: Queries,
  {
    entry,
    given,
    groupExists,
  }: { entry: object; given: Given; groupExists(name: string): boolean },
) {
  const readIcon = icons.readerOf(given);
  const manifest = createApplicationsManifest({ store, owners, readers, readIcon, now });
  return manifest.plan([entry], groupExists, { queries });
}

type Plan = Awaited<ReturnType<typeof plan>>;

/** Returns the issues with the paths of the request. */
const issuesOf = ({ issues }: Plan): FieldIssue[] =>
  issues.map(({ path, reason, refusal }) => ({
    path: path.slice(2),
    reason: refusal?.reason ?? reason,
  }));

/** @throws `request.invalid`, `admin.conflict` */
async function planOf(
  deps: ApplicationDeps,
  queries: Queries,
  { entry, given }: { entry: object; given: Given },
): Promise<Plan> {
  // a group that gives access stays until the end of the transaction
  const rows = await forShare(queries, queries.selectFrom('groups').select('name')).execute();
  const groups = new Set(rows.map(({ name }) => name));
  const made = await plan(deps, queries, { entry, given, groupExists: (name) => groups.has(name) });
  const isConflict = made.issues.every(({ refusal }) => refusal?.code === 'admin.conflict');
  if (made.issues.length > 0)
    fail(isConflict ? 'admin.conflict' : 'request.invalid', { issues: issuesOf(made) });
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

async function read({ store }: ApplicationDeps, queries: Queries, id: string) {
  return (await store.readDated(queries, id)) ?? fail('admin.not-found');
}

/** The columns of values that no two applications share. */
const uniqueFields = { protocol_key: 'protocol.metadata.client_id', name: 'name' };

/** @throws `admin.conflict` for a value that a simultaneous request has taken since the plan. */
async function write(planned: Plan, queries: Queries): Promise<boolean> {
  try {
    return await planned.write(queries);
  } catch (error) {
    for (const [column, field] of Object.entries(uniqueFields))
      if (isTaken(error, column))
        fail('admin.conflict', { fields: { [field]: 'is taken' }, cause: error });
    throw error;
  }
}

/**
 * Checks given fields, valid or not, as a creation or a change does. Icons are left out: reading one takes long.
 * @throws `admin.not-found`, `request.invalid`, `admin.conflict`, `admin.forbidden`
 */
async function check(
  deps: ApplicationDeps,
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

/** @throws `request.invalid`, `admin.conflict` */
async function create(deps: ApplicationDeps, queries: Queries, given: Given) {
  const id = randomUUID();
  refuseSecret(given);
  const planned = await planOf(deps, queries, { entry: { id, ...given }, given });
  if (!(await write(planned, queries))) fail('admin.conflict');
  return shown(await read(deps, queries, id));
}

/** Returns the application as the parsers of today would store it: older records lack some defaults. */
async function unchanged(deps: ApplicationDeps, queries: Queries, application: Application) {
  const { id, protocol } = application;
  const entry = { id, protocol: completeProtocol(application, { type: protocol.type }) };
  const made = await plan(deps, queries, { entry, given: {}, groupExists: () => true });
  return made.issues.length > 0 ? application : (made.planned[0]?.application ?? application);
}

type Change = {
  id: string;
  version: number;
  given: Given;
  mayManage: boolean;
  mayChangeKeys: boolean;
};

/**
 * Without `mayManage` it changes only what owners may change, without `mayChangeKeys` no public keys.
 * @throws `admin.not-found`, `admin.version-conflict`, `request.invalid`, `admin.conflict`, `admin.forbidden`
 */
async function change(
  deps: ApplicationDeps,
  queries: Queries,
  { id, version, given, mayManage, mayChangeKeys }: Change,
) {
  const stored = await read(deps, queries, id);
  if (stored.version !== version) fail('admin.version-conflict');
  if (!mayManage) refuseManaged(managedFields(stored.application, given));
  refuseSecret(given);
  const protocol = given.protocol && completeProtocol(stored.application, given.protocol);
  const entry = { id, ...given, ...(protocol && { protocol }) };
  const made = await planOf(deps, queries, { entry, given });
  const [planned] = made.planned;
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
  if (!(await write(made, queries))) fail('admin.version-conflict');
  const changed = changedFields(stored.application, planned.application, planned.changed);
  return { application: shown(await read(deps, queries, id)), changed };
}

/** @throws `admin.not-found`, `admin.version-conflict` */
async function remove(
  deps: ApplicationDeps,
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
  return application;
}

/** Returns the ids of the applications that the caller may see and asks for; undefined for all. */
async function idsFor(
  { owners }: ApplicationDeps,
  { actor, extent, queries }: Pick<Call, 'actor' | 'extent' | 'queries'>,
  ownerId: string | undefined,
) {
  const own = extent === 'own' ? await owners.ownedBy(queries, actor.user.id) : undefined;
  const asked = ownerId === undefined ? undefined : await owners.ownedBy(queries, ownerId);
  return own && asked ? own.intersection(asked) : (own ?? asked);
}

type Filters = {
  text?: string | undefined;
  protocol?: string | undefined;
  /** Ids of the applications to choose from. */
  within: ReadonlySet<string> | undefined;
  /** Name of the last application of the page before. */
  after: string | undefined;
  limit: number;
};

/** Returns the applications after the name `after`, by name. There are at most some hundreds of them. */
async function list(
  { store }: ApplicationDeps,
  queries: Queries,
  { text, protocol, within, after = '', limit }: Filters,
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

const mayManage = ({ permissions }: Actor) => permissions.includes('applications.manage');

export function createApplicationPreparations({ icons }: ApplicationDeps): Preparations {
  async function prepare({ actor, body }: { actor: Actor; body: Given }) {
    await icons.prepare(actor.user.id, body);
    return undefined;
  }
  return { createApplication: prepare, updateApplication: prepare };
}

export const createApplicationInputChecks = (deps: ApplicationDeps) =>
  ({
    createApplication: ({ given, queries }) => check(deps, queries, { given, mayManage: true }),
    validateNewApplication: ({ given, queries }) =>
      check(deps, queries, { given, mayManage: true }),
    validateApplication: ({ actor, params: { id }, given, queries }) =>
      check(deps, queries, { id, given, mayManage: mayManage(actor) }),
    updateApplication: ({ actor, params: { id }, given, queries }) =>
      check(deps, queries, { id, given, mayManage: mayManage(actor) }),
  }) satisfies InputChecks;

export const applicationReplayChecks: Pick<ReplayChecks, 'createApplication'> = {
  async createApplication({ queries }, { id }) {
    const found = queries.selectFrom('applications').select('id').where('id', '=', id);
    if (!(await found.executeTakeFirst())) fail('admin.gone');
  },
};

type Ids =
  | 'validateNewApplication'
  | 'validateApplication'
  | 'listApplications'
  | 'createApplication'
  | 'readApplication'
  | 'updateApplication'
  | 'deleteApplication';

export function createApplicationHandlers(deps: ApplicationDeps): Handlers<Ids> {
  return {
    async listApplications({ actor, extent, query: { limit, cursor, ...filters }, queries }) {
      const { q: text, protocol, ownerId } = filters;
      const within = await idsFor(deps, { actor, extent, queries }, ownerId);
      const filtered = { list: 'applications', ...filters };
      const after = positionOf(cursor, filtered)?.key;
      const page = { text, protocol, within, after, limit: limit + 1 };
      const found = await list(deps, queries, page);
      return pageFrom(await withHealth(queries, found, deps.now()), limit, filtered, {
        shown: (row) => row,
        position: ({ name, id }) => ({ key: name, id }),
      });
    },

    async createApplication({ body, queries, record }) {
      const application = await create(deps, queries, body);
      const { id, name } = application;
      await record({ type: 'application.created', applicationId: id, details: { name } });
      return application;
    },

    async validateNewApplication({ body, queries }) {
      await check(deps, queries, { given: body, mayManage: true });
    },

    async validateApplication({ actor, params: { id }, body, queries }) {
      await check(deps, queries, { id, given: body, mayManage: mayManage(actor) });
    },

    readApplication: async ({ params: { id }, queries }) => shown(await read(deps, queries, id)),

    async updateApplication({ actor, params: { id }, body, version, queries, record }) {
      const { application, changed } = await change(deps, queries, {
        id,
        version,
        given: body,
        mayManage: mayManage(actor),
        mayChangeKeys: actor.permissions.includes('applications.secrets'),
      });
      if (changed.length > 0) {
        const details = { fields: changed };
        await record({ type: 'application.changed', applicationId: id, details });
      }
      return application;
    },

    async deleteApplication({ params: { id }, version, queries, record }) {
      const { name } = await remove(deps, queries, { id, version });
      await record({ type: 'application.deleted', applicationId: id, details: { name } });
    },
  };
}
