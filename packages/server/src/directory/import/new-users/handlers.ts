// Shows how the new users of an import get in, and issues temporary access codes to them.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { ActionDeps } from '../../../admin/approvals/run-action.ts';
import type { Handlers } from '../../../admin/handler.ts';
import type { Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import type { Invitations } from '../../../users/invitations.ts';
import { checkMayActAs } from '../../../users/roles/may-act-on.ts';
import { findImport } from '../import-store.ts';
import { countWithoutWay, hasNewUsers, issueCodes } from './access-codes.ts';
import { countInvitations, newUsersOf } from './invitation-store.ts';

type Deps = ActionDeps & {
  enabledMethods: readonly MethodId[];
  invitations: Invitations | undefined;
};

const found = async (queries: Queries, id: string) =>
  (await findImport(queries, id)) ?? fail('admin.not-found');

export function createNewUserHandlers(deps: Deps): Handlers<'readNewUsers' | 'issueImportCodes'> {
  const { enabledMethods, invitations, now } = deps;
  return {
    async readNewUsers({ params: { id }, queries }) {
      const one = await found(queries, id);
      return {
        choice: newUsersOf(one),
        areInvitationsOn: invitations !== undefined,
        invitations: await countInvitations(queries, id),
        withoutWay: await countWithoutWay(queries, one, { enabledMethods, at: now() }),
      };
    },

    async issueImportCodes({ actor, params: { id }, body, ...call }) {
      const one = await found(call.queries, id);
      if (!hasNewUsers(one.state)) fail('admin.conflict', { fields: { id: 'is not written' } });
      return issueCodes(deps, call, {
        of: one,
        ...body,
        issuedBy: actor.user.username,
        reason: `new users of ${one.source}`,
        checkMayAct: (userId) => checkMayActAs(call.queries, actor, userId, now()),
      });
    },
  };
}
