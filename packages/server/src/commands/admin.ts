// `brama roles`, and `brama admin`, its former name: gives roles of administration to users, takes them away, and lists them. Running servers read roles
// with each request, so that a change works at once.

import { type Role, roles } from '@brama/contract/admin/roles';
import { loginNameOf } from '@brama/contract/sign-in/login-name';
import type { Logger } from 'pino';
import { giveRole, withdrawRole } from '../admin/roles/change-role.ts';
import type { Database } from '../database/connect.ts';
import { UserStore } from '../users/store.ts';
import { lockUser } from '../users/ways-in.ts';
import { checkToken, runCreateToken } from './admin-token.ts';
import { printList, readPages, timeText } from './api/print.ts';
import { type Api, type CommandContext, dataOf } from './api/refused.ts';
import { withApi } from './api/with-api.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { inCommand, withDatabase } from './run-command.ts';

type Arguments = Given<(typeof areas)['admin']>;
type OnRoles = Exclude<Arguments, { command: 'token' }>;
type Change = Exclude<OnRoles, { command: 'list' }>;

async function list(api: Api, options: Extract<OnRoles, { command: 'list' }>['options']) {
  const found = await readPages(options, (query) =>
    dataOf(api.GET('/api/admin/roles', { params: { query } })),
  );
  return printList(found, options.json, {
    role: ({ role }) => role,
    username: ({ username }) => username,
    name: ({ fullName }) => fullName,
    disabled: ({ disabled }) => disabled,
    since: ({ grantedAt }) => timeText(grantedAt),
  });
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

async function change(db: Database, log: Logger, given: Change): Promise<number> {
  const [username] = given.operands;
  const { role = roles[0] } = given.options;
  const user = await new UserStore(db).findCredentials(loginNameOf(username));
  if (!user) return refuse(`There is no user ${username}.`);
  const { userId } = user;
  if (given.command === 'revoke') return revoke(db, log, { userId, role });
  if (user.disabled) return refuse(`The user ${username} is disabled; enable the user first.`);
  return grant(db, log, { userId, role });
}

const run = (given: OnRoles, context: CommandContext): Promise<number> =>
  given.command === 'list'
    ? withApi(context, given.options, (api) => list(api, given.options))
    : withDatabase(context.config(), [], (db, log) => change(db, log, given));

export function runRoles(args: readonly string[], context: CommandContext): Promise<number> {
  return withArguments(
    'roles',
    args,
    (given) => given,
    (given) => run(given, context),
  );
}

export function runAdmin(args: readonly string[], context: CommandContext): Promise<number> {
  return withArguments('admin', args, checkToken, (given) =>
    given.command === 'token' ? runCreateToken(given, context.config()) : run(given, context),
  );
}
