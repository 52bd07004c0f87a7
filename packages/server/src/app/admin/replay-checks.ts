// What is checked before a stored response of an idempotent request is repeated. The caller may still act on the object, and the object is
// still there. Otherwise a response would show a secret that is dead.

import type { ReplayChecks } from '../../admin/handler.ts';
import type { TokenStore } from '../../admin/tokens/token-store.ts';
import {
  type ApplicationParts,
  checkOwn,
} from '../../applications/administration/handlers/parts.ts';
import type { RegistrationDeps } from '../../applications/oidc/clients/registration-handlers.ts';
import { type InvitationDeps, keepOneInvitation } from '../../directory/users/invitations.ts';
import { lockTarget } from '../../directory/users/user-rules.ts';
import { fail } from '../../errors.ts';

export type ReplayDeps = InvitationDeps & {
  applications: Pick<ApplicationParts, 'owners' | 'secrets'>;
  registrations: Pick<RegistrationDeps['registrations'], 'hasToken'>;
  tokens: TokenStore;
  now(): number;
};

/** @throws `admin.gone` */
function checkPresent(isPresent: boolean): void {
  if (!isPresent) fail('admin.gone');
}

export function createReplayChecks(deps: ReplayDeps): ReplayChecks {
  const { applications, registrations, tokens, now } = deps;
  return {
    // an erasure deletes the response
    createUser: async (call) => keepOneInvitation(deps, call),
    renewGuest: async ({ actor, params: { id }, queries }) => {
      await lockTarget(queries, actor, id);
    },

    async createGroup({ queries }, { name, createdAt }) {
      const groups = queries.selectFrom('groups').select('created_at').where('name', '=', name);
      const group = await groups.executeTakeFirst();
      // another group may have got the name
      checkPresent(group?.created_at === Date.parse(createdAt));
    },

    createToken: async ({ queries }, { id }) => checkPresent(await tokens.has(queries, id)),

    async createApplication({ queries }, { id }) {
      const found = queries.selectFrom('applications').select('id').where('id', '=', id);
      checkPresent((await found.executeTakeFirst()) !== undefined);
    },

    async createApplicationSecret(call, { id: secretId }) {
      const { params, queries } = call;
      await checkOwn(applications.owners, call, params.id);
      const found = queries.selectFrom('applications').select('id').where('id', '=', params.id);
      checkPresent((await found.executeTakeFirst()) !== undefined);
      const all = await applications.secrets.list(queries, params.id);
      const secret = all.find(({ id }) => id === secretId);
      checkPresent(secret !== undefined && (secret.expiresAt ?? Infinity) > now());
    },

    createRegistrationToken: async ({ queries }, { id }) =>
      checkPresent(await registrations.hasToken(queries, id)),

    // the response has only public facts of that time
    rotateKeys: async () => undefined,
  };
}
