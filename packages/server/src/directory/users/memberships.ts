// Lists and changes the memberships of a user.

import { isDeepStrictEqual } from 'node:util';
import { maxGroups } from '@brama/contract/admin/limits';
import { etagOf } from '../../admin/conditional.ts';
import type { Handlers } from '../../admin/handler.ts';
import { checkAll } from '../../admin/refusals.ts';
import { timeFrom } from '../../admin/times.ts';
import { fail } from '../../errors.ts';
import { readUser } from '../../users/changes/target.ts';
import { checkGroupsExist } from '../../users/groups.ts';
import type { Membership } from '../../users/lifecycle/effective-state.ts';
import { changeUserBy, checkPeriod } from './change-by-caller.ts';
import type { ChangeUsersDeps } from './edit-users.ts';
import { membershipOf, membershipsOf } from './show-user.ts';
import { checkMayGrant, datesOf, lockTarget } from './user-rules.ts';

export function createMembershipHandlers(
  deps: ChangeUsersDeps,
): Handlers<'listMemberships' | 'putMembership' | 'removeMembership'> {
  return {
    async listMemberships({ params: { id }, queries, record }) {
      const { lifecycle } = (await readUser(queries, id)) ?? fail('admin.not-found');
      await record({ type: 'user.viewed', userId: id });
      return { items: membershipsOf(lifecycle) };
    },

    async putMembership({ actor, params: { id, group: typed }, body, queries, ...call }) {
      const group = typed.normalize('NFC');
      checkMayGrant(actor, [group], () => 'group');
      const target = await lockTarget(queries, actor, id);
      await checkAll([
        () => checkGroupsExist(queries, [group], () => 'group'),
        () => checkPeriod(body),
      ]);
      const membership: Membership = {
        group,
        validFrom: timeFrom(body.validFrom),
        validUntil: timeFrom(body.validUntil),
      };
      const all = target.lifecycle.facts.memberships;
      const before = all.find((one) => one.group === group);
      if (isDeepStrictEqual(before, membership))
        return { ...membershipOf(membership, target.user.groups), version: target.version };
      const others = all.filter((one) => one.group !== group);
      if (others.length >= maxGroups)
        fail('admin.conflict', { fields: { group: `the user has ${maxGroups} groups` } });
      const details = { group, ...datesOf(body) };
      await call.record({ type: 'membership.changed', userId: id, details });
      const memberships = [...others, membership];
      const after = await changeUserBy(deps, { ...call, queries }, target, { memberships });
      return { ...membershipOf(membership, after.user.groups), version: after.version };
    },

    async removeMembership({ actor, params: { id, group: typed }, queries, ...call }) {
      const group = typed.normalize('NFC');
      checkMayGrant(actor, [group], () => 'group');
      const target = await lockTarget(queries, actor, id);
      const all = target.lifecycle.facts.memberships;
      const memberships = all.filter((one) => one.group !== group);
      if (memberships.length === all.length) fail('admin.not-found');
      await call.record({ type: 'membership.removed', userId: id, details: { group } });
      const after = await changeUserBy(deps, { ...call, queries }, target, { memberships });
      call.reply.header('etag', etagOf(after.version));
    },
  };
}
