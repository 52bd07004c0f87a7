// The first administrators of an installation: whether a database may still get them, and the transaction that creates them.

import { randomUUID } from 'node:crypto';
import { emailKey, searchKey } from '@brama/contract/sign-in/login-name';
import { userFields } from '@brama/contract/users/fields';
import type { Logger } from 'pino';
import { giveRole } from '../../admin/roles/change-role.ts';
import type { Database, Queries } from '../../database/connect.ts';
import { isMissingTable } from '../../database/errors.ts';
import { findFactOfAny, recordFact, removeFact } from '../../database/installation.ts';
import type { Change } from '../../events/change.ts';
import type { AccessCodes } from '../../factors/access-codes.ts';
import { insertUser } from '../../users/changes/change-users.ts';
import { blankRow, columnsFrom } from '../../users/columns.ts';
import { Refusal } from '../backup/refusal.ts';
import { inCommand } from '../run-command.ts';

/** How long an administrator may wait before the first sign-in. */
const codeHours = 24;

export type NewAdministrator = { username: string; fullName: string; email: string };

export type AdministratorField = keyof NewAdministrator;
export const administratorFields = ['username', 'fullName', 'email'] as const;

export type CreatedAdministrator = { username: string; accessCode: string; expiresAt: number };

/** Returns the normal form of a value, or why it cannot be used. */
export function readField(
  field: AdministratorField,
  typed: string,
): { value: string } | { reason: string } {
  const parsed = userFields[field].schema.safeParse(typed.trim());
  return parsed.success
    ? { value: parsed.data }
    : { reason: parsed.error.issues[0]?.message ?? 'is not valid' };
}

/** Returns why two users cannot exist together. */
export function clashOf(one: NewAdministrator, other: NewAdministrator): string | undefined {
  if (searchKey(one.username) === searchKey(other.username)) return 'is that of the other user';
  const isAddress = ({ username }: NewAdministrator, { email }: NewAdministrator) =>
    emailKey(username) === emailKey(email);
  if (isAddress(one, other) || isAddress(other, one)) return 'is the email address of the other';
  return undefined;
}

async function hasRows(queries: Queries, table: 'users' | 'user_roles'): Promise<boolean> {
  try {
    const row = await queries.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    return row !== undefined;
  } catch (error) {
    if (isMissingTable(error)) return false;
    throw error;
  }
}

export type Obstacle = 'administrator' | 'users';

/** Returns why a database, also of an earlier schema, must not get first administrators; undefined if it may. */
export async function findObstacle(queries: Queries): Promise<Obstacle | undefined> {
  if ((await findFactOfAny(queries, 'administrator')) !== undefined) return 'administrator';
  if (await hasRows(queries, 'user_roles')) return 'administrator';
  return (await hasRows(queries, 'users')) ? 'users' : undefined;
}

const reasons: Record<Obstacle, string> = {
  administrator:
    'The installation has or had an administrator, so it is not new. `brama admin list` prints the users with roles; `brama admin grant USERNAME` gives a role; `brama users access-code USERNAME` lets an administrator in who has lost all ways to sign in.',
  users:
    'The database has users already, so it is not new. `brama admin grant USERNAME` makes one of them an administrator.',
};

/** @throws {Refusal} for a database that is not new. */
export function refuseObstacle(obstacle: Obstacle | undefined): void {
  if (obstacle !== undefined) throw new Refusal(reasons[obstacle]);
}

/** Of several set-ups at once, the first to commit wins. @throws {Refusal} in the others. */
async function claim(queries: Queries, at: number): Promise<void> {
  // on PostgreSQL this insert waits for that of another set-up
  const own = randomUUID();
  const recorded = await recordFact(queries, { name: 'administrator', value: own, at });
  if (recorded !== own) refuseObstacle('administrator');
  if (await hasRows(queries, 'users')) refuseObstacle('users');
  await removeFact(queries, 'setup-unfinished');
}

type Deps = { accessCodes: AccessCodes; now: () => number };

/** The access code is the only way to sign in, also without email. A second factor is due at once, without days of grace. */
async function createOne(
  { accessCodes, now }: Deps,
  change: Change,
  { username, fullName, email }: NewAdministrator,
): Promise<CreatedAdministrator> {
  const { queries, record } = change;
  const at = now();
  const id = randomUUID();
  await insertUser(queries, {
    ...blankRow,
    id,
    version: 0,
    created_at: at,
    updated_at: at,
    ...columnsFrom({ username, fullName, email }),
    username,
    second_factor_due_at: at,
  });
  await record({
    type: 'user.created',
    userId: id,
    details: { fields: [...administratorFields].sort() },
  });
  await giveRole(change, { id, role: 'administrator', reason: '' }, at);
  const ttlMs = codeHours * 3_600_000;
  const explained = { issuedBy: 'brama setup', reason: 'first sign-in' };
  await record({ type: 'access-code.issued', userId: id, details: explained });
  const accessCode = await accessCodes.issue(queries, { userId: id, ...explained, ttlMs });
  return { username, accessCode, expiresAt: at + ttlMs };
}

/** Creates all of them or none. @throws {Refusal} if the database has users, or had an administrator. */
export function createFirstAdministrators(
  db: Database,
  log: Logger,
  deps: Deps,
  administrators: readonly NewAdministrator[],
): Promise<CreatedAdministrator[]> {
  return inCommand(db, log, async (change) => {
    await claim(change.queries, deps.now());
    const created: CreatedAdministrator[] = [];
    for (const one of administrators) created.push(await createOne(deps, change, one));
    return created;
  });
}
