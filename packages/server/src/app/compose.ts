// Creates all parts of the server and connects them. Only the files of this folder import every area; they pass
// functions of one area to another.

import { createSecretKey } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { adminPath } from '@brama/contract/admin/paths';
import { parseAppId } from '@brama/contract/app-id';
import { accountPath } from '@brama/contract/pages/account/sections';
import type { FastifyInstance } from 'fastify';
import { createAccountPage } from '../account/account-page.ts';
import { type ActivityList, createActivity, createActivityList } from '../account/activity.ts';
import { createAppsPage } from '../account/apps-page.ts';
import { createOwnSessions } from '../account/own-sessions.ts';
import { type AccountDeps, registerAccount } from '../account/routes.ts';
import { createFindUserAnswer } from '../account/user-answer.ts';
import { createProblemHandler } from '../admin/problem.ts';
import { registerAdminApi } from '../admin/routes.ts';
import { startNodeNotes } from '../admin/status/nodes.ts';
import { registerIcons } from '../applications/icons/routes.ts';
import { createFindIcon } from '../applications/icons/store.ts';
import { registerFavorites } from '../applications/portal/routes.ts';
import { registerRegistered } from '../applications/registered.ts';
import { registerApplications } from '../applications/routes.ts';
import { warnOfEndingSecrets } from '../applications/secrets/expiry-warnings.ts';
import { createOwnChanges, type OwnChanges } from '../changes/own-changes.ts';
import { untilDurable } from '../database/direct.ts';
import { expiryTasks } from '../database/expiring-tables.ts';
import { runTogether } from '../database/prepared.ts';
import { checkWrites } from '../database/write-check.ts';
import { startBulkJob } from '../directory/bulk/bulk-job.ts';
import { bulkCleanupTasks } from '../directory/bulk/bulk-store.ts';
import { startImportJob } from '../directory/import/import-job.ts';
import { startImportNotices } from '../directory/import/import-notices.ts';
import { importCleanupTasks } from '../directory/import/import-store.ts';
import { startInviteJob } from '../directory/import/new-users/invite-job.ts';
import type { NotifyUser } from '../events/notice.ts';
import { registerHealth } from '../http/health/health.ts';
import { registerSecurityTxt } from '../http/security-txt.ts';
import { buildServer } from '../http/server.ts';
import { createUserCheck } from '../http/user-hash.ts';
import { type CleanupTask, startCleanupJob } from '../jobs/cleanup-job.ts';
import { createJobQueue, type JobQueue } from '../jobs/queue.ts';
import { registerAccountMenu } from '../pages/account-menu.ts';
import { registerPageErrors } from '../pages/browser-error-reports.ts';
import { registerButtonPicture } from '../pages/button-picture.ts';
import { registerConsole } from '../pages/console.ts';
import { createAccountNotices, type SendNotice } from '../pages/emails/account-notices.ts';
import {
  createNotifyEndingAccess,
  createWarnOwners,
  createWarnSponsor,
} from '../pages/emails/end-warnings.ts';
import { createSendImportNotice } from '../pages/emails/import-notices.ts';
import { startQueuedNotices } from '../pages/emails/queued-notices.ts';
import type { NoticeDeps } from '../pages/emails/send-notices.ts';
import { createBadUrlPage, createErrorPage } from '../pages/error-page.ts';
import { registerAddLocaleKey } from '../pages/language/add-locale-key.ts';
import { chooseLanguageHash } from '../pages/language/choose-language.ts';
import { createNotices, type Notices, registerNotices } from '../pages/notices.ts';
import { registerOneTimeNotice } from '../pages/one-time-notice.ts';
import { registerPages } from '../pages/pages.ts';
import { registerOwnFile, registerStaticFiles } from '../pages/static-files.ts';
import { waitForRenderer } from '../pages/wait-for-renderer.ts';
import { registerAccountForms } from '../second-factor/account/routes.ts';
import { findSecondFactor } from '../second-factor/account/section.ts';
import type { SecondFactorContext } from '../second-factor/set-up/context.ts';
import { registerSetUp } from '../second-factor/set-up/routes.ts';
import { findCountFrom } from '../sessions/factor-wait.ts';
import { methodsOn } from '../sign-in/methods.ts';
import { registerSignIn } from '../sign-in/routes.ts';
import { createUsernameHash } from '../users/lifecycle/former-usernames.ts';
import { warnOfEndingGuests } from '../users/lifecycle/guest-warnings.ts';
import { startLifecycleJob } from '../users/lifecycle/lifecycle-job.ts';
import { lockAdministrators } from '../users/roles/role-store.ts';
import { startSearchJob } from '../users/search/job.ts';
import { notifyOfEndingAccess } from '../users/sources/ending-access.ts';
import { createExternalIdHash } from '../users/sources/erased-persons.ts';
import { hashTaxId } from '../users/tax-id.ts';
import { version } from '../version.ts';
import { registerAdmin } from './admin.ts';
import { type Applications, composeApplications } from './applications.ts';
import { type Core, composeCore } from './core.ts';
import type { ServerDeps } from './deps.ts';
import { composeLoginPage, type LoginPageParts } from './login-page.ts';
import { composeRecoveryArea, type RecoveryArea } from './recovery.ts';
import { revokeUsers } from './revoke-users.ts';
import { createSecondFactorContext, registerSecondFactor } from './second-factor.ts';
import { composeSecureAccount } from './secure-account.ts';
import { composeSignIn, type SignIn } from './sign-in.ts';
import { createFindSignInMethods, createIsPasskeyOffered } from './sign-in-methods.ts';
import { collectStartGarbage } from './start-garbage.ts';

/** Expired rows can hold an encrypted tax number, so they are deleted within a minute. */
const cleanupIntervalMs = 60_000;

/** How soon a search finds users whom another process has written. */
const searchIntervalMs = 5000;

/** How soon users are notified of what a command has changed. */
const noticeIntervalMs = 5000;

/** The composed areas. */
type Areas = {
  core: Core;
  signIn: SignIn;
  applications: Applications;
  recovery: RecoveryArea;
  login: LoginPageParts;
  notifyUser: NotifyUser;
  sendNotice: SendNotice | undefined;
  notices: NoticeDeps;
  /** Words of the pages of applications that are shown once. */
  pageNotices: Notices;
  ownChanges: OwnChanges;
  jobQueue: JobQueue;
  activityList: ActivityList;
};

function accountDeps(
  deps: ServerDeps,
  { core, applications, signIn, ownChanges }: Areas,
): AccountDeps {
  const { now } = deps;
  const { sessionCookie, sessions } = core;
  const { listApplications, signOut, connectedApps } = applications;
  const { userHashOf } = sessionCookie;
  return {
    sessionCookie,
    connectedApps,
    signOut,
    ...composeSecureAccount(deps, core, { methods: signIn.methods, ownChanges }),
    sandbox: core.applications.sandbox,
    findUserAnswer: createFindUserAnswer({ listApplications, userHashOf }),
    rememberedApplications: (userId) => core.userApplications.ofUser(userId),
    ownSessions: createOwnSessions({
      ownChanges,
      sessions,
      sessionCookie,
      revokeUsers,
      now,
    }),
  };
}

async function registerApplicationsArea(
  server: FastifyInstance,
  { db }: ServerDeps,
  { core, applications }: Areas,
) {
  const { launchErrors, pageNotices, protocols } = applications;
  registerIcons(server, createFindIcon(db));
  await registerFavorites(server, {
    sessionCookie: core.sessionCookie,
    userApplications: core.userApplications,
    applicationById: core.applications.byId,
  });
  registerRegistered(server, {
    requestLimits: core.requestLimits,
    applicationById: core.applications.byId,
  });
  await registerApplications(server, {
    sessionCookie: core.sessionCookie,
    authorizationRequests: core.authorizationRequests,
    startChecks: launchErrors.startChecks,
    launch: {
      findAuthorizationRequest: core.findAuthorizationRequest,
      pageNotices,
      protocols,
      launchErrors,
      applicationById: core.applications.byId,
      pairwiseSubject: core.pairwiseSubject,
      launched: (key) => core.userApplications.launched(key),
      store: (statement) => runTogether(db, [statement]),
    },
  });
}

async function registerAllPages(
  server: FastifyInstance,
  deps: ServerDeps,
  { core, applications, recovery, login, activityList }: Areas,
  { account, secondFactor }: { account: AccountDeps; secondFactor: SecondFactorContext },
) {
  const { config, site, ownFiles = [], now } = deps;
  const { encryption, sessionCookie } = core;
  registerPages(server, {
    site,
    findSignInRequirements: login.findSignInRequirements,
    loginPage: login.loginPage,
    sessionCookie,
    returnToCookie: core.returnToCookie,
    pendingCookie: core.pendingCookie,
    lacksFactor: (session) => core.factors.changes.lacksFactor(session),
    canBeStronger: (session) => core.factors.changes.canBeStronger(session),
    startChecks: applications.launchErrors.startChecks,
    now,
    signedInPages: {
      apps: createAppsPage(
        {
          ...account,
          isPasskeyOffered: createIsPasskeyOffered(deps),
          describeMissing: applications.describeMissing,
        },
        site,
      ),
      [accountPath]: createAccountPage({
        ...account,
        site,
        findSignInMethods: createFindSignInMethods(deps, core),
        findSecondaryEmail: recovery.findSecondaryEmail,
        findSecondFactor: (session) => findSecondFactor(secondFactor, session),
        findFactorsCountFrom: (userId) => findCountFrom(deps.db, userId, now()),
        activity: createActivity(activityList, account),
        now,
      }),
    },
  });
  registerConsole(server, {
    db: deps.db,
    site,
    sessionCookie,
    returnToCookie: core.returnToCookie,
    pendingCookie: core.pendingCookie,
    sharedIdleSeconds: config.sessionSharedIdleSeconds,
    now,
  });
  registerNotices(server, { site, encryption, now });
  registerButtonPicture(server);
  await registerStaticFiles(server, site.folder);
  const contact = config.securityContact ?? config.supportEmail;
  if (contact) registerSecurityTxt(server, { contact, baseUrl: config.baseUrl, now });
  for (const file of ownFiles) registerOwnFile(server, file);
  if (deps.localeSources)
    registerAddLocaleKey(server, deps.localeSources, site.description.namespaces);
}

/** Returns what runs every minute, like the cleanup; it deletes nothing. */
function createWarnings({ db, now }: ServerDeps, { core, notices }: Areas): CleanupTask[] {
  const warnOwners = createWarnOwners(notices);
  const warnSponsor = createWarnSponsor(notices);
  const notifyEndingAccess = createNotifyEndingAccess(notices);
  return [
    async () => {
      await warnOfEndingSecrets({ db, now, warn: warnOwners, applications: core.applications.all });
      return 0;
    },
    async () => {
      await warnOfEndingGuests({ db, now, warn: warnSponsor });
      return 0;
    },
    async () => {
      await notifyOfEndingAccess({ db, now, notify: notifyEndingAccess });
      return 0;
    },
  ];
}

/** Starts the background work; ends it when the server closes. */
function startJobs(
  server: FastifyInstance,
  { config, db, keys, logger, now }: ServerDeps,
  { core, signIn, recovery, applications: { protocols }, sendNotice, notices }: Areas,
  { cleanup }: { cleanup: readonly CleanupTask[] },
) {
  const stopCleanup = startCleanupJob(
    [
      ...expiryTasks(db, now),
      ...bulkCleanupTasks(db, now),
      ...importCleanupTasks(db, now),
      core.sessions.deleteExpired,
      (most) => core.devices.deleteExpired(most),
      (most) => core.events.store.deleteExpired(most),
      ...signIn.cleanupTasks,
      ...recovery.cleanupTasks,
      ...cleanup,
      ...[...protocols.values()].flatMap(({ deleteExpired }) => deleteExpired ?? []),
    ],
    cleanupIntervalMs,
    logger,
  );
  const stopLifecycle = startLifecycleJob({
    db,
    now,
    log: logger,
    revokeUsers,
    events: core.events.store,
    administrators: lockAdministrators,
  });
  const enabledMethods = methodsOn(config);
  const invitations = signIn.methods.find((method) => method.invitations)?.invitations;
  const events = core.events.store;
  const stopBulkJob = startBulkJob({
    db,
    now,
    log: logger,
    revokeUsers,
    events,
    enabledMethods,
    invitations,
  });
  const taxIdKey = createSecretKey(keys.taxId);
  const stopImportJob = startImportJob({
    db,
    now,
    log: logger,
    revokeUsers,
    events: core.events.store,
    hashUsername: createUsernameHash(keys.data),
    hashExternalId: createExternalIdHash(keys.data),
    hashTaxId: (taxId) => hashTaxId(taxId, taxIdKey),
    checksDigit: config.taxIdCheckDigit,
    encryption: core.encryption,
    edebo: config.edebo,
  });
  for (const protocol of protocols.values()) protocol.start?.();
  let stopNodeNotes: (() => Promise<void>) | undefined;
  let stopSearchJob: (() => Promise<void>) | undefined;
  let stopNotices: (() => Promise<void>) | undefined;
  let stopImportNotices: (() => Promise<void>) | undefined;
  let stopInviteJob: (() => Promise<void>) | undefined;
  server.addHook('onListen', async () => {
    stopNodeNotes = startNodeNotes({ db, now, version, log: logger });
    const refreshes = [core.searchTexts.refresh, core.lastSignIns.refresh];
    stopSearchJob = startSearchJob(refreshes, searchIntervalMs, logger);
    if (invitations)
      stopInviteJob = startInviteJob({
        db,
        now,
        log: logger,
        events,
        limits: core.limits,
        enabledMethods,
        invitations,
      });
    const send = createSendImportNotice(notices);
    if (send) stopImportNotices = startImportNotices({ db, send, now }, noticeIntervalMs, logger);
    if (sendNotice)
      stopNotices = startQueuedNotices({ db, sendNotice, now }, noticeIntervalMs, logger);
  });
  server.addHook('onClose', async () => {
    await stopCleanup();
    await stopLifecycle();
    await stopBulkJob();
    await stopImportJob();
    await stopSearchJob?.();
    await stopNodeNotes?.();
    await stopNotices?.();
    await stopImportNotices?.();
    await stopInviteJob?.();
  });
}

/**
 * Loads the OpenID Connect library and the renderer of pages once the server listens, so that no first request waits for
 * long. Each step lets waiting requests pass. Returns a function that resolves when all is loaded; `/readyz` waits for it.
 */
function loadAfterStart(
  server: FastifyInstance,
  { site, logger }: ServerDeps,
  { applications: { protocols } }: Areas,
) {
  async function load() {
    for (const protocol of protocols.values()) {
      await setImmediate();
      // without the database, the first request tries again
      await protocol.warmUp?.().catch((err) => logger.warn({ err }, 'protocol not loaded'));
    }
    await setImmediate();
    await site.load();
    await setImmediate();
    collectStartGarbage();
  }
  let loading: Promise<void> | undefined;
  server.addHook('onListen', async () => {
    loading = load();
  });
  return async () => loading;
}

/** Creates all parts; starts and registers none. */
async function composeAreas(deps: ServerDeps): Promise<Areas> {
  const { config, db, site, logger, now } = deps;
  const jobQueue = createJobQueue(logger, deps.pause);
  const core = composeCore(deps);
  const login = composeLoginPage(deps, core, () => applications.protocols);
  const { notifyUser, sendNotice } = createAccountNotices({
    site,
    now,
    baseUrl: config.baseUrl,
    mail: deps.mailer && { mailer: deps.mailer, jobQueue },
    users: core.users,
    events: core.events.store,
    limits: core.limits,
  });
  const ownChanges = createOwnChanges({
    db,
    rule: core.factors.changes,
    secretIdOf: core.sessionCookie.secretIdOf,
    events: core.events.store,
    notifyUser,
  });
  const notices: NoticeDeps = {
    site,
    baseUrl: config.baseUrl,
    mail: deps.mailer && { mailer: deps.mailer, jobQueue },
    users: core.users,
    events: core.events.store,
  };
  const { loginPage } = login;
  const signIn = await composeSignIn(deps, core, { loginPage, jobQueue, notifyUser, ownChanges });
  const pageNotices = createNotices({ site, encryption: core.encryption, now });
  const applications: Applications = composeApplications(deps, core, {
    notices: pageNotices,
    methods: signIn.methods,
  });
  const recovery = composeRecoveryArea(deps, core, {
    signIn,
    jobQueue,
    notices,
    ownChanges,
  });
  return {
    core,
    signIn,
    applications,
    recovery,
    login,
    notifyUser,
    sendNotice,
    notices,
    pageNotices,
    ownChanges,
    jobQueue,
    activityList: createActivityList({
      events: core.events,
      applicationTitle: async (id, language) => {
        const appId = parseAppId(id);
        return (appId && (await core.applications.byId(appId)))?.title[language];
      },
      now,
    }),
  };
}

/** Returns the HTTP server without routes. */
function buildOwnServer({ config, db, site, logger }: ServerDeps, { pageNotices }: Areas) {
  return buildServer({
    ownOrigin: config.baseUrl,
    secure: config.secure,
    scriptHashes: [...site.description.scriptHashes, chooseLanguageHash],
    styleHashes: site.description.styleHashes,
    trustProxy: config.trustProxy,
    logger,
    untilDurable: () => untilDurable(db),
    errorPage: createErrorPage(site, pageNotices),
    badUrlPage: createBadUrlPage(site),
    ownErrors: { prefix: `${adminPath}/`, handle: createProblemHandler(site) },
  });
}

/** Finishes what waits in memory when the server closes, and closes what the areas have opened. */
function closeWith(
  server: FastifyInstance,
  { mailer }: ServerDeps,
  { core, signIn, applications: { protocols }, jobQueue }: Areas,
): void {
  server.addHook('onClose', async () => {
    for (const protocol of protocols.values()) await protocol.stop?.();
    await jobQueue.stop();
    await core.events.counter.flush();
    await core.activity.flush();
    mailer?.close();
    for (const method of signIn.methods) await method.close?.();
  });
}

/** Returns the composed server, not yet listening. Closing it closes all its dependencies except the database. */
export async function compose(deps: ServerDeps) {
  const { config, db, site, now } = deps;
  const areas = await composeAreas(deps);
  const { core, signIn, recovery, login, notifyUser, ownChanges } = areas;
  const server = await buildOwnServer(deps, areas);
  // first, because hooks run in reverse: the jobs end before
  closeWith(server, deps, areas);
  waitForRenderer(server, site);
  registerOneTimeNotice(server, { encryption: core.encryption, secure: config.secure, now });
  registerAccountMenu(server, {
    site,
    sessionCookie: core.sessionCookie,
    sharedIdleSeconds: deps.config.sessionSharedIdleSeconds,
  });
  server.addHook('preValidation', createUserCheck(core.sessionCookie));
  await registerSignIn(server, signIn.signInService, signIn.methods);
  await registerSecondFactor(server, deps, core, { ...signIn, notifyUser, login });
  await recovery.register(server);
  const secondFactor = createSecondFactorContext(deps, core, { signIn, ownChanges });
  await registerSetUp(server, secondFactor);
  await registerAccountForms(server, secondFactor);
  const account = accountDeps(deps, areas);
  await registerAccount(server, account);
  await registerApplicationsArea(server, deps, areas);
  await registerAdmin(server, deps, areas);
  const untilLoaded = loadAfterStart(server, deps, areas);
  registerHealth(server, async () => {
    await untilLoaded();
    await checkWrites(db);
  });
  registerPageErrors(server, now);
  await registerAllPages(server, deps, areas, { account, secondFactor });
  startJobs(server, deps, areas, {
    cleanup: createWarnings(deps, areas),
  });
  return server;
}

/**
 * Returns a server for one command: the administration API alone, whose requests are all those of this user of the operating system.
 * It must not listen. It starts no jobs: those of running servers do what a change leaves to them.
 */
export async function composeForCommand(
  deps: ServerDeps,
  systemUser: string,
): Promise<FastifyInstance> {
  const areas = await composeAreas(deps);
  const server = await buildOwnServer(deps, areas);
  // its requests have all permissions
  server.listen = () => {
    throw new Error('the server of a command must not listen');
  };
  await registerAdminApi(server, {
    site: deps.site,
    load: async () => (await import('./admin-api.ts')).composeAdmin(deps, areas, systemUser),
  });
  closeWith(server, deps, areas);
  return server;
}
