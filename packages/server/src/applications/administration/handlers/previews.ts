// Shows who has access to an application, what it learns about a user, and why its requests are refused.

import { pageFrom, positionOf } from '../../../admin/cursor.ts';
import type { Handlers } from '../../../admin/handler.ts';
import { isoTime } from '../../../admin/times.ts';
import { type ApplicationParts, checkOwn } from './parts.ts';

type Ids =
  | 'explainApplicationAccess'
  | 'listApplicationUsers'
  | 'previewApplicationClaims'
  | 'diagnoseApplication';

export function createApplicationPreviewHandlers({
  previews,
  owners,
}: Pick<ApplicationParts, 'previews' | 'owners'>): Handlers<Ids> {
  return {
    async explainApplicationAccess({ actor, extent, params: { id }, queries }) {
      await checkOwn(owners, { actor, extent, queries }, id);
      return previews.explanation(queries, id);
    },

    async listApplicationUsers({ params: { id }, query: { limit, cursor }, queries, record }) {
      const filters = { list: 'users with access', id };
      const after = positionOf(cursor, filters)?.key;
      const { total, rows } = await previews.users(queries, { id, after, limit: limit + 1 });
      await record({ type: 'application.users-viewed', applicationId: id });
      const page = pageFrom(rows, limit, filters, {
        shown: ({ key: _, ...person }) => person,
        position: ({ key, id: userId }) => ({ key, id: userId }),
      });
      return { ...page, total };
    },

    async previewApplicationClaims({ params: { id }, query: { userId }, queries, record }) {
      const preview = await previews.claims(queries, { id, userId });
      await record({ type: 'application.claims-viewed', applicationId: id, userId });
      return preview;
    },

    async diagnoseApplication({ actor, extent, params: { id }, queries }) {
      await checkOwn(owners, { actor, extent, queries }, id);
      const { lastSignInAt, refusals } = await previews.diagnostics(queries, id);
      return {
        lastSignInAt: lastSignInAt === null ? null : isoTime(lastSignInAt),
        items: refusals.map(({ at, received, registered, differs, ...rest }) => ({
          ...rest,
          at: isoTime(at),
          ...(received && { received: [...received] }),
          ...(registered && { registered: [...registered] }),
          ...(differs && { differs: [...differs] }),
        })),
      };
    },
  };
}
