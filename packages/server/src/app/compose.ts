// Wires the server by hand; with the files of its folder, the only one that knows everybody. Doors are introduced
// to each other here.

import { registerConnectedApps } from '../account/connected-apps-routes.ts';
import { registerKnownApplications } from '../account/known-applications.ts';
import { createPlainApps } from '../account/no-js/apps.ts';
import { createOwnSessions } from '../account/own-sessions.ts';
import { registerAccount } from '../account/routes.ts';
import { registerSessions } from '../account/session-routes.ts';
import { registerApplications } from '../applications/routes.ts';
import { checkWrites } from '../database/write-check.ts';
import { registerHealth } from '../http/health/health.ts';
import { registerSecurityTxt } from '../http/security-txt.ts';
import { buildServer } from '../http/server.ts';
import { createUserCheck } from '../http/user-hash.ts';
import { startCleanupJob } from '../jobs/cleanup-job.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { createUnreadable } from '../pages/bad-url-page.ts';
import { registerButtonPicture } from '../pages/button-picture.ts';
import { createTroublePage } from '../pages/error-page.ts';
import { registerAddLocaleKey } from '../pages/language/add-locale-key.ts';
import { chooseLanguageHash } from '../pages/language/choose-language.ts';
import { registerLogo } from '../pages/logo.ts';
import { createNotices, registerNotices } from '../pages/notices.ts';
import { registerPageErrors } from '../pages/page-errors.ts';
import { registerPages } from '../pages/pages.ts';
import { registerStaticFiles } from '../pages/static-files.ts';
import { registerSignIn } from '../sign-in/routes.ts';
import { composeApplications } from './applications.ts';
import { composeCore } from './core.ts';
import type { ServerDeps } from './deps.ts';
import { composeLoginPage } from './login-page.ts';
import { revokeUsers } from './revoke-users.ts';
import { composeSignIn } from './sign-in.ts';

/** What has run out may hold a tax number, encrypted: it shall not lie about for long. */
const cleanupIntervalMs = 60_000;

/** The composed server, not yet listening. Closing it closes everything it was given but the database. */
export async function compose(parts: ServerDeps) {
  const { config, db, site, logos = [], logger, mailer, now } = parts;
  const jobQueue = createJobQueue(logger, parts.pause);
  const core = composeCore(parts);
  const {
    users,
    encryption,
    applications,
    sessionCookie,
    browsers,
    authorizationRequests,
    pairwiseSubject,
  } = core;
  const userById = users.byId;
  const { findSignInRequirements, loginPage } = composeLoginPage(parts, core);
  const { methods, signInService, cleanupTasks } = composeSignIn(parts, core, {
    loginPage,
    jobQueue,
  });
  const notices = createNotices({ site, encryption, now });
  const { protocols, refusals, answerNotices, signOut, accesses, listApplications } =
    composeApplications(parts, { ...core, notices }, methods);

  const server = await buildServer({
    ownOrigin: config.baseUrl,
    secure: config.secure,
    scriptHashes: [...site.description.scriptHashes, chooseLanguageHash],
    styleHashes: site.description.styleHashes,
    trustProxy: config.trustProxy,
    logger,
    errorPage: createTroublePage(site, notices),
    badUrlPage: createUnreadable(site),
  });
  server.addHook('preValidation', createUserCheck(sessionCookie));
  await registerSignIn(server, signInService, methods);
  await registerAccount(server, { sessionCookie, userById, listApplications, signOut });
  registerKnownApplications(server, {
    sessionCookie,
    userById,
    listApplications,
    sandbox: applications.sandbox,
  });
  await registerConnectedApps(server, {
    sessionCookie,
    listConnectedApps: accesses.of,
    endAccess: accesses.end,
  });
  const ownSessions = createOwnSessions({ ...core, db, revokeUsers, now });
  await registerSessions(server, sessionCookie, ownSessions);
  await registerApplications(server, {
    sessionCookie,
    browsers,
    authorizationRequests,
    answerNotices,
    protocols,
    refusals,
    applicationById: applications.byId,
    pairwiseSubject,
    userById,
  });
  registerHealth(server, () => checkWrites(db));
  registerPageErrors(server, now);
  registerPages(server, {
    site,
    findSignInRequirements,
    loginPage,
    sessionCookie,
    returnToCookie: core.returnToCookie,
    startChecks: refusals.startChecks,
    plainPages: {
      apps: createPlainApps({
        userById,
        listApplications,
        listConnectedApps: accesses.of,
        sessionsOf: ownSessions.of,
        userHashOf: sessionCookie.userHashOf,
        site,
      }),
    },
  });
  registerNotices(server, { site, encryption, now });
  registerButtonPicture(server);
  await registerStaticFiles(server, site.folder);
  const contact = config.securityContact ?? config.supportEmail;
  if (contact) registerSecurityTxt(server, { contact, baseUrl: config.baseUrl, now });
  for (const logo of logos) registerLogo(server, logo);
  if (parts.localeSources)
    registerAddLocaleKey(server, parts.localeSources, site.description.namespaces);

  const stopCleanup = startCleanupJob(
    [
      core.sessions.deleteExpired,
      authorizationRequests.deleteExpired,
      core.limits.deleteExpired,
      (most) => core.devices.deleteExpired(most),
      ...cleanupTasks,
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
    for (const method of methods) await method.close?.();
  });
  return server;
}
