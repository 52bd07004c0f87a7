// `npm run brama -- admin`: gives roles of administration to users, takes them away, and lists them. Running servers read roles
// with each request, so that a change works at once.

import { type Role, roles } from '@brama/contract/admin/roles';
import { loginNameOf } from '@brama/contract/sign-in/login-name';
import type { Logger } from 'pino';
import { giveRole, withdrawRole } from '../admin/roles/change-role.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/connect.ts';
import { listRoles } from '../users/roles/role-store.ts';
import { UserStore } from '../users/store.ts';
import { lockUser } from '../users/ways-in.ts';
import { createToken, type NewToken, readNewToken } from './admin-token.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { inCommand, utcTime, withDatabase } from './run-command.ts';

type Change = { command: 'grant' | 'revoke'; username: string; role: Role };
type Arguments = Change | { command: 'list' } | ({ command: 'token' } & NewToken);

/** @throws {UsageError} */
function readArguments(given: Given<(typeof areas)['admin']>): Arguments {
  if (given.command === 'list') return { command: 'list' };
  const [username] = given.operands;
  if (given.command === 'token')
    return { command: 'token', ...readNewToken(username, given.options) };
  const { role = roles[0] } = given.options;
  return { command: given.command, username, role };
}

async function list(db: Database): Promise<number> {
  const holders = await listRoles(db);
  const lines = holders.map(
    ({ username, disabled, role, grantedAt }) =>
      `${role}  ${username}${disabled ? ' (disabled)' : ''}  since ${utcTime(grantedAt)}`,
  );
  console.log(lines.join('\n') || 'No user has a role.');
  return 0;
}

function refuse(text: string): number {
  console.error(text);
  return 1;
}

type Target = { userId: string; role: Role };

async function grant(db: Database, log: Logger, { userId, role }: Target): Promise<number> {
  const at = Date.now();
  const isNew = await inCommand(db, log, async (change) => {
    await lockUser(change.queries, userId);
    return giveRole(change, { id: userId, role, reason: '' }, at);
  });
  console.log(isNew ? `Granted: ${role}.` : `The user has this role already: ${role}.`);
  return 0;
}

async function revoke(db: Database, log: Logger, { userId, role }: Target): Promise<number> {
  const target = { id: userId, role, reason: '' };
  const result = await inCommand(db, log, (change) => withdrawRole(change, target));
  if (result === 'last-administrator')
    return refuse('This is the only enabled administrator. Grant the role to another user first.');
  if (result === 'absent') return refuse(`The user does not have this role: ${role}.`);
  console.log(`Revoked: ${role}.`);
  return 0;
}

type OnUser = Exclude<Arguments, { command: 'list' }>;

async function run(db: Database, log: Logger, given: OnUser): Promise<number> {
  const user = await new UserStore(db).findCredentials(loginNameOf(given.username));
  if (!user) return refuse(`There is no user ${given.username}.`);
  const { userId } = user;
  if (given.command === 'revoke') return revoke(db, log, { userId, role: given.role });
  if (user.disabled)
    return refuse(`The user ${given.username} is disabled; enable the user first.`);
  if (given.command === 'token') return createToken(db, log, { ...given, userId });
  return grant(db, log, { userId, role: given.role });
}

export function runAdmin(args: readonly string[], config: Config): Promise<number> {
  return withArguments('admin', args, readArguments, (given) =>
    withDatabase(config, [], (db, log) =>
      given.command === 'list' ? list(db) : run(db, log, given),
    ),
  );
}
