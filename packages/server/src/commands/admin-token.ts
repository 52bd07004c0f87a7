// `brama tokens create`, and `brama admin token`, its former name: creates an API token for a user with a role, before that user can create one in the browser.

import { type Permission, permissionsOf } from '@brama/contract/admin/permissions';
import { missingScopes } from '@brama/contract/admin/tokens';
import { loginNameOf } from '@brama/contract/sign-in/login-name';
import type { Logger } from 'pino';
import { TokenStore } from '../admin/tokens/token-store.ts';
import { issueToken } from '../admin/tokens/tokens.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/connect.ts';
import { rolesOf } from '../users/roles/role-store.ts';
import { UserStore } from '../users/store.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { inCommand, withDatabase } from './run-command.ts';

const dayMs = 24 * 3_600_000;

type Line = Extract<Given<(typeof areas)['tokens']>, { command: 'create' }>;

/** @throws {UsageError} for a name that a token cannot have */
export function checkToken<Any extends { command: string; options: object }>(given: Any): Any {
  const { name } = given.options as { name?: string };
  if (name !== undefined && (name.trim() === '' || name.trim().length > 100))
    throw new UsageError('--name: must be a name of at most 100 characters');
  return given;
}

type NewToken = {
  userId: string;
  name: string;
  /** Undefined: everything that the user may do. */
  scopes: readonly Permission[] | undefined;
  days: number;
};

/** Prints the token, and nothing else, to standard output. */
async function createToken(
  db: Database,
  log: Logger,
  { userId, name, scopes, days }: NewToken,
): Promise<number> {
  const own = permissionsOf(await rolesOf(db, userId));
  const foreign = (scopes ?? []).filter((scope) => !own.includes(scope));
  if (own.length === 0 || foreign.length > 0) {
    const missing = foreign.length > 0 ? `these permissions: ${foreign.join(', ')}` : 'a role';
    console.error(`The user does not have ${missing}.`);
    return 1;
  }
  const [missing] = missingScopes(scopes ?? []);
  if (missing) {
    console.error(`${missing[0]} needs ${missing[1]} too.`);
    return 1;
  }
  const at = Date.now();
  const token = { name, userId, scopes: [...(scopes ?? own)], expiresAt: at + days * dayMs };
  const tokens = new TokenStore(db, () => at);
  const { secret } = await inCommand(db, log, (change) => issueToken(tokens, change, token));
  console.log(secret);
  return 0;
}

type Creation = Pick<Line, 'operands' | 'options'>;

/** Runs `tokens create`, and `admin token`. */
export function runCreateToken({ operands, options }: Creation, config: Config): Promise<number> {
  const [username] = operands;
  return withDatabase(config, [], async (db, log) => {
    const user = await new UserStore(db).findCredentials(loginNameOf(username));
    if (!user || user.disabled) {
      console.error(
        user
          ? `The user ${username} is disabled; enable the user first.`
          : `There is no user ${username}.`,
      );
      return 1;
    }
    const { name, scope, days = 30 } = options;
    const scopes = scope.length > 0 ? scope : undefined;
    return createToken(db, log, { userId: user.userId, name: name.trim(), scopes, days });
  });
}
