// Composes the administration API of the handlers that the areas export. Loaded with the first request of the API.

import { createSecretKey } from 'node:crypto';
import type { ActivityList } from '../account/activity.ts';
import { createViewHandlers } from '../account/view-as-user.ts';
import { ApprovalStore } from '../admin/approvals/approval-store.ts';
import { createApprovalHandlers } from '../admin/approvals/approvals.ts';
import { createAttentionHandlers } from '../admin/attention/attention.ts';
import { createDoctorHandlers } from '../admin/doctor/doctor.ts';
import { createEventHandlers } from '../admin/events/events.ts';
import { IdempotentRequests } from '../admin/idempotency.ts';
import { createRequestHandler } from '../admin/requests.ts';
import { createRoleHandlers } from '../admin/roles/roles.ts';
import type { AdminApi } from '../admin/routes.ts';
import { createSelfHandlers } from '../admin/self.ts';
import { createSessionHandlers } from '../admin/sessions/sessions.ts';
import { createSettingsHandlers } from '../admin/settings/settings.ts';
import { createStatisticsHandlers } from '../admin/statistics/statistics.ts';
import { createStatusHandlers } from '../admin/status/status.ts';
import { TokenStore } from '../admin/tokens/token-store.ts';
import {
  createTokenHandlers,
  createTokenInputChecks,
  createTokenReplayChecks,
} from '../admin/tokens/tokens.ts';
import { checkApplication } from '../applications/administration/check-application.ts';
import { composeApplicationAdministration } from '../applications/administration/compose.ts';
import { createRefusedMembersHandlers } from '../applications/administration/refused-members.ts';
import { createKeyHandlers, keyReplayChecks } from '../applications/keys/handlers.ts';
import {
  createRegistrationHandlers,
  createRegistrationReplayChecks,
} from '../applications/oidc/clients/registration-handlers.ts';
import { createSettingsParsers, ownerSettings } from '../applications/protocols.ts';
import {
  bulkReplayChecks,
  createBulkHandlers,
  createBulkPreparations,
} from '../directory/bulk/bulk-changes.ts';
import { createFactorHandlers } from '../directory/factors/factors.ts';
import {
  createGroupHandlers,
  createGroupInputChecks,
  groupReplayChecks,
} from '../directory/groups/groups.ts';
import { createRegisterHandlers } from '../directory/import/edebo/register-handlers.ts';
import { createImportHandlers } from '../directory/import/import-handlers.ts';
import { createNewUserHandlers } from '../directory/import/new-users/handlers.ts';
import {
  createSourceHandlers,
  createSourceInputChecks,
} from '../directory/import/source-handlers.ts';
import { createColumnHandlers } from '../directory/import/upload/read-columns.ts';
import { createUploadHandlers } from '../directory/import/upload/upload-handlers.ts';
import { createAccountHandler } from '../directory/users/account.ts';
import { createUserChangeHandlers, createUserInputChecks } from '../directory/users/edit-users.ts';
import { createErasureHandlers } from '../directory/users/erase.ts';
import {
  createInvitationHandlers,
  createInvitationPreparations,
  createInvitationReplayChecks,
} from '../directory/users/invitations.ts';
import { createMembershipHandlers } from '../directory/users/memberships.ts';
import { createSignInCheck } from '../directory/users/sign-in-check.ts';
import { guestReplayChecks } from '../directory/users/user-rules.ts';
import { createUserHandlers } from '../directory/users/users.ts';
import type { NotifyUser } from '../events/notice.ts';
import { createNotifyApprovers } from '../pages/emails/administrator-notices.ts';
import type { NoticeDeps } from '../pages/emails/send-notices.ts';
import { codeLimits } from '../second-factor/verify/attempt-limits.ts';
import { linksByAddress } from '../sign-in/google/account-linking.ts';
import { levelsOn, methodsOn } from '../sign-in/methods.ts';
import { passwordLimits } from '../sign-in/password/attempt-limits.ts';
import { validatePasswordHash } from '../sign-in/password/hashing/parameters.ts';
import { createUsernameHash } from '../users/lifecycle/former-usernames.ts';
import { createExternalIdHash } from '../users/sources/erased-persons.ts';
import { createTaxIdCheck, hashTaxId } from '../users/tax-id.ts';
import { version } from '../version.ts';
import type { Applications } from './applications.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';
import { composeDoctor } from './doctor.ts';
import { revokeUsers } from './revoke-users.ts';
import type { SignIn } from './sign-in.ts';

export type AdminAreas = {
  activityList: ActivityList;
  core: Core;
  signIn: SignIn;
  applications: Applications;
  notifyUser: NotifyUser;
  notices: NoticeDeps;
};

/** Returns what the handlers of users and their ways in need. */
function userContext(
  { config, db, keys, now, site }: ServerDeps,
  { core, signIn, applications: { protocols }, notices }: AdminAreas,
) {
  const taxIdKey = createSecretKey(keys.taxId);
  const enabledMethods = methodsOn(config);
  const levels = { methodsOn: enabledMethods, methodLevels: levelsOn(config) };
  const hostedDomains = config.methods.google?.hostedDomains ?? [];
  return {
    db,
    now,
    site,
    revokeUsers,
    notifyApprovers: createNotifyApprovers(notices),
    enabledMethods,
    levels,
    invitations: signIn.methods.find(({ invitations }) => invitations)?.invitations,
    hashUsername: createUsernameHash(keys.data),
    hashExternalId: createExternalIdHash(keys.data),
    hashTaxId: (taxId: string) => hashTaxId(taxId, taxIdKey),
    validatePasswordHash,
    validateTaxId: createTaxIdCheck({ checksDigit: config.taxIdCheckDigit }),
    sessions: core.sessions,
    searchTexts: core.searchTexts,
    events: core.events.store,
    counter: core.events.counter,
    links: core.links,
    passkeys: core.factors.passkeys,
    accessCodes: core.factors.accessCodes,
    secondaryEmails: core.factors.secondaryEmails,
    usableFactors: core.factors.usable,
    secondFactors: core.factors.policy,
    limits: core.limits,
    attemptLimits: { passwords: passwordLimits(config), codes: codeLimits },
    linksGoogleByAddress: (user: Parameters<typeof linksByAddress>[2]) =>
      linksByAddress(core.users, hostedDomains, user),
    checkApplication: checkApplication.bind(undefined, {
      store: core.applications,
      protocols,
      levels,
    }),
  };
}

/** `systemUser`: who runs the command for which the server is composed. */
export function composeAdmin(deps: ServerDeps, areas: AdminAreas, systemUser?: string): AdminApi {
  const { config, db, now, site } = deps;
  const { core } = areas;
  const { registrations, signingKeys, owners } = core;
  const tokens = new TokenStore(db, now);
  const approvals = new ApprovalStore(now);
  const idempotentRequests = new IdempotentRequests({ db, encryption: core.encryption, now });
  const applications = composeApplicationAdministration({
    store: core.applications,
    owners,
    protocols: areas.applications.protocols,
    settingsParsers: createSettingsParsers({
      methodsOn: site.methods,
      isProduction: config.mode === 'production',
    }),
    ownerSettings: ownerSettings(),
    activity: core.activity,
    drawSvg: deps.drawSvg,
    now,
  });
  const users = { ...userContext(deps, areas), approvals, idempotentRequests };
  const userHandlers = createUserHandlers(users);
  const signInCheck = createSignInCheck(users);
  const factorHandlers = createFactorHandlers(users);
  const sessionHandlers = createSessionHandlers(users);
  return createRequestHandler({
    db,
    now,
    tokens,
    idempotentRequests,
    events: core.events.store,
    notifyUser: areas.notifyUser,
    limits: core.requestLimits,
    sessionCookie: core.sessionCookie,
    ...(systemUser !== undefined && { systemUser }),
    isOwn: { application: (queries, id, userId) => owners.isOwner(queries, id, userId) },
    handlers: {
      ...createSelfHandlers(users),
      ...userHandlers,
      ...createUserChangeHandlers(users),
      ...createInvitationHandlers(users),
      ...createMembershipHandlers(users),
      ...createErasureHandlers(users),
      ...createBulkHandlers(users),
      ...createImportHandlers(users),
      ...createSourceHandlers(users),
      ...createColumnHandlers(),
      ...createUploadHandlers({ db, now, encryption: core.encryption }),
      ...createRegisterHandlers({ now, isConfigured: config.edebo !== undefined }),
      ...createNewUserHandlers(users),
      ...signInCheck,
      ...createAccountHandler({
        now,
        ...userHandlers,
        ...factorHandlers,
        ...sessionHandlers,
        ...signInCheck,
        userById: core.users.byId,
        listApplications: areas.applications.listApplications,
      }),
      ...factorHandlers,
      ...createApprovalHandlers(users),
      ...createRoleHandlers(users),
      ...sessionHandlers,
      ...createEventHandlers(users),
      ...createAttentionHandlers({ now }),
      ...createSettingsHandlers(config.inEffect),
      ...createStatisticsHandlers({ now }),
      ...createViewHandlers({
        userById: core.users.byId,
        listApplications: areas.applications.listApplications,
        rememberedApplications: (userId) => core.userApplications.ofUser(userId),
        connectedApps: areas.applications.connectedApps,
        activityList: areas.activityList,
      }),
      ...createStatusHandlers({
        version,
        dataDir: config.dataDir,
        enabledMethods: users.enabledMethods,
        outcomesOf: (method) => areas.signIn.methods.find(({ id }) => id === method)?.outcomes?.(),
        isMailOn: deps.mailer !== undefined,
        mailOutcomes: deps.mailer?.outcomes,
        now,
      }),
      ...createDoctorHandlers(composeDoctor(deps, core.limits)),
      ...createTokenHandlers({ tokens, now }),
      ...createGroupHandlers({ registrations, now }),
      ...applications.handlers,
      ...createRefusedMembersHandlers({
        store: core.applications,
        protocols: areas.applications.protocols,
        levels: users.levels,
      }),
      ...createKeyHandlers({ signingKeys, now }),
      ...createRegistrationHandlers({
        registrations,
        areRegistrationsOn: config.oidcRegistration,
        now,
      }),
    },
    preparations: {
      ...applications.preparations,
      ...createInvitationPreparations(users),
      ...createBulkPreparations(users),
    },
    inputChecks: {
      ...createUserInputChecks(users),
      ...createGroupInputChecks(),
      ...createSourceInputChecks(),
      ...createTokenInputChecks({ now }),
      ...applications.inputChecks,
    },
    replayChecks: {
      ...createInvitationReplayChecks(users),
      ...guestReplayChecks,
      ...bulkReplayChecks,
      ...groupReplayChecks,
      ...createTokenReplayChecks({ tokens }),
      ...applications.replayChecks,
      ...createRegistrationReplayChecks({ registrations }),
      ...keyReplayChecks,
    },
  });
}
