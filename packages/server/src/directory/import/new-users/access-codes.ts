// Temporary access codes for the users whom an import has created and who cannot sign in yet. Each is issued as a single one is. An import
// never does it by itself.

import { maxCodesOfSheet } from '@brama/contract/admin/access-codes';
import type { ImportState } from '@brama/contract/admin/imports/codes';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { Language } from '@brama/contract/paths';
import type { UserFacts } from '@brama/contract/users/fields';
import { sql } from 'kysely';
import { type ActionDeps, runAction } from '../../../admin/approvals/run-action.ts';
import type { Queries } from '../../../database/connect.ts';
import type { Change } from '../../../events/change.ts';
import { recentRolesOf } from '../../../users/roles/second-administrator.ts';
import { hasNoWay, lockUsers } from '../../../users/ways-in.ts';
import type { Import } from '../import-store.ts';
import { newUsersOf } from './invitation-store.ts';

/** Returns whether the import may have created users. One that has failed keeps what it had written. */
export const hasNewUsers = (state: ImportState) => state === 'done' || state === 'failed';

type Wanted = { of: Pick<Import, 'id' | 'mapping'>; group: string | null };
type At = { enabledMethods: readonly MethodId[]; at: number };

/** Returns the condition that a user needs a code. Where codes are chosen, Diia is no reason to get none before the first sign-in. */
function needsCode({ of: one }: Wanted, enabledMethods: readonly MethodId[]) {
  if (newUsersOf(one) !== 'codes') return hasNoWay('u', enabledMethods);
  const withoutDiia = enabledMethods.filter((id) => id !== 'diia');
  const isNew = sql`not exists (select 1 from user_search s where s.user_id = u.id and s.last_sign_in_at > 0)`;
  return sql<boolean>`(${hasNoWay('u', enabledMethods)} or (${hasNoWay('u', withoutDiia)} and ${isNew}))`;
}

/** Returns the enabled new users of an import who need a code, and whom a source still names. Their table is `u`. */
function newUsers(queries: Pick<Queries, 'selectFrom'>, wanted: Wanted, { enabledMethods }: At) {
  const { of: one, group } = wanted;
  const users = queries
    .selectFrom('import_rows as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .where('r.import_id', '=', one.id)
    .where('r.kind', '=', 'created')
    .where('u.disabled', '=', 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('source_links as l')
          .select('l.user_id')
          .whereRef('l.user_id', '=', 'u.id')
          .where('l.state', '=', 'present'),
      ),
    )
    .where(needsCode(wanted, enabledMethods));
  if (group === null) return users;
  return users.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('group_members as m')
        .select('m.user_id')
        .whereRef('m.user_id', '=', 'u.id')
        .where('m.group_name', '=', group),
    ),
  );
}

type NewUsers = ReturnType<typeof newUsers>;

const withoutRole = (users: NewUsers) =>
  users.where(({ not, exists, selectFrom }) =>
    not(
      exists(selectFrom('user_roles as x').select('x.user_id').whereRef('x.user_id', '=', 'u.id')),
    ),
  );

/** `has`: only users with a valid code; otherwise only those without. */
const byCode = (users: NewUsers, { at }: At, has: boolean) =>
  users.where(({ not, exists, selectFrom }) => {
    const codes = exists(
      selectFrom('access_codes as c')
        .select('c.user_id')
        .whereRef('c.user_id', '=', 'u.id')
        .where('c.expires_at', '>', at),
    );
    return has ? codes : not(codes);
  });

async function countOf(users: NewUsers): Promise<number> {
  const { count } = await users
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Groups of one answer. */
const maxGroups = 1000;

type Title = Record<Language, string> | null;

const titleFrom = (title: string | null | undefined): Title => (title ? JSON.parse(title) : null);

/** Returns how many of the users are in each group. */
const countByGroup = (users: NewUsers) =>
  users
    .innerJoin('group_members as m', 'm.user_id', 'u.id')
    .leftJoin('groups as g', 'g.name', 'm.group_name')
    .select(['m.group_name', 'g.title', ({ fn }) => fn.countAll().as('count')])
    .groupBy(['m.group_name', 'g.title'])
    .orderBy('m.group_name')
    .limit(maxGroups)
    .execute();

/** Counts the new users of an import who may get a code, and those who have one, in all and by group. */
export async function countWithoutWay(queries: Queries, of: Wanted['of'], at: At) {
  const users = withoutRole(newUsers(queries, { of, group: null }, at));
  const coded = byCode(users, at, true);
  const codedByGroup = new Map(
    (await countByGroup(coded)).map(({ group_name, count }) => [group_name, Number(count)]),
  );
  const groups = await countByGroup(users);
  return {
    count: await countOf(users),
    withCode: await countOf(coded),
    groups: groups.map(({ group_name: name, title, count }) => ({
      name,
      title: titleFrom(title),
      count: Number(count),
      withCode: codedByGroup.get(name) ?? 0,
    })),
  };
}

const depthOf = (group: string) => group.split('.').length;

/** Returns the group under which a person stands: the most specific one. */
function groupOf(groups: readonly string[], wanted: string | null): string | null {
  if (wanted !== null) return wanted;
  const [first = null] = groups.toSorted((a, b) => depthOf(b) - depthOf(a) || (a < b ? -1 : 1));
  return first;
}

async function titlesOf(queries: Queries, names: readonly string[]): Promise<Map<string, Title>> {
  if (names.length === 0) return new Map();
  const rows = queries.selectFrom('groups').select(['name', 'title']).where('name', 'in', names);
  return new Map((await rows.execute()).map(({ name, title }) => [name, titleFrom(title)]));
}

/** Returns the study group, if the data of a user have one: by it, slips are handed out. */
function studyGroupOf(data: UserFacts['data']): string | null {
  const found = Object.entries(data).find(
    ([name, value]) => value && /(?:груп[аи]|группа|group)$/.test(name.toLowerCase()),
  );
  return found?.[1] ?? null;
}

type Person = { userId: string; username: string; fullName: string };
export type IssuedCode = Person & {
  studyGroup: string | null;
  group: string | null;
  groupTitle: Title;
  code: string;
  expiresAt: string;
};

const collator = new Intl.Collator('uk', { numeric: true });

const inOrder = (a: IssuedCode, b: IssuedCode) =>
  collator.compare(a.group ?? '', b.group ?? '') ||
  collator.compare(a.studyGroup ?? '', b.studyGroup ?? '') ||
  collator.compare(a.fullName, b.fullName);

export type IssueDeps = ActionDeps & { enabledMethods: readonly MethodId[] };

/** Codes that are younger belong to the sheet before, if there are others. */
const sheetMs = 3_600_000;

/** Returns those who come first when codes are renewed, so that repeated calls reach everyone. */
async function toRenew(users: NewUsers, { at }: At): Promise<NewUsers> {
  const first = users.where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('access_codes as c')
          .select('c.user_id')
          .whereRef('c.user_id', '=', 'u.id')
          .where('c.created_at', '>', at - sheetMs),
      ),
    ),
  );
  return (await countOf(first)) > 0 ? first : users;
}

type Found = Person & { groups: string[]; studyGroup: string | null };

/** Returns the users who get a code now, locked, and how many there are in all. */
async function lockNext(
  queries: Queries,
  wanted: Wanted & { renew: boolean },
  at: At,
): Promise<{ users: Found[]; total: number }> {
  const all = newUsers(queries, wanted, at);
  const due = wanted.renew ? await toRenew(all, at) : byCode(all, at, false);
  const total = await countOf(due);
  const first = await due
    .select('u.id')
    .orderBy('u.full_name')
    .orderBy('u.id')
    .limit(maxCodesOfSheet)
    .execute();
  const ids = first.map(({ id }) => id);
  if (ids.length === 0) return { users: [], total };
  await lockUsers(queries, ids);
  // some may have got a way to sign in meanwhile
  const rows = await due
    .select(['u.id', 'u.username', 'u.full_name', 'u.groups', 'u.data'])
    .where('u.id', 'in', ids)
    .execute();
  const users = rows.map(({ id, username, full_name, groups, data }) => ({
    userId: id,
    username,
    fullName: full_name,
    groups: JSON.parse(groups),
    studyGroup: studyGroupOf(JSON.parse(data)),
  }));
  return { users, total };
}

/**
 * Issues the codes, in the transaction of the call, and returns them. Nothing else shows them. Users with a role are left out: their codes
 * need an action on the single user. `checkMayAct` throws if the caller may not act as a user.
 */
export async function issueCodes(
  deps: IssueDeps,
  call: Pick<Change, 'queries' | 'record' | 'sessionsEnded'>,
  {
    hours,
    issuedBy,
    reason,
    checkMayAct,
    ...wanted
  }: Wanted & {
    renew: boolean;
    hours: number;
    issuedBy: string;
    reason: string;
    checkMayAct(userId: string): Promise<unknown>;
  },
): Promise<{ codes: IssuedCode[]; leftOut: Person[]; remaining: number }> {
  const { queries } = call;
  const at = deps.now();
  const { users, total } = await lockNext(queries, wanted, {
    enabledMethods: deps.enabledMethods,
    at,
  });
  const groups = new Map(
    users.map((user) => [user.userId, groupOf(user.groups, wanted.group)] as const),
  );
  const names = [...new Set(groups.values())].filter((name) => name !== null);
  const titles = await titlesOf(queries, names);
  const codes: IssuedCode[] = [];
  const leftOut: Person[] = [];
  for (const { userId, username, fullName, studyGroup } of users) {
    const person = { userId, username, fullName };
    if ((await recentRolesOf(queries, userId, at)).length > 0) {
      leftOut.push(person);
      continue;
    }
    await checkMayAct(userId);
    const action = { action: 'access-code.issue', userId, issuedBy, reason, hours } as const;
    const outcome = await runAction(deps, call, action);
    if (!('accessCode' in outcome)) throw new Error('no access code');
    const group = groups.get(userId) ?? null;
    const groupTitle = (group !== null && titles.get(group)) || null;
    codes.push({ ...person, group, groupTitle, studyGroup, ...outcome.accessCode });
  }
  return {
    codes: codes.sort(inOrder),
    leftOut,
    remaining: Math.max(0, total - maxCodesOfSheet),
  };
}
