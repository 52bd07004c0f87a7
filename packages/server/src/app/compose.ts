// Creates all parts of the server and connects them. Only the files of this folder import every area; they pass
// functions of one area to another.

import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createAppsPage } from '../account/apps-page.ts';
import { createOwnSessions } from '../account/own-sessions.ts';
import { type AccountDeps, registerAccount } from '../account/routes.ts';
import { createFindUserAnswer } from '../account/user-answer.ts';
import { registerApplications } from '../applications/routes.ts';
import { untilDurable } from '../database/direct.ts';
import { checkWrites } from '../database/write-check.ts';
import { registerHealth } from '../http/health/health.ts';
import { registerSecurityTxt } from '../http/security-txt.ts';
import { buildServer } from '../http/server.ts';
import { createUserCheck } from '../http/user-hash.ts';
import { startCleanupJob } from '../jobs/cleanup-job.ts';
import { createJobQueue, type JobQueue } from '../jobs/queue.ts';
import { registerPageErrors } from '../pages/browser-error-reports.ts';
import { registerButtonPicture } from '../pages/button-picture.ts';
import { createBadUrlPage, createErrorPage } from '../pages/error-page.ts';
import { registerAddLocaleKey } from '../pages/language/add-locale-key.ts';
import { chooseLanguageHash } from '../pages/language/choose-language.ts';
import { createNotices, registerNotices } from '../pages/notices.ts';
import { registerPages } from '../pages/pages.ts';
import { registerLogo, registerStaticFiles } from '../pages/static-files.ts';
import { waitForRenderer } from '../pages/wait-for-renderer.ts';
import { registerSignIn } from '../sign-in/routes.ts';
import { type Applications, composeApplications } from './applications.ts';
import { type Core, composeCore } from './core.ts';
import type { ServerDeps } from './deps.ts';
import { composeLoginPage, type LoginPageParts } from './login-page.ts';
import { revokeUsers } from './revoke-users.ts';
import { composeSignIn, type SignIn } from './sign-in.ts';
import { collectStartGarbage } from './start-garbage.ts';

/** Expired rows can hold an encrypted tax number, so they are deleted within a minute. */
const cleanupIntervalMs = 60_000;

/** The composed areas. */
type Areas = { core: Core; signIn: SignIn; applications: Applications; login: LoginPageParts };

function accountDeps({ db, now }: ServerDeps, { core, applications }: Areas): AccountDeps {
  const { sessionCookie, sessions } = core;
  const { listApplications, signOut, connectedApps } = applications;
  const { userHashOf } = sessionCookie;
  return {
    sessionCookie,
    connectedApps,
    signOut,
    sandbox: core.applications.sandbox,
    findUserAnswer: createFindUserAnswer({ listApplications, userHashOf }),
    ownSessions: createOwnSessions({
      db,
      sessions,
      sessionCookie,
      revokeUsers,
      now,
    }),
  };
}

async function registerApplicationsArea(server: FastifyInstance, { core, applications }: Areas) {
  const { launchErrors, pageNotices, protocols } = applications;
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
    },
  });
}

async function registerAllPages(
  server: FastifyInstance,
  deps: ServerDeps,
  { core, applications, login }: Areas,
  account: AccountDeps,
) {
  const { config, site, logos = [], now } = deps;
  const { encryption, sessionCookie } = core;
  registerPages(server, {
    site,
    findSignInRequirements: login.findSignInRequirements,
    loginPage: login.loginPage,
    sessionCookie,
    returnToCookie: core.returnToCookie,
    startChecks: applications.launchErrors.startChecks,
    signedInPages: { apps: createAppsPage(account, site) },
  });
  registerNotices(server, { site, encryption, now });
  registerButtonPicture(server);
  await registerStaticFiles(server, site.folder);
  const contact = config.securityContact ?? config.supportEmail;
  if (contact) registerSecurityTxt(server, { contact, baseUrl: config.baseUrl, now });
  for (const logo of logos) registerLogo(server, logo);
  if (deps.localeSources)
    registerAddLocaleKey(server, deps.localeSources, site.description.namespaces);
}

/** Starts the background work; ends it when the server closes. */
function startJobs(
  server: FastifyInstance,
  { logger, mailer }: ServerDeps,
  { core, signIn, applications: { protocols } }: Areas,
  jobQueue: JobQueue,
) {
  const stopCleanup = startCleanupJob(
    [
      core.sessions.deleteExpired,
      core.authorizationRequests.deleteExpired,
      core.limits.deleteExpired,
      (most) => core.devices.deleteExpired(most),
      ...signIn.cleanupTasks,
      ...[...protocols.values()].flatMap(({ deleteExpired }) => deleteExpired ?? []),
    ],
    cleanupIntervalMs,
    logger,
  );
  for (const protocol of protocols.values()) protocol.start?.();
  server.addHook('onClose', async () => {
    await stopCleanup();
    for (const protocol of protocols.values()) await protocol.stop?.();
    await jobQueue.stop();
    mailer?.close();
    for (const method of signIn.methods) await method.close?.();
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

/** Returns the composed server, not yet listening. Closing it closes all its dependencies except the database. */
export async function compose(deps: ServerDeps) {
  const { config, db, site, logger, now } = deps;
  const jobQueue = createJobQueue(logger, deps.pause);
  const core = composeCore(deps);
  const login = composeLoginPage(deps, core);
  const signIn = await composeSignIn(deps, core, { loginPage: login.loginPage, jobQueue });
  const notices = createNotices({ site, encryption: core.encryption, now });
  const applications = composeApplications(deps, core, { notices, methods: signIn.methods });
  const areas: Areas = { core, signIn, applications, login };

  const server = await buildServer({
    ownOrigin: config.baseUrl,
    secure: config.secure,
    scriptHashes: [...site.description.scriptHashes, chooseLanguageHash],
    styleHashes: site.description.styleHashes,
    trustProxy: config.trustProxy,
    logger,
    untilDurable: () => untilDurable(db),
    errorPage: createErrorPage(site, notices),
    badUrlPage: createBadUrlPage(site),
  });
  waitForRenderer(server, site);
  server.addHook('preValidation', createUserCheck(core.sessionCookie));
  await registerSignIn(server, signIn.signInService, signIn.methods);
  const account = accountDeps(deps, areas);
  await registerAccount(server, account);
  await registerApplicationsArea(server, areas);
  const untilLoaded = loadAfterStart(server, deps, areas);
  registerHealth(server, async () => {
    await untilLoaded();
    await checkWrites(db);
  });
  registerPageErrors(server, now);
  await registerAllPages(server, deps, areas, account);
  startJobs(server, deps, areas, jobQueue);
  return server;
}
