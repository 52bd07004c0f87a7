// Permits applications to register themselves, lists and removes those that have.

import { pageFrom, timePositionOf } from '../../../admin/cursor.ts';
import type { Handlers } from '../../../admin/handler.ts';
import { isoTime } from '../../../admin/times.ts';
import type { Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import { checkGroupsExist } from '../../../users/groups.ts';

type Registration = {
  application: { id: string; title: { uk: string; en: string } };
  registeredAt: number;
};

/** Times in epoch milliseconds. */
type RegistrationToken = {
  id: string;
  groups: string[] | null;
  createdAt: number;
  expiresAt: number;
};

export type RegistrationDeps = {
  registrations: {
    /** Servers accept the tokens. */
    areOn: boolean;
    /** Returns the applications, the newest first. */
    list(): Promise<readonly Registration[]>;
    issue(
      given: { groups: string[] | null; ttlSeconds: number },
      queries: Queries,
    ): Promise<{ id: string; token: string }>;
    /** Returns unused tokens by their end. */
    listTokens(
      queries: Queries,
      page: { after: { expiresAt: number; id: string } | undefined; limit: number },
    ): Promise<RegistrationToken[]>;
    /** Returns whether the token is unused and has not expired. */
    hasToken(queries: Queries, id: string): Promise<boolean>;
    /** Returns false if there is no such token. */
    revokeToken(queries: Queries, id: string): Promise<boolean>;
    /** Returns false if no application has registered itself under this id. */
    removeWithin(queries: Queries, id: string): Promise<boolean>;
  };
  now: () => number;
};

const positionOfOne = ({ application: { id }, registeredAt }: Registration) => ({
  key: String(registeredAt),
  id,
});

function createTokenHandlers({
  registrations,
}: RegistrationDeps): Handlers<'listRegistrationTokens' | 'revokeRegistrationToken'> {
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

type Id =
  | 'listRegistrations'
  | 'createRegistrationToken'
  | 'listRegistrationTokens'
  | 'revokeRegistrationToken'
  | 'removeRegistration';

export function createRegistrationHandlers(deps: RegistrationDeps): Handlers<Id> {
  const { registrations, now } = deps;
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
      return { ...issued, expiresAt, accepted: registrations.areOn };
    },

    async removeRegistration({ params: { id }, queries, record }) {
      if (!(await registrations.removeWithin(queries, id))) fail('admin.not-found');
      await record({ type: 'registration.removed', applicationId: id, client: id });
    },
  };
}
