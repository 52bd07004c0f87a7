// Creates the administration API, which `routes.ts` loads with its first request.

import type { SessionCookie } from '../../http/session-cookie.ts';
import type { SearchTexts } from '../../users/search/refresh.ts';
import {
  createApplicationHandlers,
  createApplicationInputChecks,
  createApplicationPreparations,
} from './applications/applications.ts';
import type { ApplicationParts } from './applications/parts.ts';
import { createApplicationPreviewHandlers } from './applications/previews.ts';
import { createApplicationSecretHandlers } from './applications/secrets.ts';
import type { ApprovalStore } from './approvals/approval-store.ts';
import { createApprovalHandlers } from './approvals/approvals.ts';
import type { AuthorizeDeps } from './authorize.ts';
import { createEventHandlers, type EventDeps } from './events/events.ts';
import { createFactorHandlers, type FactorDeps } from './factors/factors.ts';
import { createGroupHandlers, createGroupInputChecks, type GroupDeps } from './groups/groups.ts';
import type { IdempotentRequests } from './idempotency.ts';
import { createKeyHandlers, type SigningKeys } from './keys/keys.ts';
import {
  createRegistrationHandlers,
  type RegistrationDeps,
} from './registrations/registrations.ts';
import { createReplayChecks } from './replay-checks.ts';
import { type AdminApiDeps, createRequestHandler } from './requests.ts';
import { createRoleHandlers } from './roles/roles.ts';
import type { AdminApi } from './routes.ts';
import { createSelfHandlers, type SelfDeps } from './self.ts';
import { createSessionHandlers, type SessionDeps } from './sessions/sessions.ts';
import type { TokenStore } from './tokens/token-store.ts';
import { createTokenHandlers, createTokenInputChecks } from './tokens/tokens.ts';
import {
  type ChangeUsersDeps,
  createUserChangeHandlers,
  createUserInputChecks,
} from './users/change-users.ts';
import { createErasureHandlers } from './users/erase.ts';
import { createInvitationHandlers, createInvitationPreparations } from './users/invitations.ts';
import { createMembershipHandlers } from './users/memberships.ts';
import { createSignInCheck, type SignInCheckDeps } from './users/sign-in-check.ts';
import { createUserHandlers } from './users/users.ts';

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
