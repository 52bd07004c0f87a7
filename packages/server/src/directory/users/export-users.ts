// The list of users as a CSV file, written while it is read. Stored as an event before the first line is sent.

import { type ExportColumn, exportColumns } from '@brama/contract/admin/users';
import { byteOrderMark, csvLine } from '../../admin/csv.ts';
import type { Handlers } from '../../admin/handler.ts';
import { isoTime } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import {
  countFound,
  type FoundUser,
  findUsers,
  type UserList,
  type UserPosition,
} from '../../users/search/find-users.ts';
import {
  fillTexts,
  type ListUsersDeps,
  listedOf,
  normalFilters,
  searchFilters,
  searchReasons,
} from './list-users.ts';

const cell: Record<ExportColumn, (user: FoundUser) => string | null> = {
  username: ({ user }) => user.username,
  fullName: ({ user }) => user.fullName,
  fullNameEn: ({ user }) => user.fullNameEn,
  givenName: ({ user }) => user.givenName,
  email: ({ user }) => user.email,
  studentId: ({ user }) => user.studentId,
  employeeId: ({ user }) => user.employeeId,
  groups: ({ user }) => user.groups.join(';'),
  disabled: ({ user }) => String(user.disabled),
  validUntil: (found) => listedOf(found).validUntil,
  createdAt: (found) => listedOf(found).createdAt,
  lastSignInAt: (found) => listedOf(found).lastSignInAt,
};

const usersPerPart = 200;

/** Reads the list page by page, so that the memory does not grow with it. */
async function* linesOf(
  queries: Queries,
  list: Pick<UserList, 'filters' | 'sort'>,
  columns: readonly ExportColumn[],
) {
  yield byteOrderMark + csvLine(columns);
  for (let after: UserPosition | undefined; ; ) {
    const users = await findUsers(queries, { ...list, after, limit: usersPerPart });
    if ('wrong' in users) throw new Error(`an export with a wrong ${users.wrong}`);
    if (users.length > 0)
      yield users.map((user) => csvLine(columns.map((name) => cell[name](user) ?? ''))).join('');
    after = users.at(-1)?.position;
    if (users.length < usersPerPart) return;
  }
}

/** Returns the filters as texts, without what was typed. */
const shownFilters = (asked: object) =>
  Object.entries(asked)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (name === 'q' ? name : `${name}=${value}`));

export const createExportUsers =
  (deps: ListUsersDeps & { now(): number }): Handlers<'exportUsers'>['exportUsers'] =>
  async ({ actor, query: { columns: given, sort, ...asked }, queries, record }) => {
    const own = normalFilters(actor, asked);
    await fillTexts(deps);
    const filters = searchFilters(deps, own);
    const columns = exportColumns.filter((name) => given?.split(',').includes(name) ?? true);
    const results = await countFound(queries, filters);
    if (results === undefined) return fail('request.invalid', { fields: { q: searchReasons.q } });
    await record({
      type: 'users.exported',
      details: { results, fields: columns, filters: shownFilters(own) },
    });
    const day = isoTime(deps.now()).slice(0, 10);
    return { name: `users-${day}.csv`, parts: linesOf(queries, { filters, sort }, columns) };
  };
