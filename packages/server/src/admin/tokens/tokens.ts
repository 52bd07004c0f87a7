// Lists, creates and revokes API tokens.

import type { Permission } from '@brama/contract/admin/permissions';
import { maxTokenDays, missingScopes } from '@brama/contract/admin/tokens';
import { fail } from '../../errors.ts';
import { checkMayActOn } from '../../users/roles/may-act-on.ts';
import { pageFrom, timePositionOf } from '../cursor.ts';
import type { Actor, Handlers, InputChecks, ReplayChecks } from '../handler.ts';
import { checkAll } from '../refusals.ts';
import { expiryFrom, isoTime, isoTimeOrNull } from '../times.ts';
import type { ApiToken, TokenStore } from './token-store.ts';

type Deps = { tokens: TokenStore; now: () => number };

const shown = ({ createdAt, expiresAt, lastUsedAt, ...rest }: ApiToken) => ({
  ...rest,
  createdAt: isoTime(createdAt),
  expiresAt: isoTime(expiresAt),
  lastUsedAt: isoTimeOrNull(lastUsedAt),
});

type NewToken = { scopes: readonly Permission[]; expiresAt: string };

/** @throws `request.invalid` for scopes that the caller has not, or that need others. */
function checkScopes({ permissions }: Actor, scopes: readonly Permission[]): void {
  const missing = missingScopes(scopes);
  const issues = scopes.flatMap((scope, index) => {
    const needed = missing.get(scope);
    const path = ['scopes', index];
    if (!permissions.includes(scope)) return [{ path, reason: 'is not your permission' }];
    return needed === undefined ? [] : [{ path, reason: `needs ${needed} too` }];
  });
  if (issues.length > 0) fail('request.invalid', { issues });
}

/** Checks the fields that are given. @throws `request.invalid` */
const checkToken = (actor: Actor, { scopes = [], expiresAt }: Partial<NewToken>, now: number) =>
  checkAll([
    () => checkScopes(actor, scopes),
    () => expiresAt !== undefined && expiryFrom(expiresAt, now, maxTokenDays),
  ]);

export const createTokenInputChecks = ({ now }: Pick<Deps, 'now'>) =>
  ({ createToken: ({ actor, body }) => checkToken(actor, body, now()) }) satisfies InputChecks;

export const createTokenReplayChecks = ({
  tokens,
}: Pick<Deps, 'tokens'>): Pick<ReplayChecks, 'createToken'> => ({
  async createToken({ queries }, { id }) {
    if (!(await tokens.has(queries, id))) fail('admin.gone');
  },
});

export function createTokenHandlers({
  tokens,
  now,
}: Deps): Handlers<'listTokens' | 'createToken' | 'revokeToken'> {
  return {
    async listTokens({ actor, extent, query: { limit, cursor }, queries }) {
      const userId = extent === 'own' ? actor.user.id : undefined;
      const filters = { list: 'tokens', userId };
      const after = timePositionOf(cursor, filters);
      const rows = await tokens.list(queries, { userId, after, limit: limit + 1 });
      return pageFrom(rows, limit, filters, {
        shown,
        position: ({ createdAt, id }) => ({ key: String(createdAt), id }),
      });
    },

    async createToken({ actor, body, queries, record }) {
      const { name, scopes, expiresAt } = body;
      await checkToken(actor, { scopes, expiresAt }, now());
      const { user } = actor;
      const token = {
        name,
        userId: user.id,
        scopes: [...new Set(scopes)],
        expiresAt: expiryFrom(expiresAt, now(), maxTokenDays),
      };
      const { id, createdAt, secret } = await tokens.create(queries, token);
      await record({ type: 'token.created', userId: user.id, token: id });
      const { username } = user;
      return { ...shown({ ...token, id, createdAt, username, lastUsedAt: null }), token: secret };
    },

    async revokeToken({ actor, extent, params: { id }, queries, record }) {
      const owner = extent === 'own' ? actor.user.id : undefined;
      const userId = await tokens.revoke(queries, id, owner);
      if (userId === undefined) return fail('admin.not-found');
      await checkMayActOn(queries, actor, userId);
      await record({ type: 'token.revoked', userId, details: { token: id } });
    },
  };
}
