// Creates the administration API.

import type { FastifyInstance } from 'fastify';
import type { Encryption } from '../../crypto/encryption.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { SearchTexts } from '../../users/search/refresh.ts';
import {
  createApplicationHandlers,
  createApplicationPreparations,
} from './applications/applications.ts';
import { checkOwn } from './applications/own.ts';
import type { ApplicationParts } from './applications/parts.ts';
import { createApplicationPreviewHandlers } from './applications/previews.ts';
import { createApplicationSecretHandlers } from './applications/secrets.ts';
import { ApprovalStore } from './approvals/approval-store.ts';
import { createApprovalHandlers } from './approvals/approvals.ts';
import type { AuthorizeDeps } from './authorize.ts';
import { createEventHandlers, type EventDeps } from './events/events.ts';
import { createFactorHandlers, type FactorDeps } from './factors/factors.ts';
import { createGroupHandlers, type GroupDeps } from './groups/groups.ts';
import type { ReplayChecks } from './handler.ts';
import { IdempotentRequests } from './idempotency.ts';
import { createKeyHandlers, type SigningKeys } from './keys/keys.ts';
import { registerReference } from './reference/routes.ts';
import { type AdminApiDeps, registerAdminApi } from './register.ts';
import {
  createRegistrationHandlers,
  type RegistrationDeps,
} from './registrations/registrations.ts';
import { createRoleHandlers } from './roles/roles.ts';
import { createSelfHandlers } from './self.ts';
import { createSessionHandlers, type SessionDeps } from './sessions/sessions.ts';
import { TokenStore } from './tokens/token-store.ts';
import { createTokenHandlers } from './tokens/tokens.ts';
import { type ChangeUsersDeps, createUserChangeHandlers } from './users/change-users.ts';
import { createErasureHandlers } from './users/erase.ts';
import {
  createInvitationHandlers,
  createInvitationPreparations,
  createInvitationReplayChecks,
} from './users/invitations.ts';
import { createMembershipHandlers } from './users/memberships.ts';
import { createSignInCheck, type SignInCheckDeps } from './users/sign-in-check.ts';
import { lockTarget } from './users/user-rules.ts';
import { createUserHandlers } from './users/users.ts';

export type AdminContext = Omit<AuthorizeDeps, 'tokens' | 'sessionCookie'> &
  Pick<AdminApiDeps, 'events' | 'describeError'> &
  EventDeps &
  Pick<SessionDeps, 'sessions'> &
  ChangeUsersDeps &
  SignInCheckDeps &
  Pick<RegistrationDeps & GroupDeps, 'registrations'> &
  Omit<FactorDeps, 'approvals'> & {
    signingKeys: SigningKeys;
    encryption: Encryption;
    /** The public address of the server. */
    origin: string;
    searchTexts: Pick<SearchTexts, 'refresh'>;
    applications: ApplicationParts;
    sessionCookie: Pick<SessionCookie, 'signedIn' | 'cookieName'>;
  };

/** The checks of the objects of requests that may be repeated. */
const createReplayChecks = ({ owners }: ApplicationParts): ReplayChecks => ({
  createApplicationSecret: (call) => checkOwn(owners, call, call.params.id),
  renewGuest: ({ actor, params: { id }, queries }) => lockTarget(queries, actor, id),
});

/** Returns what deletes expired rows. */
export async function composeAdminApi(server: FastifyInstance, context: AdminContext) {
  const { applications, db, describeError, encryption, events, limits, now, origin } = context;
  const { searchTexts, sessionCookie } = context;
  const tokens = new TokenStore(db, now);
  const approvals = new ApprovalStore(db, now);
  const idempotentRequests = new IdempotentRequests({ db, encryption, now });
  registerReference(server, { cookieName: sessionCookie.cookieName, origin });
  const handlers = {
    ...createSelfHandlers(),
    ...createUserHandlers({ searchTexts, now }),
    ...createUserChangeHandlers(context),
    ...createInvitationHandlers(context),
    ...createMembershipHandlers(context),
    ...createErasureHandlers({ ...context, idempotentRequests }),
    ...createSignInCheck(context),
    ...createGroupHandlers(context),
    ...createTokenHandlers({ tokens, now }),
    ...createRoleHandlers({ ...context, approvals }),
    ...createSessionHandlers(context),
    ...createApplicationHandlers(applications),
    ...createApplicationSecretHandlers({ ...applications, now }),
    ...createApplicationPreviewHandlers(applications),
    ...createFactorHandlers({ ...context, approvals }),
    ...createApprovalHandlers({ ...context, approvals }),
    ...createKeyHandlers(context),
    ...createEventHandlers(context),
    ...createRegistrationHandlers(context),
  };
  await registerAdminApi(server, {
    ...{ db, sessionCookie, tokens, limits, now, events, idempotentRequests },
    ...{ describeError, handlers },
    preparations: {
      ...createApplicationPreparations(applications),
      ...createInvitationPreparations(context),
    },
    replayChecks: {
      ...createReplayChecks(applications),
      ...createInvitationReplayChecks(context),
    },
  });
  return [
    tokens.deleteExpired,
    approvals.deleteExpired,
    (most: number) => idempotentRequests.deleteExpired(most),
  ];
}
