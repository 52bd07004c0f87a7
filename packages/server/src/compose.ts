// Wires the server by hand: the only file that knows everybody. Doors are introduced to each other here.

import { createSecretKey, type X509Certificate } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { registerAccess } from './account/access-routes.ts';
import { registerKnownApplications } from './account/known-applications.ts';
import { createPlainApps } from './account/plain-apps.ts';
import { registerAccount } from './account/routes.ts';
import { createAccesses } from './applications/accesses.ts';
import { createAnswerPages } from './applications/answer-pages.ts';
import type { Application } from './applications/application.ts';
import { createBrowsers } from './applications/browsers.ts';
import { createApplicationsOf } from './applications/of-users.ts';
import { createClientFinder } from './applications/oidc/clients.ts';
import { createFormPost } from './applications/oidc/form-post.ts';
import { createOidcPages } from './applications/oidc/pages.ts';
import { createRegistrations } from './applications/oidc/registrations.ts';
import { satisfies } from './applications/pending-request.ts';
import { createPendingRequests } from './applications/pending-store.ts';
import { createProtocols } from './applications/protocols.ts';
import { createPendingOf, registerApplications } from './applications/routes.ts';
import { createApplicationStore } from './applications/store.ts';
import { createSubjectOf } from './applications/subjects.ts';
import { createTicketStore } from './applications/ticket/store.ts';
import type { Config } from './config.ts';
import type { Database } from './database/connect.ts';
import { deriveKey } from './derived-key.ts';
import { registerAddLocaleKey } from './http/add-locale-key.ts';
import { registerButtonPicture } from './http/button-picture.ts';
import { chooseLanguageHash } from './http/choose-language.ts';
import type { Demand } from './http/demand.ts';
import { registerGoogleAuthPage } from './http/google-auth-page.ts';
import { registerHealth } from './http/health.ts';
import { createLoginPage } from './http/login-page.ts';
import { type Logo, registerLogo } from './http/logo.ts';
import { registerPageErrors } from './http/page-errors.ts';
import { registerPages } from './http/pages.ts';
import { createRequestLimits } from './http/request-limits.ts';
import { registerSecurityTxt } from './http/security-txt.ts';
import { buildServer } from './http/server.ts';
import type { Site } from './http/site.ts';
import { registerStaticFiles } from './http/static-files.ts';
import { createTroublePage } from './http/trouble-page.ts';
import { createUnreadable } from './http/unreadable.ts';
import { createVisitors } from './http/visitor.ts';
import { createWayBack } from './http/way-back.ts';
import type { Keys } from './keys.ts';
import { createNetworkLimits } from './limits/of-networks.ts';
import { createLimits } from './limits/store.ts';
import { createErrands } from './mail/errands.ts';
import type { Mailer } from './mail/mailer.ts';
import { createOutbound } from './outbound.ts';
import { createSealing } from './sealing.ts';
import { createSessionStore } from './sessions/store.ts';
import type { Fetch } from './sign-in/diia/ask.ts';
import type { DiiaNeeds } from './sign-in/diia/method.ts';
import { createDiiaRequests } from './sign-in/diia/store.ts';
import { createDoor } from './sign-in/door.ts';
import type { GoogleNeeds } from './sign-in/google/method.ts';
import { createGoogleAttempts } from './sign-in/google/store.ts';
import { createKnownDevices } from './sign-in/known-devices.ts';
import { createMethods } from './sign-in/methods.ts';
import type { Hasher } from './sign-in/password/hasher.ts';
import { createPasswordThrottle } from './sign-in/password/throttle.ts';
import { registerSignIn } from './sign-in/routes.ts';
import { createSignInTickets } from './sign-in/store.ts';
import { startSweeper } from './sweeper.ts';
import { createLinkedIdentities } from './users/linked-identities.ts';
import { createPasswordChoice } from './users/password-choice.ts';
import { createUserStore } from './users/store.ts';
import { hashTaxId } from './users/tax-id.ts';

export type Parts = {
  config: Config;
  db: Database;
  site: Site;
  logo?: Logo | undefined;
  hasher: Hasher;
  keys: Keys;
  /** Whom signatures made with Diia are believed from; needed where its settings are given. */
  diiaAuthorities: readonly X509Certificate[];
  /** How Diia and Google are reached. */
  fetch: Fetch;
  logger: Logger;
  /** How letters are sent; absent where mail is off. */
  mailer: Mailer | undefined;
  now: () => number;
  /** Waits so many milliseconds. */
  pause(ms: number): Promise<unknown>;
  /** Source folder of the translations; given in development only. */
  localeSources?: string;
};

/** What has run out may hold a tax number, encrypted: it shall not lie about for long. */
const sweepIntervalMs = 60_000;

/** What a password must not be made of. */
function namesOfService({ organisationNameUk, organisationNameEn, baseUrl }: Config) {
  return [organisationNameUk, organisationNameEn, new URL(baseUrl).hostname, 'Brama', 'Брама'];
}

/** The composed server, not yet listening. Closing it closes everything it was given but the database. */
export async function compose(parts: Parts) {
  const { config, db, site, logo, hasher, logger, mailer, now } = parts;
  const errands = createErrands(logger);
  const users = createUserStore(db);
  const sealing = createSealing(parts.keys.data);
  const sessions = createSessionStore(db, {
    lifetimes: {
      idleSeconds: config.sessionIdleSeconds,
      absoluteSeconds: config.sessionAbsoluteSeconds,
    },
    now,
    sealing,
  });
  const signInTickets = createSignInTickets(db, {
    ttlSeconds: config.signInTicketSeconds,
    now,
    sealing,
  });
  const applications = createApplicationStore(db, now);
  const tickets = createTicketStore(db, {
    ttlSeconds: config.applicationTicketSeconds,
    now,
    isSessionAlive: sessions.isAlive,
  });
  const visitors = createVisitors(sessions, config.secure);
  const wayBack = createWayBack(config.secure);
  const limits = createLimits(db, { key: deriveKey(parts.keys.data, 'what limits count'), now });
  const devices = createKnownDevices({ db, secure: config.secure, now });
  const networkLimits = createNetworkLimits({ limits, settings: config, now });
  const requestLimits = createRequestLimits({
    limits: networkLimits,
    knownDevice: devices.knownDevice,
  });
  const userById = users.byId;
  const applicationById = applications.byId;

  const subjectOf = createSubjectOf(
    deriveKey(parts.keys.data, 'pairwise subjects of OpenID Connect'),
  );
  const browsers = createBrowsers(config.secure);
  const pendingRequests = createPendingRequests(db, { ttlSeconds: 3600, now, sealing });
  const pendingOf = createPendingOf({ browsers, pendingRequests });

  async function demandOf(request: FastifyRequest): Promise<Demand | undefined> {
    const pending = await pendingOf(request);
    if (typeof pending !== 'object') return undefined;
    const { demands, loginHint } = pending;
    const { methods } = demands;
    return { isMetBy: (session) => satisfies(session, demands, subjectOf), methods, loginHint };
  }

  const loginPage = createLoginPage({
    site,
    applicationTitle: async (id, language) => {
      const application = await applicationById(id.toLowerCase());
      return application?.title[language];
    },
    titlesByNames: async (names, language) => {
      const all = await applications.all();
      return all.flatMap(({ name, title }) => (names.includes(name) ? [title[language]] : []));
    },
    demandOf,
  });
  const diiaRequests = createDiiaRequests(db, { now, sealing });
  function diiaNeeds(): DiiaNeeds | undefined {
    if (!config.diia) return undefined;
    const taxIdKey = createSecretKey(parts.keys.taxId);
    return {
      settings: config.diia,
      authorities: parts.diiaAuthorities,
      requests: diiaRequests,
      hashTaxId: (taxId) => hashTaxId(taxId, taxIdKey),
      userByTaxIdHash: users.byTaxIdHash,
      fetch: parts.fetch,
      begin: requestLimits.begin,
      baseUrl: config.baseUrl,
      secure: config.secure,
      now,
    };
  }
  const googleAttempts = createGoogleAttempts(db, { now, sealing });
  function googleNeeds(): GoogleNeeds | undefined {
    if (!config.google) return undefined;
    return {
      settings: config.google,
      attempts: googleAttempts,
      links: createLinkedIdentities(db, now),
      holdersOf: users.holdersOf,
      userById,
      visitors,
      otherWays: config.diia ? ['password', 'tax-id'] : ['password'],
      stateKey: deriveKey(parts.keys.data, 'Google state'),
      logKey: deriveKey(parts.keys.data, 'Google accounts in the log'),
      fetch: parts.fetch,
      begin: requestLimits.begin,
      baseUrl: config.baseUrl,
      secure: config.secure,
      now,
    };
  }
  const methods = createMethods({
    password: {
      ...users,
      userById,
      hasher,
      admit: createPasswordThrottle({ limits, settings: config }),
      deviceOf: devices.deviceOf,
      db,
      sessions,
      visitors,
      wayBack,
      limits,
      requestLimits,
      forgetDevices: devices.forgetUser,
      holdersOf: async (email) =>
        (await users.holdersOf(email, 'password')).map(({ user }) => user),
      mail: mailer && { mailer, errands },
      baseUrl: config.baseUrl,
      faultOf: createPasswordChoice({
        least: config.passwordMinLength,
        names: namesOfService(config),
      }),
      now,
      site,
      leastLength: config.passwordMinLength,
      loginPage,
      pause: parts.pause,
      mustHaveRoom: hasher.mustHaveRoom,
    },
    diia: diiaNeeds(),
    google: googleNeeds(),
  });
  const answerPages = createAnswerPages(site);

  /** Ends the session and tells the applications it has opened; answers with those it could not tell. */
  async function endSession(secretId: string): Promise<Application[]> {
    const session = await sessions.find(secretId);
    const leaving = [...protocols.values()].flatMap(({ leaving }) =>
      session && leaving ? [leaving(session)] : [],
    );
    const farewells = await Promise.all(leaving);
    await sessions.end(db, secretId);
    const untold = await Promise.all(farewells.map((say) => say()));
    const found = await Promise.all(untold.flat().map(applicationById));
    return found.filter((application) => application !== undefined);
  }

  /** The one sign-out, at the portal and through an application. */
  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<Application[]> {
    const secretId = visitors.secretOf(request);
    const untold = secretId === undefined ? [] : await endSession(secretId);
    visitors.dismiss(reply);
    // the ways to sign in take back what they left in this browser
    for (const method of methods) method.signedOut?.(request, reply);
    return untold;
  }

  const protocols = createProtocols({
    ticket: {
      requestLimits,
      tickets,
      baseUrl: config.baseUrl,
      visitors,
      sandbox: applications.sandbox,
      applicationById,
      userById,
      taxIdOf: sessions.taxIdOf,
    },
    oidc: {
      limits,
      networkLimits,
      requestLimits,
      db,
      baseUrl: config.baseUrl,
      sealing,
      subjectOf,
      nonceSecret: deriveKey(parts.keys.data, 'DPoP nonces').export(),
      deviceKeys: {
        codes: deriveKey(parts.keys.data, 'user codes of devices'),
        forms: deriveKey(parts.keys.data, 'forms of the device pages'),
      },
      registrations: config.oidcRegistration
        ? createRegistrations({ db, applications, now })
        : undefined,
      visitors,
      browsers,
      methodsOn: site.methods,
      pending: pendingRequests,
      answerPages,
      pages: createOidcPages({ answerPages, words: site.words }),
      words: site.words,
      formPost: createFormPost(site),
      userById,
      taxIdOf: sessions.taxIdOf,
      signedInByUid: sessions.signedInByUid,
      signOut,
      outbound: createOutbound(config.outboundAllow),
      applicationById,
      applicationByClientId: createClientFinder(applications),
      log: logger,
      now,
    },
  });
  const accesses = createAccesses(protocols);
  const door = createDoor({ db, tickets: signInTickets, sessions, visitors, devices, methods });

  const applicationsOf = createApplicationsOf({ all: applications.all, protocols });

  const server = await buildServer({
    ownOrigin: config.baseUrl,
    secure: config.secure,
    scriptHashes: [...site.description.scriptHashes, chooseLanguageHash],
    styleHashes: site.description.styleHashes,
    trustProxy: config.trustProxy,
    logger,
    troublePage: createTroublePage(site),
    unreadable: createUnreadable(site),
  });
  await registerSignIn(server, door, methods);
  await registerAccount(server, {
    visitors,
    userById,
    applicationsOf,
    signOut,
  });
  registerKnownApplications(server, {
    visitors,
    userById,
    applicationsOf,
    sandbox: applications.sandbox,
  });
  await registerAccess(server, {
    visitors,
    accessesOf: accesses.of,
    endAccess: accesses.end,
  });
  await registerApplications(server, {
    visitors,
    browsers,
    pendingRequests,
    answerPages,
    protocols,
    applicationById,
    subjectOf,
    userById,
  });
  registerHealth(server, async () => void (await sql`select 1`.execute(db)));
  registerPageErrors(server, now);
  registerPages(server, {
    site,
    demandOf,
    loginPage,
    visitors,
    wayBack,
    plainPages: {
      apps: createPlainApps({ userById, applicationsOf, accessesOf: accesses.of, site }),
    },
  });
  if (config.google) registerGoogleAuthPage(server, site);
  registerButtonPicture(server);
  await registerStaticFiles(server, site.folder);
  const contact = config.securityContact ?? config.supportEmail;
  if (contact) registerSecurityTxt(server, { contact, baseUrl: config.baseUrl, now });
  if (logo) registerLogo(server, logo);
  if (parts.localeSources)
    registerAddLocaleKey(server, parts.localeSources, site.description.namespaces);

  const sweepers = [...protocols.values(), ...methods];
  const doorSweeps = sweepers.flatMap(({ sweep }) => (sweep ? [sweep] : []));
  const stopSweeping = startSweeper(
    [
      sessions.sweep,
      signInTickets.sweepTaxIds,
      signInTickets.sweep,
      pendingRequests.sweep,
      // also where Diia or Google has been switched off: what was kept for them must not stay
      diiaRequests.sweep,
      googleAttempts.sweep,
      limits.sweep,
      devices.sweep,
      ...doorSweeps,
    ],
    sweepIntervalMs,
    logger,
  );
  for (const protocol of protocols.values()) protocol.start?.();
  server.addHook('onClose', async () => {
    await stopSweeping();
    for (const protocol of protocols.values()) await protocol.stop?.();
    await errands.settled();
    mailer?.close();
    for (const method of methods) await method.close?.();
  });
  return server;
}
