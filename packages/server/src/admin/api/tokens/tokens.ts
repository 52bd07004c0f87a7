// Lists, creates and revokes API tokens.

import { maxTokenDays, missingScopes } from '@brama/contract/admin/tokens';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import { fail } from '../../../errors.ts';
import { checkMayActOn } from '../../roles/may-act-on.ts';
import { isoTime, isoTimeOrNull } from '../../times.ts';
import { timePositionOf } from '../cursor.ts';
import { expiryFrom } from '../expiry.ts';
import type { Handlers } from '../handler.ts';
import { pageFrom } from '../lists.ts';
import type { ApiToken, TokenStore } from './token-store.ts';

type Deps = { tokens: TokenStore; now: () => number };

const shown = ({ createdAt, expiresAt, lastUsedAt, ...rest }: ApiToken) => ({
  ...rest,
  ...{ createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) },
  lastUsedAt: isoTimeOrNull(lastUsedAt),
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

    async createToken({ actor, body, queries, record, afterCommit, request }) {
      const { name, scopes, expiresAt } = body;
      const foreign = scopes.flatMap((scope, index) =>
        actor.permissions.includes(scope) ? [] : [[`scopes.${index}`, 'is not your permission']],
      );
      if (foreign.length > 0) fail('request.invalid', { fields: Object.fromEntries(foreign) });
      const missing = [...missingScopes(scopes)];
      if (missing.length > 0)
        fail('request.invalid', {
          fields: Object.fromEntries(
            missing.map(([scope, needed]) => [
              `scopes.${scopes.indexOf(scope)}`,
              `needs ${needed} too`,
            ]),
          ),
        });
      const { user } = actor;
      const token = {
        ...{ name, userId: user.id, scopes: [...new Set(scopes)] },
        expiresAt: expiryFrom(expiresAt, now(), maxTokenDays),
      };
      const { id, createdAt, secret } = await tokens.create(queries, token);
      await record({ type: 'token.created', userId: user.id, details: { token: id } });
      afterCommit(() =>
        logSecurityEvent(request.log, 'token.created', { user: user.id, token: id }),
      );
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
