// Lists, creates, changes and deletes groups, and lists their members.

import { isDeepStrictEqual } from 'node:util';
import { groupsIn } from '@brama/contract/admin/access';
import { groupFieldNames } from '@brama/contract/groups/fields';
import { sql } from 'kysely';
import { pageFrom, positionOf } from '../../admin/cursor.ts';
import type { Handlers, InputChecks, ReplayChecks } from '../../admin/handler.ts';
import { checkAll } from '../../admin/refusals.ts';
import { isoTime, isoTimeOrNull } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import { forChange } from '../../database/postgres/row-locks.ts';
import type { GroupsTable } from '../../database/tables/user-tables.ts';
import { fail } from '../../errors.ts';
import { deletePeriodsOfGroup } from '../../users/lifecycle/lifecycle-store.ts';
import { rulesOfAccess } from '../users/access-rules.ts';
import {
  checkGroupFields,
  type GivenFacts,
  groupColumns,
  groupColumnsFrom,
  groupFactsFrom,
} from './group-fields.ts';
import { countEach, countMembers, listMembers } from './members.ts';

const columns = ['name', ...groupColumns, 'created_at', 'version'] as const;
type Row = Pick<GroupsTable, (typeof columns)[number]>;

export type GroupDeps = {
  registrations: {
    /** Returns whether an unused token permits an application for this group. */
    isGroupInToken(queries: Queries, group: string): Promise<boolean>;
  };
  now(): number;
};

const shown = ({ name, created_at, version, ...row }: Row) => ({
  name,
  ...groupFactsFrom(row),
  createdAt: isoTime(created_at),
  version: version ?? 1,
});

async function readGroup(queries: Queries, name: string) {
  const row = await queries
    .selectFrom('groups')
    .select(columns)
    .where('name', '=', name.normalize('NFC'))
    .executeTakeFirst();
  return row ? shown(row) : fail('admin.not-found');
}

type Page = { text: string | undefined; after: string | undefined; limit: number };

/** Returns the groups after the name `after`, by name. Their titles are searched here: there are at most some hundreds of groups. */
async function findGroups(queries: Queries, { text, after, limit }: Page): Promise<Row[]> {
  let query = queries.selectFrom('groups').select(columns).orderBy('name');
  if (after !== undefined) query = query.where('name', '>', after);
  if (!text) return query.limit(limit).execute();
  const wanted = text.toLowerCase();
  const rows = await query.execute();
  return rows
    .filter(({ name, ...row }) => {
      const { title } = groupFactsFrom(row);
      return [name, title?.uk, title?.en].some((one) => one?.toLowerCase().includes(wanted));
    })
    .slice(0, limit);
}

type Body = Partial<GivenFacts>;

/** @throws `request.invalid` for a title with characters that no text may have. */
function checkTexts(body: Body): void {
  const reasons: Record<string, string> = {};
  const given = Object.entries(body).filter(([, value]) => value !== null);
  checkGroupFields(Object.fromEntries(given), (reason, path) => {
    reasons[path.join('.')] = reason;
  });
  if (Object.keys(reasons).length > 0) fail('request.invalid', { fields: reasons });
}

/** @throws `admin.conflict` if the group has members, or decides who may open an application, also one that is yet to register itself. */
async function checkUnused(
  { registrations, now }: GroupDeps,
  queries: Queries,
  name: string,
): Promise<void> {
  const { present, coming } = await countMembers(queries, name, now());
  if (present + coming > 0)
    fail('admin.conflict', {
      fields: { name: `the group has members: ${present} now, ${coming} coming` },
    });
  // before the rules, because a registration turns its token into an application
  if (await registrations.isGroupInToken(queries, name))
    fail('admin.conflict', { fields: { name: 'the group is in a registration token' } });
  const rules = await rulesOfAccess(queries);
  if (rules.some((access) => groupsIn(access).includes(name)))
    fail('admin.conflict', { fields: { name: 'the group gives access to an application' } });
}

/** Checks the fields that are given. @throws `request.invalid`, `admin.conflict` */
const checkNewGroup = (queries: Queries, { name, ...body }: Partial<NewGroup>) =>
  checkAll([
    () => checkTexts(body),
    async () => {
      if (name === undefined) return;
      const known = queries.selectFrom('groups').select('name').where('name', '=', name);
      if (await known.executeTakeFirst()) fail('admin.conflict', { fields: { name: 'is taken' } });
    },
  ]);

type NewGroup = Body & { name: string };

export const createGroupInputChecks = () =>
  ({
    createGroup: ({ body, queries }) => checkNewGroup(queries, body),
    updateGroup: async ({ body }) => checkTexts(body),
  }) satisfies InputChecks;

export const groupReplayChecks: Pick<ReplayChecks, 'createGroup'> = {
  async createGroup({ queries }, { name, createdAt }) {
    const groups = queries.selectFrom('groups').select('created_at').where('name', '=', name);
    const group = await groups.executeTakeFirst();
    // another group may have got the name
    if (group?.created_at !== Date.parse(createdAt)) fail('admin.gone');
  },
};

/** Locks a group until the end of the transaction. Returns its version. */
async function lockGroup(queries: Queries, name: string): Promise<number> {
  const group = queries.selectFrom('groups').select('version').where('name', '=', name);
  const row = await forChange(queries, group).executeTakeFirst();
  return row ? (row.version ?? 1) : fail('admin.not-found');
}

type Route = 'listGroups' | 'createGroup' | 'readGroup' | 'updateGroup' | 'deleteGroup';

export function createGroupHandlers(deps: GroupDeps): Handlers<Route | 'listMembers'> {
  const { now } = deps;
  return {
    async listGroups({ query: { limit, cursor, q }, queries }) {
      // cursors of servers of the previous release stay valid
      const filters = { list: 'groups', ...(q && { q }) };
      const after = positionOf(cursor, filters)?.key;
      const rows = await findGroups(queries, { text: q, after, limit: limit + 1 });
      const members = await countEach(
        queries,
        rows.map(({ name }) => name),
      );
      return pageFrom(rows, limit, filters, {
        shown: (row) => ({ ...shown(row), members: members.get(row.name) ?? 0 }),
        position: ({ name }) => ({ key: name, id: '' }),
      });
    },

    readGroup: ({ params: { name }, queries }) => readGroup(queries, name),

    async createGroup({ body, queries, record }) {
      const name = body.name.normalize('NFC');
      await checkNewGroup(queries, body);
      const { numInsertedOrUpdatedRows } = await queries
        .insertInto('groups')
        .values({ name, created_at: now(), ...groupColumnsFrom(body) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) fail('admin.conflict', { fields: { name: 'is taken' } });
      await record({ type: 'group.created', details: { group: name } });
      return readGroup(queries, name);
    },

    async updateGroup({ params, body, version, queries, record }) {
      const name = params.name.normalize('NFC');
      checkTexts(body);
      if ((await lockGroup(queries, name)) !== version) fail('admin.version-conflict');
      const stored = await readGroup(queries, name);
      const fields = [...groupFieldNames]
        .sort()
        .filter(
          (field) => body[field] !== undefined && !isDeepStrictEqual(body[field], stored[field]),
        );
      if (fields.length === 0) return stored;
      await queries
        .updateTable('groups')
        .set({ ...groupColumnsFrom(body), version: sql`version + 1` })
        .where('name', '=', name)
        .execute();
      await record({ type: 'group.changed', details: { group: name, fields } });
      return readGroup(queries, name);
    },

    async deleteGroup({ params, version, queries, record }) {
      const name = params.name.normalize('NFC');
      if ((await lockGroup(queries, name)) !== version) fail('admin.version-conflict');
      await checkUnused(deps, queries, name);
      // only past periods are left
      await deletePeriodsOfGroup(queries, name);
      await queries.deleteFrom('groups').where('name', '=', name).execute();
      await record({ type: 'group.deleted', details: { group: name } });
    },

    async listMembers({ params, query: { limit, cursor, period }, queries, record }) {
      const { name } = await readGroup(queries, params.name);
      // cursors of servers of the previous release stay valid
      const filters = { list: 'members', name, ...(period !== 'now' && { period }) };
      const rows = await listMembers(queries, {
        group: name,
        period,
        now: now(),
        after: positionOf(cursor, filters)?.id ?? '',
        limit: limit + 1,
      });
      const details = { group: name, results: Math.min(rows.length, limit) };
      await record({ type: 'users.searched', details });
      return pageFrom(rows, limit, filters, {
        shown: (row) => ({
          id: row.id,
          username: row.username,
          fullName: row.full_name,
          disabled: row.disabled !== 0,
          validFrom: isoTimeOrNull(row.valid_from),
          validUntil: isoTimeOrNull(row.valid_until),
          period: row.period,
        }),
        position: ({ id }) => ({ key: '', id }),
      });
    },
  };
}
