// `npm run brama -- admin token`: creates an API token for a user with a role, before that user can create one in the browser.

import { type Permission, permissionsOf } from '@brama/contract/admin/permissions';
import { missingScopes } from '@brama/contract/admin/tokens';
import type { Logger } from 'pino';
import { TokenStore } from '../admin/tokens/token-store.ts';
import { issueToken } from '../admin/tokens/tokens.ts';
import type { Database } from '../database/connect.ts';
import { rolesOf } from '../users/roles/role-store.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { inCommand } from './run-command.ts';

const dayMs = 24 * 3_600_000;

export type NewToken = {
  username: string;
  name: string;
  /** Undefined: everything that the user may do. */
  scopes: Permission[] | undefined;
  days: number;
};

type Options = Extract<Given<(typeof areas)['admin']>, { command: 'token' }>['options'];

/** @throws {UsageError} */
export function readNewToken(username: string, options: Options): NewToken {
  const name = options.name.trim();
  if (name === '' || name.length > 100)
    throw new UsageError('--name: must be a name of at most 100 characters');
  const scopes = options.scope.length > 0 ? options.scope : undefined;
  return { username, name, scopes, days: options.days ?? 30 };
}

/** Prints the token, and nothing else, to standard output. */
export async function createToken(
  db: Database,
  log: Logger,
  { userId, name, scopes, days }: Omit<NewToken, 'username'> & { userId: string },
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
  const token = { name, userId, scopes: scopes ?? own, expiresAt: at + days * dayMs };
  const tokens = new TokenStore(db, () => at);
  const { secret } = await inCommand(db, log, (change) => issueToken(tokens, change, token));
  console.log(secret);
  return 0;
}
