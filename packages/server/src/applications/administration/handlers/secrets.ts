// Lists, creates and deletes client secrets, and lists and changes the owners of applications.

import { maxSecretDays } from '@brama/contract/admin/applications';
import { etagOf } from '../../../admin/conditional.ts';
import type { Handlers } from '../../../admin/handler.ts';
import { expiryFrom, isoTime, isoTimeOrNull } from '../../../admin/times.ts';
import { fail } from '../../../errors.ts';
import { type ApplicationParts, checkOwn } from './parts.ts';

type Ids =
  | 'listApplicationSecrets'
  | 'createApplicationSecret'
  | 'deleteApplicationSecret'
  | 'listApplicationOwners'
  | 'addApplicationOwner'
  | 'removeApplicationOwner';
type Deps = Pick<ApplicationParts, 'records' | 'secrets' | 'owners'> & { now: () => number };

export function createApplicationSecretHandlers(deps: Deps): Handlers<Ids> {
  const { records, secrets, owners, now } = deps;
  return {
    async listApplicationSecrets({ actor, extent, params: { id }, queries }) {
      await checkOwn(owners, { actor, extent, queries }, id);
      const all = await secrets.list(queries, id);
      return {
        items: all.map(({ createdAt, expiresAt, lastUsedAt, ...rest }) => ({
          ...rest,
          createdAt: isoTimeOrNull(createdAt),
          expiresAt: isoTimeOrNull(expiresAt),
          lastUsedAt: isoTimeOrNull(lastUsedAt),
        })),
      };
    },

    async createApplicationSecret({ actor, extent, params: { id }, body, queries, record }) {
      await checkOwn(owners, { actor, extent, queries }, id);
      const expiresAt = expiryFrom(body.expiresAt, now(), maxSecretDays);
      const made = await secrets.create(queries, { id, name: body.name, expiresAt });
      const details = { secret: made.id, name: made.name, until: isoTime(expiresAt) };
      await record({ type: 'application.secret-created', applicationId: id, details });
      return {
        ...made,
        createdAt: isoTime(made.createdAt),
        expiresAt: isoTime(expiresAt),
        lastUsedAt: null,
      };
    },

    async deleteApplicationSecret({ actor, extent, params, queries, record, reply }) {
      const { id, secretId } = params;
      await checkOwn(owners, { actor, extent, queries }, id);
      const deleted = (await secrets.list(queries, id)).find((one) => one.id === secretId);
      const version = await secrets.remove(queries, { id, secretId });
      const details = { secret: secretId, ...(deleted && { name: deleted.name }) };
      await record({ type: 'application.secret-deleted', applicationId: id, details });
      reply.header('etag', etagOf(version));
      return undefined;
    },

    async listApplicationOwners({ actor, extent, params: { id }, queries }) {
      await checkOwn(owners, { actor, extent, queries }, id);
      await records.read(queries, id);
      return { items: await owners.list(queries, id) };
    },

    async addApplicationOwner({ params: { id, userId }, queries, record }) {
      await records.read(queries, id);
      const outcome = await owners.add(queries, id, userId);
      if (outcome === 'unknown') fail('admin.not-found');
      if (outcome === 'disabled')
        fail('admin.conflict', { fields: { userId: 'the user is disabled' } });
      if (outcome === 'added')
        await record({ type: 'application.owner-added', applicationId: id, userId });
      return undefined;
    },

    async removeApplicationOwner({ params: { id, userId }, queries, record }) {
      if (!(await owners.remove(queries, id, userId))) fail('admin.not-found');
      await record({ type: 'application.owner-removed', applicationId: id, userId });
      return undefined;
    },
  };
}
