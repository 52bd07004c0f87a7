// `npm run brama -- admin token`: creates an API token for a user with a role, before that user can create one in the browser.

import { allPermissions, type Permission, permissionsOf } from '@brama/contract/admin/permissions';
import { maxTokenDays, missingScopes } from '@brama/contract/admin/tokens';
import type { Logger } from 'pino';
import { TokenStore } from '../admin/tokens/token-store.ts';
import type { Database } from '../database/connect.ts';
import { rolesOf } from '../users/roles/role-store.ts';
import { inCommand, UsageError } from './run-command.ts';

const dayMs = 24 * 3_600_000;

export type NewToken = {
  username: string;
  name: string;
  /** Undefined: everything that the user may do. */
  scopes: Permission[] | undefined;
  days: number;
};

type Given = { name?: string; scope?: string[]; days?: string };

const isPermission = (text: string): text is Permission =>
  allPermissions.some((permission) => permission === text);

/** @throws {UsageError} for an unknown permission, or a number of days that no token lives. */
export function readNewToken(username: string, options: Given): NewToken {
  const { days: given = '30', name: givenName = '', scope: scopes } = options;
  const days = Number(given);
  const name = givenName.trim();
  if (name === '' || name.length > 100)
    throw new UsageError('--name: must be a name of at most 100 characters');
  if (!Number.isInteger(days) || days < 1 || days > maxTokenDays)
    throw new UsageError(
      `--days: must be a whole number from 1 to ${maxTokenDays} (it is ${given})`,
    );
  const unknown = scopes?.find((scope) => !isPermission(scope));
  if (unknown !== undefined)
    throw new UsageError(`--scope: must be ${allPermissions.join(', ')} (it is ${unknown})`);
  return { username, name, scopes: scopes?.filter(isPermission), days };
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
  const secret = await inCommand(db, log, async ({ queries, record }) => {
    const created = await new TokenStore(db, () => at).create(queries, token);
    await record({ type: 'token.created', userId, token: created.id });
    return created.secret;
  });
  console.log(secret);
  return 0;
}
