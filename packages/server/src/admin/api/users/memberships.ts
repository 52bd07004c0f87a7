// Lists and changes the memberships of a user.

import { isDeepStrictEqual } from 'node:util';
import { maxGroups } from '@brama/contract/admin/limits';
import type { Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import type { Membership } from '../../../users/lifecycle/effective-state.ts';
import { readLifecycles } from '../../../users/lifecycle/lifecycle-store.ts';
import { timeFrom } from '../../times.ts';
import { etagOf } from '../conditional.ts';
import type { Handlers } from '../handler.ts';
import { checkAll } from '../refusals.ts';
import { changeLifecycle, checkPeriod } from './change-lifecycle.ts';
import type { ChangeUsersDeps } from './change-users.ts';
import { membershipOf, showUser } from './show-user.ts';
import { checkGroupsExist, checkMayGrant, datesOf, lockTarget } from './user-rules.ts';

async function versionOf(queries: Queries, userId: string): Promise<number> {
  const user = queries.selectFrom('users').select('version').where('id', '=', userId);
  return (await user.executeTakeFirstOrThrow()).version;
}

export function createMembershipHandlers(
  deps: ChangeUsersDeps,
): Handlers<'listMemberships' | 'putMembership' | 'removeMembership'> {
  return {
    async listMemberships({ params: { id }, queries, record }) {
      const { memberships } = await showUser(queries, id, deps.now());
      await record({ type: 'user.viewed', userId: id });
      return { items: memberships };
    },

    async putMembership({ actor, params: { id, group: typed }, body, queries, ...call }) {
      const group = typed.normalize('NFC');
      checkMayGrant(actor, [group], () => 'group');
      await lockTarget(queries, actor, id);
      await checkAll([
        () => checkGroupsExist(queries, [group], () => 'group'),
        () => checkPeriod(body),
      ]);
      const membership: Membership = {
        group,
        validFrom: timeFrom(body.validFrom),
        validUntil: timeFrom(body.validUntil),
      };
      const stored = (await readLifecycles(queries, [id])).get(id) ?? fail('admin.not-found');
      const before = stored.facts.memberships.find((one) => one.group === group);
      if (isDeepStrictEqual(before, membership))
        return {
          ...membershipOf(membership, stored.groups),
          version: await versionOf(queries, id),
        };
      const others = stored.facts.memberships.filter((one) => one.group !== group);
      if (others.length >= maxGroups)
        fail('admin.conflict', { fields: { group: `the user has ${maxGroups} groups` } });
      const details = { group, ...datesOf(body) };
      await call.record({ type: 'membership.changed', userId: id, details });
      const memberships = [...others, membership];
      const { after } = await changeLifecycle(deps, { ...call, queries }, id, { memberships });
      return { ...membershipOf(membership, after.groups), version: await versionOf(queries, id) };
    },

    async removeMembership({ actor, params: { id, group: typed }, queries, ...call }) {
      const group = typed.normalize('NFC');
      checkMayGrant(actor, [group], () => 'group');
      await lockTarget(queries, actor, id);
      const stored = (await readLifecycles(queries, [id])).get(id);
      const all = stored?.facts.memberships ?? [];
      const memberships = all.filter((one) => one.group !== group);
      if (memberships.length === all.length) fail('admin.not-found');
      await call.record({ type: 'membership.removed', userId: id, details: { group } });
      await changeLifecycle(deps, { ...call, queries }, id, { memberships });
      call.reply.header('etag', etagOf(await versionOf(queries, id)));
    },
  };
}
