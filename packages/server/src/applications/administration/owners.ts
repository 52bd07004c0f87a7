// Lists and changes the owners of applications.

import type { Handlers } from '../../admin/handler.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { ApplicationOwners } from '../owners.ts';
import type { ApplicationStore } from '../store.ts';

type Deps = { store: ApplicationStore; owners: ApplicationOwners };

/** @throws `admin.not-found` */
async function checkExists({ store }: Deps, queries: Queries, id: string): Promise<void> {
  if (!(await store.readDated(queries, id))) fail('admin.not-found');
}

type Ids = 'listApplicationOwners' | 'addApplicationOwner' | 'removeApplicationOwner';

export function createOwnerHandlers(deps: Deps): Handlers<Ids> {
  const { owners } = deps;
  return {
    async listApplicationOwners({ params: { id }, queries }) {
      await checkExists(deps, queries, id);
      return { items: await owners.list(queries, id) };
    },

    async addApplicationOwner({ params: { id, userId }, queries, record }) {
      await checkExists(deps, queries, id);
      const outcome = await owners.add(queries, id, userId);
      if (outcome === 'unknown') fail('admin.not-found');
      if (outcome === 'disabled')
        fail('admin.conflict', { fields: { userId: 'the user is disabled' } });
      if (outcome === 'added')
        await record({ type: 'application.owner-added', applicationId: id, userId });
    },

    async removeApplicationOwner({ params: { id, userId }, queries, record }) {
      if (!(await owners.remove(queries, id, userId))) fail('admin.not-found');
      await record({ type: 'application.owner-removed', applicationId: id, userId });
    },
  };
}
