// Lists and changes the memberships of a user.

import { maxGroups } from '@brama/contract/admin/limits';
import { fail } from '../../../errors.ts';
import type { Membership } from '../../../users/lifecycle/effective-state.ts';
import { readLifecycles } from '../../../users/lifecycle/lifecycle-store.ts';
import { timeFrom } from '../../times.ts';
import type { Handlers } from '../handler.ts';
import { changeLifecycle } from './change-lifecycle.ts';
import type { ChangeUsersDeps } from './change-users.ts';
import { membershipOf, showUser } from './show-user.ts';
import { checkFields, checkGroupsExist, checkMayGrant, datesOf, lockTarget } from './user-rules.ts';

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
      checkFields(body);
      const group = typed.normalize('NFC');
      checkMayGrant(actor, [group], () => 'group');
      await lockTarget(queries, actor, id);
      await checkGroupsExist(queries, [group], () => 'group');
      const membership: Membership = {
        group,
        validFrom: timeFrom(body.validFrom),
        validUntil: timeFrom(body.validUntil),
      };
      const { validFrom, validUntil } = membership;
      if (validFrom !== null && validUntil !== null && validUntil <= validFrom)
        fail('request.invalid', { fields: { validUntil: 'is not after validFrom' } });
      const stored = (await readLifecycles(queries, [id])).get(id);
      const others = (stored?.facts.memberships ?? []).filter((one) => one.group !== group);
      if (others.length >= maxGroups)
        fail('admin.conflict', { fields: { group: `the user has ${maxGroups} groups` } });
      const details = { group, ...datesOf(body) };
      await call.record({ type: 'membership.changed', userId: id, details });
      const memberships = [...others, membership];
      const { after } = await changeLifecycle(deps, { ...call, queries }, id, { memberships });
      return membershipOf(membership, after.groups);
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
    },
  };
}
