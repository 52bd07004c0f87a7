// Creates the administration API, which `routes.ts` loads with its first request.

import type { ApprovalStore } from '../../admin/approvals/approval-store.ts';
import { createApprovalHandlers } from '../../admin/approvals/approvals.ts';
import type { AuthorizeDeps } from '../../admin/authorize.ts';
import { createEventHandlers, type EventDeps } from '../../admin/events/events.ts';
import type { IdempotentRequests } from '../../admin/idempotency.ts';
import { type AdminApiDeps, createRequestHandler } from '../../admin/requests.ts';
import { createRoleHandlers } from '../../admin/roles/roles.ts';
import type { AdminApi } from '../../admin/routes.ts';
import { createSelfHandlers, type SelfDeps } from '../../admin/self.ts';
import { createSessionHandlers, type SessionDeps } from '../../admin/sessions/sessions.ts';
import type { TokenStore } from '../../admin/tokens/token-store.ts';
import { createTokenHandlers, createTokenInputChecks } from '../../admin/tokens/tokens.ts';
import {
  createApplicationHandlers,
  createApplicationInputChecks,
  createApplicationPreparations,
} from '../../applications/administration/handlers/applications.ts';
import type { ApplicationParts } from '../../applications/administration/handlers/parts.ts';
import { createApplicationPreviewHandlers } from '../../applications/administration/handlers/previews.ts';
import { createApplicationSecretHandlers } from '../../applications/administration/handlers/secrets.ts';
import {
  createRegistrationHandlers,
  type RegistrationDeps,
} from '../../applications/oidc/clients/registration-handlers.ts';
import { createKeyHandlers, type SigningKeys } from '../../applications/oidc/keys/handlers.ts';
import { createFactorHandlers, type FactorDeps } from '../../directory/factors/factors.ts';
import {
  createGroupHandlers,
  createGroupInputChecks,
  type GroupDeps,
} from '../../directory/groups/groups.ts';
import {
  type ChangeUsersDeps,
  createUserChangeHandlers,
  createUserInputChecks,
} from '../../directory/users/change-users.ts';
import { createErasureHandlers } from '../../directory/users/erase.ts';
import {
  createInvitationHandlers,
  createInvitationPreparations,
} from '../../directory/users/invitations.ts';
import { createMembershipHandlers } from '../../directory/users/memberships.ts';
import { createSignInCheck, type SignInCheckDeps } from '../../directory/users/sign-in-check.ts';
import { createUserHandlers } from '../../directory/users/users.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { SearchTexts } from '../../users/search/refresh.ts';
import { createReplayChecks } from './replay-checks.ts';

/** They also delete expired rows, so they exist before the first request. */
export type AdminStores = {
  tokens: TokenStore;
  approvals: ApprovalStore;
  idempotentRequests: IdempotentRequests;
};

type AdminContext = Omit<AuthorizeDeps, 'tokens' | 'sessionCookie'> &
  AdminStores &
  Pick<AdminApiDeps, 'events'> &
  EventDeps &
  SelfDeps &
  Pick<SessionDeps, 'sessions'> &
  ChangeUsersDeps &
  SignInCheckDeps &
  Pick<RegistrationDeps & GroupDeps, 'registrations'> &
  Omit<FactorDeps, 'approvals'> & {
    signingKeys: SigningKeys;
    searchTexts: Pick<SearchTexts, 'refresh'>;
    applications: ApplicationParts;
    sessionCookie: Pick<SessionCookie, 'signedIn'>;
  };

export function createAdminApi(context: AdminContext): AdminApi {
  const { applications, now, searchTexts } = context;
  return createRequestHandler({
    ...context,
    handlers: {
      ...createSelfHandlers(context),
      ...createUserHandlers({ searchTexts, now }),
      ...createUserChangeHandlers(context),
      ...createInvitationHandlers(context),
      ...createMembershipHandlers(context),
      ...createErasureHandlers(context),
      ...createSignInCheck(context),
      ...createGroupHandlers(context),
      ...createTokenHandlers(context),
      ...createRoleHandlers(context),
      ...createSessionHandlers(context),
      ...createApplicationHandlers(applications),
      ...createApplicationSecretHandlers({ ...applications, now }),
      ...createApplicationPreviewHandlers(applications),
      ...createFactorHandlers(context),
      ...createApprovalHandlers(context),
      ...createKeyHandlers(context),
      ...createEventHandlers(context),
      ...createRegistrationHandlers(context),
    },
    preparations: {
      ...createApplicationPreparations(applications),
      ...createInvitationPreparations(context),
    },
    inputChecks: {
      ...createUserInputChecks(context),
      ...createGroupInputChecks(),
      ...createTokenInputChecks(context),
      ...createApplicationInputChecks(applications),
    },
    replayChecks: createReplayChecks(context),
  });
}
