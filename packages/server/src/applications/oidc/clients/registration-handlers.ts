// Permits applications to register themselves, lists and removes those that have.

import { pageFrom, timePositionOf } from '../../../admin/cursor.ts';
import type { Handlers, ReplayChecks } from '../../../admin/handler.ts';
import { isoTime } from '../../../admin/times.ts';
import { fail } from '../../../errors.ts';
import { checkGroupsExist } from '../../../users/groups.ts';
import type { Registrations } from './registrations.ts';

export type RegistrationDeps = {
  registrations: Registrations;
  /** Servers accept the tokens. */
  areRegistrationsOn: boolean;
  now: () => number;
};

type Registration = Awaited<ReturnType<Registrations['list']>>[number];

const positionOfOne = ({ application: { id }, registeredAt }: Registration) => ({
  key: String(registeredAt),
  id,
});

function createTokenHandlers({
  registrations,
}: Pick<RegistrationDeps, 'registrations'>): Handlers<
  'listRegistrationTokens' | 'revokeRegistrationToken'
> {
  return {
    async listRegistrationTokens({ query: { limit, cursor }, queries }) {
      const filters = { list: 'registration tokens' };
      const position = timePositionOf(cursor, filters);
      const after = position && { expiresAt: Number(position.key), id: position.id };
      const rows = await registrations.listTokens(queries, { after, limit: limit + 1 });
      return pageFrom(rows, limit, filters, {
        shown: ({ createdAt, expiresAt, ...token }) => ({
          ...token,
          createdAt: isoTime(createdAt),
          expiresAt: isoTime(expiresAt),
        }),
        position: ({ id, expiresAt }) => ({ key: String(expiresAt), id }),
      });
    },

    async revokeRegistrationToken({ params: { id }, queries, record }) {
      if (!(await registrations.revokeToken(queries, id))) fail('admin.not-found');
      await record({ type: 'registration.token-revoked' });
    },
  };
}

export const createRegistrationReplayChecks = ({
  registrations,
}: Pick<RegistrationDeps, 'registrations'>): Pick<ReplayChecks, 'createRegistrationToken'> => ({
  async createRegistrationToken({ queries }, { id }) {
    if (!(await registrations.hasToken(queries, id))) fail('admin.gone');
  },
});

type Id =
  | 'listRegistrations'
  | 'createRegistrationToken'
  | 'listRegistrationTokens'
  | 'revokeRegistrationToken'
  | 'removeRegistration';

export function createRegistrationHandlers(deps: RegistrationDeps): Handlers<Id> {
  const { registrations, areRegistrationsOn, now } = deps;
  return {
    ...createTokenHandlers(deps),

    async listRegistrations({ query: { limit, cursor } }) {
      const filters = { list: 'registrations' };
      const after = timePositionOf(cursor, filters);
      const isAfter = ({ application: { id }, registeredAt }: Registration) =>
        !after ||
        registeredAt < Number(after.key) ||
        (registeredAt === Number(after.key) && id > after.id);
      const rows = (await registrations.list()).filter(isAfter).slice(0, limit + 1);
      return pageFrom(rows, limit, filters, {
        shown: ({ application: { id, title }, registeredAt }) => ({
          id,
          title: { uk: title.uk, en: title.en },
          registeredAt: isoTime(registeredAt),
        }),
        position: positionOfOne,
      });
    },

    async createRegistrationToken({ body: { hours, groups }, queries, record }) {
      await checkGroupsExist(queries, groups ?? [], (index) => `groups.${index}`);
      const ttlSeconds = hours * 3600;
      const issued = await registrations.issue({ groups, ttlSeconds }, queries);
      const expiresAt = isoTime(now() + ttlSeconds * 1000);
      const details = { until: expiresAt, ...(groups && { groups }) };
      await record({ type: 'registration.permitted', details });
      return { ...issued, expiresAt, accepted: areRegistrationsOn };
    },

    async removeRegistration({ params: { id }, queries, record }) {
      if (!(await registrations.removeWithin(queries, id))) fail('admin.not-found');
      await record({ type: 'registration.removed', applicationId: id, client: id });
    },
  };
}
