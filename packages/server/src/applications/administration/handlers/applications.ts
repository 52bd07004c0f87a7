// Lists, creates, changes and deletes applications.

import { pageFrom, positionOf } from '../../../admin/cursor.ts';
import type { Actor, Call, Handlers, InputChecks, Preparations } from '../../../admin/handler.ts';
import { type ApplicationParts, checkOwn } from './parts.ts';

export function createApplicationPreparations({
  records,
}: Pick<ApplicationParts, 'records'>): Preparations {
  async function prepare({ actor, body }: { actor: Actor; body: object }) {
    await records.prepare(actor.user.id, body);
    return undefined;
  }
  return { createApplication: prepare, updateApplication: prepare };
}

export const createApplicationInputChecks = ({
  records,
  owners,
}: Pick<ApplicationParts, 'records' | 'owners'>) =>
  ({
    createApplication: ({ given, queries }) => records.check(queries, { given, mayManage: true }),
    async updateApplication({ actor, extent, params: { id }, given, queries }) {
      await checkOwn(owners, { actor, extent, queries }, id);
      const mayManage = actor.permissions.includes('applications.manage');
      await records.check(queries, { id, given, mayManage });
    },
  }) satisfies InputChecks;

type Ids =
  | 'listApplications'
  | 'createApplication'
  | 'readApplication'
  | 'updateApplication'
  | 'deleteApplication';

export function createApplicationHandlers({
  records,
  owners,
}: Pick<ApplicationParts, 'records' | 'owners'>): Handlers<Ids> {
  /** Returns the ids of the applications that the caller may see and asks for; undefined for all. */
  async function idsFor(
    { actor, extent, queries }: Pick<Call, 'actor' | 'extent' | 'queries'>,
    ownerId: string | undefined,
  ) {
    const own = extent === 'own' ? await owners.ownedBy(queries, actor.user.id) : undefined;
    const asked = ownerId === undefined ? undefined : await owners.ownedBy(queries, ownerId);
    return own && asked ? own.intersection(asked) : (own ?? asked);
  }

  return {
    async listApplications({ actor, extent, query: { limit, cursor, ...filters }, queries }) {
      const { q: text, protocol, ownerId } = filters;
      const list = { list: 'applications', ...filters };
      const after = positionOf(cursor, list)?.key;
      const within = await idsFor({ actor, extent, queries }, ownerId);
      const rows = await records.list(queries, { text, protocol, within, after, limit: limit + 1 });
      return pageFrom(rows, limit, list, {
        shown: (row) => row,
        position: ({ name, id }) => ({ key: name, id }),
      });
    },

    async createApplication({ body, queries, record }) {
      const application = await records.create(queries, body);
      const { id, name } = application;
      await record({ type: 'application.created', applicationId: id, details: { name } });
      return application;
    },

    async readApplication({ actor, extent, params: { id }, queries }) {
      await checkOwn(owners, { actor, extent, queries }, id);
      return records.read(queries, id);
    },

    async updateApplication({ actor, extent, params: { id }, body, version, queries, record }) {
      await checkOwn(owners, { actor, extent, queries }, id);
      const mayManage = actor.permissions.includes('applications.manage');
      const mayChangeKeys = actor.permissions.includes('applications.secrets');
      const one = { id, version, given: body, mayManage, mayChangeKeys };
      const { application, changed } = await records.change(queries, one);
      if (changed.length > 0) {
        const details = { fields: changed };
        await record({ type: 'application.changed', applicationId: id, details });
      }
      return application;
    },

    async deleteApplication({ params: { id }, version, queries, record }) {
      const { name } = await records.read(queries, id);
      await records.remove(queries, { id, version });
      await record({ type: 'application.deleted', applicationId: id, details: { name } });
      return undefined;
    },
  };
}
