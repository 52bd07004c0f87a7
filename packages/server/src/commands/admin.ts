// `npm run brama -- admin`: gives roles of administration to users, takes them away, and lists them. Running servers read roles
// with each request, so that a change works at once.

import { parseArgs } from 'node:util';
import { isRole, type Role, roles } from '@brama/contract/admin/roles';
import { maxTokenDays } from '@brama/contract/admin/tokens';
import { loginNameOf } from '@brama/contract/sign-in/login-name';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/connect.ts';
import { grantRole, listRoles, revokeRole } from '../users/roles/role-store.ts';
import { UserStore } from '../users/store.ts';
import { lockUser } from '../users/ways-in.ts';
import { createToken, type NewToken, readNewToken } from './admin-token.ts';
import {
  inCommand,
  refuseMore,
  refuseOptions,
  UsageError,
  unknownCommand,
  utcTime,
  withArguments,
  withDatabase,
} from './run-command.ts';

const usage = `usage: npm run brama -- admin grant USERNAME [--role ROLE]
       npm run brama -- admin revoke USERNAME [--role ROLE]
       npm run brama -- admin list
       npm run brama -- admin token USERNAME --name NAME [--scope PERMISSION]… [--days N]

  grant    gives the user a role: administrator (the default), operator, application-owner or auditor
  revoke   takes a role away; never from the only enabled administrator
  list     prints the users with roles
  token    prints a new API token of the user, who must have a role. It is valid for 30 days, or --days
           (1 to ${maxTokenDays}), and for everything that the user may do, or only for each --scope`;

type Change = { command: 'grant' | 'revoke'; username: string; role: Role };
type Arguments = Change | { command: 'list' } | ({ command: 'token' } & NewToken);

type Values = { role?: string; name?: string; scope?: string[]; days?: string };

function readChange(command: Change['command'], username: string, values: Values): Arguments {
  const { role = roles[0], ...others } = values;
  refuseOptions(others, `admin ${command}`);
  if (!isRole(role)) throw new UsageError(`--role: must be ${roles.join(', ')} (it is ${role})`);
  return { command, username, role };
}

function readToken(username: string, { role, ...given }: Values): Arguments {
  if (role !== undefined) throw new UsageError('--role: is not an option of admin token');
  return { command: 'token', ...readNewToken(username, given) };
}

/** @throws {UsageError} */
function readArguments(args: readonly string[]): Arguments {
  const options = {
    role: { type: 'string' },
    name: { type: 'string' },
    scope: { type: 'string', multiple: true },
    days: { type: 'string' },
  } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [command, username, ...rest] = positionals;
  if (command === 'list') {
    refuseMore(positionals.slice(1));
    refuseOptions(values, 'admin list');
    return { command };
  }
  if (command !== 'token' && command !== 'grant' && command !== 'revoke')
    throw unknownCommand('admin', command);
  if (!username) throw new UsageError('USERNAME is missing');
  refuseMore(rest);
  return command === 'token' ? readToken(username, values) : readChange(command, username, values);
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
  const isNew = await inCommand(db, log, async ({ queries, record }) => {
    await lockUser(queries, userId);
    if (!(await grantRole(queries, { userId, role, at }))) return false;
    await record({ type: 'role.granted', userId, role });
    return true;
  });
  console.log(isNew ? `Granted: ${role}.` : `The user has this role already: ${role}.`);
  return 0;
}

async function revoke(db: Database, log: Logger, { userId, role }: Target): Promise<number> {
  const result = await inCommand(db, log, async ({ queries, record }) => {
    const done = await revokeRole(queries, { userId, role });
    if (done === 'revoked') await record({ type: 'role.revoked', userId, role });
    return done;
  });
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
  return withArguments(usage, args, readArguments, (given) =>
    withDatabase(config, [], (db, log) =>
      given.command === 'list' ? list(db) : run(db, log, given),
    ),
  );
}
