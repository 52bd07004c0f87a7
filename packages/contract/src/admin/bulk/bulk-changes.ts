// Bulk changes of users. A preview stores whom a change concerns and who is left out. Started, it runs on the server as a job, with the
// rules of a change of one user for each of them.

import { z } from 'zod';
import { groupName } from '../../groups/fields.ts';
import { limitedList } from '../limits.ts';
import { type AdminRoute, givenTime, idOf, line, pageOf, pageQuery, time } from '../route.ts';
import { userFilters } from '../users.ts';
import { type BulkActType, bulkActTypes, bulkResults } from './act-types.ts';

/** Users who are named one by one. */
export const maxNamedUsers = 2000;
/** Users whom a filter may find. */
export const maxBulkUsers = 20_000;
/** A change of more users needs their number, typed by the administrator. */
export const bulkCountFrom = 100;
/** So does a change of a larger part of all users. */
export const bulkCountShare = 0.05;

/** The fields of each act; those with `!` are required. */
const fieldsOfAct: Record<BulkActType, readonly string[]> = {
  'add-to-group': ['group!', 'validFrom', 'validUntil'],
  'remove-from-group': ['group!'],
  'set-end': ['validUntil!'],
  disable: ['reason'],
  enable: [],
  invite: [],
};

/** Reports fields that the act needs, or does not have. */
function checkFields({ value, issues }: z.core.ParsePayload<{ type: BulkActType }>) {
  const { type, ...given } = value;
  const report = (name: string, message: string) =>
    issues.push({ code: 'custom', message, path: [name], input: undefined });
  const fields = fieldsOfAct[type];
  for (const [name, one] of Object.entries(given))
    if (one !== undefined && !fields.includes(name) && !fields.includes(`${name}!`))
      report(name, 'is unknown');
  for (const field of fields)
    if (field.endsWith('!') && !Object.hasOwn(given, field.slice(0, -1)))
      report(field.slice(0, -1), 'is required');
}

const givenChange = z
  .strictObject({
    type: z.enum(bulkActTypes),
    group: groupName.optional().describe('For `add-to-group` and `remove-from-group`.'),
    validFrom: givenTime
      .nullable()
      .optional()
      .describe('For `add-to-group`: the begin of the membership; null: since ever.'),
    validUntil: givenTime
      .nullable()
      .optional()
      .describe('For `add-to-group` and `set-end`: the first moment after the end; null: no end.'),
    reason: line(200)
      .optional()
      .describe('For `disable`: why, for the event and for other administrators.'),
  })
  .check(checkFields);
export type BulkAct = z.output<typeof givenChange>;

const shownChange = z
  .object({
    type: z.enum(bulkActTypes),
    group: z.string().nullable(),
    validFrom: time.nullable(),
    validUntil: time.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'BulkAct' });

/** The schema of the filters is that of a query, whose values are texts. */
const asQuery = (given: unknown) =>
  typeof given === 'object' && given !== null
    ? Object.fromEntries(
        Object.entries(given).map(([name, value]) => [
          name,
          typeof value === 'boolean' ? String(value) : value,
        ]),
      )
    : given;

/** Exactly one of them is given. */
const givenUsers = z
  .strictObject({
    ids: limitedList(z.array(z.uuid()).min(1), maxNamedUsers).optional(),
    usernames: limitedList(z.array(line(200)).min(1), maxNamedUsers).optional(),
    filter: z
      .preprocess(asQuery, userFilters)
      .optional()
      .describe('The filters of the list of users, as in its query.'),
  })
  .refine(
    (given) => Object.values(given).filter((one) => one !== undefined).length === 1,
    'must have exactly one of ids, usernames and filter',
  );
export type BulkUsers = z.output<typeof givenUsers>;

/** `previewed`: waits for the start. `stopped`: the administrator who started it may no longer change users. */
export const bulkStates = ['previewed', 'running', 'done', 'cancelled', 'stopped'] as const;
export type BulkState = (typeof bulkStates)[number];

/** Why a user is not changed. */
export const bulkCodes = [
  'already-so',
  'longer-membership',
  'not-in-period',
  'unknown-user',
  'own-account',
  'higher-role',
  'last-administrator',
  'owned-by-source',
  'not-your-group',
  'unknown-group',
  'too-many-groups',
  'end-not-after-begin',
  'guest-needs-end',
  'no-email',
  'emails-off',
  'cannot-sign-in',
  'has-way-to-sign-in',
  'administrator',
  'too-many-invitations',
  'changed-since',
  'refused',
  'failed',
] as const;
export type BulkCode = (typeof bulkCodes)[number];

const counts = z.object({
  total: z.int().describe('All users and unknown usernames.'),
  waiting: z.int().describe('Users who are still to be changed.'),
  changed: z.int(),
  unchanged: z.int().describe('Users for whom it was already so.'),
  refused: z.int(),
});

const bulkChangeSummary = z.object({
  id: z.uuid(),
  act: shownChange,
  undoOf: z.uuid().nullable().describe('The bulk change that this one undoes.'),
  state: z.enum(bulkStates),
  createdById: z.uuid().describe('Who has started it, or else previewed it.'),
  createdBy: z.string().nullable().describe('The username of who has started it.'),
  createdAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  expiresAt: time.describe('Deleted then.'),
  counts,
});

const bulkChange = bulkChangeSummary
  .extend({
    exceptions: z
      .array(z.object({ code: z.enum(bulkCodes), count: z.int() }))
      .describe('Why users are not changed.'),
    needsCount: z
      .boolean()
      .describe('The start needs the number of users, because it changes many.'),
    undoneBy: z.uuid().nullable().describe('The bulk change that undoes this one.'),
    canUndo: z.boolean().describe('Some users can get back what they had.'),
  })
  .meta({ id: 'BulkChange' });

const bulkRow = z.object({
  userId: z.uuid().nullable().describe('Null for an unknown username.'),
  username: z.string().describe('As it was typed, if it is unknown.'),
  fullName: z.string().nullable(),
  result: z.enum(bulkResults),
  code: z.enum(bulkCodes).nullable().describe('Why the user is not changed.'),
});

const bulkParams = idOf('bulk change');
const typedCount = z.strictObject({
  count: z
    .int()
    .min(0)
    .optional()
    .describe('The number of users that are to be changed, as the administrator typed it.'),
});

const path = '/api/admin/bulk-changes' as const;

export const bulkRoutes = {
  previewBulkChange: {
    method: 'POST',
    path,
    summary:
      'Finds whom a bulk change would concern, and who is left out and why. It changes no user, and is deleted after an hour unless it is started.',
    permission: 'users.write',
    body: z.strictObject({ act: givenChange, users: givenUsers }),
    response: bulkChange,
    status: 201,
    createdPath: 'id',
    idempotent: true,
  },
  listBulkChanges: {
    method: 'GET',
    path,
    summary: 'Lists bulk changes that were started, the newest first. They are kept for 30 days.',
    permission: 'users.read',
    query: pageQuery,
    response: pageOf(bulkChangeSummary),
  },
  readBulkChange: {
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Returns a bulk change with its progress.',
    permission: 'users.read',
    params: bulkParams,
    response: bulkChange,
  },
  listBulkChangeRows: {
    method: 'GET',
    path: `${path}/:id/rows`,
    summary:
      'Lists the users of a bulk change with the result for each. The request is recorded as an event.',
    permission: 'users.read',
    params: bulkParams,
    query: pageQuery.extend({
      result: z.enum(bulkResults).optional().describe('Only users with this result.'),
      code: z.enum(bulkCodes).optional().describe('Only users left out for this reason.'),
    }),
    response: pageOf(bulkRow),
  },
  startBulkChange: {
    method: 'POST',
    path: `${path}/:id/start`,
    summary:
      'Starts a bulk change that was previewed. For more than 100 users, or 5 % of all, it needs their number. It goes on without the caller, with the rights that the caller still has.',
    permission: 'users.write',
    params: bulkParams,
    body: typedCount,
    response: bulkChange,
    sensitive: 'tokens-allowed',
  },
  cancelBulkChange: {
    method: 'POST',
    path: `${path}/:id/cancel`,
    summary: 'Stops a bulk change. Users who are changed already stay so.',
    permission: 'users.write',
    params: bulkParams,
    response: bulkChange,
    sensitive: 'tokens-allowed',
  },
  undoBulkChange: {
    method: 'POST',
    path: `${path}/:id/undo`,
    summary:
      'Starts another bulk change, which gives users back what they had, unless they have been changed since. Invitations cannot be undone.',
    permission: 'users.write',
    params: bulkParams,
    body: typedCount,
    response: bulkChange,
    sensitive: 'tokens-allowed',
  },
} as const satisfies Record<string, AdminRoute>;
