// The door to where users go: the protocols, and the one sign-out that tells applications.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../applications/application.ts';
import { createConnectedApps } from '../applications/connected-apps.ts';
import { createAnswerNotices, createAnswerPages } from '../applications/interaction-pages.ts';
import { createLaunchErrors } from '../applications/launch-errors.ts';
import { createApplicationList } from '../applications/list-for-user.ts';
import { createClientFinder } from '../applications/oidc/clients/clients.ts';
import { Registrations } from '../applications/oidc/clients/registrations.ts';
import { createProtocols, type ProtocolDeps } from '../applications/protocols.ts';
import { createTicketStore } from '../applications/ticket/store.ts';
import { logSecurityEvent } from '../audit/security-events.ts';
import { deriveKey } from '../crypto/derived-key.ts';
import { createOutbound } from '../outbound/request.ts';
import type { Notices } from '../pages/notices.ts';
import type { SignInMethod } from '../sign-in/method.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';

export function composeApplications(
  parts: ServerDeps,
  core: Core & { notices: Notices },
  methods: readonly SignInMethod[],
) {
  const { config, db, site, keys, logger, now } = parts;
  const { users, encryption, sessions, applications, sessionCookie, requestLimits } = core;
  const userById = users.byId;
  const applicationById = applications.byId;
  const answerPages = createAnswerPages(site);
  const answerNotices = createAnswerNotices(site, core.notices);

  /** Ends the session and tells the applications it has opened; answers with those it could not tell. */
  async function endSession(request: FastifyRequest, secretId: string): Promise<Application[]> {
    const session = await sessions.find(secretId);
    const leaving = [...protocols.values()].flatMap(({ beforeSessionEnd }) =>
      session && beforeSessionEnd ? [beforeSessionEnd(session)] : [],
    );
    const farewells = await Promise.all(leaving);
    const uid = await sessions.end(db, secretId);
    const about = { user: session?.userId, reason: 'sign-out' };
    if (uid !== undefined)
      logSecurityEvent(request.log, 'session.ended', { session: uid, ...about });
    const untold = await Promise.all(farewells.map((say) => say()));
    const found = await Promise.all(untold.flat().map(applicationById));
    return found.filter((application) => application !== undefined);
  }

  /** The one sign-out, at the portal and through an application. */
  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<Application[]> {
    const secretId = sessionCookie.secretIdOf(request);
    const untold = secretId === undefined ? [] : await endSession(request, secretId);
    sessionCookie.clear(reply);
    // the ways to sign in take back what they left in this browser
    for (const method of methods) method.onSignOut?.(request, reply);
    return untold;
  }

  function ticketDeps(): ProtocolDeps['ticket'] {
    return {
      requestLimits,
      tickets: createTicketStore(db, {
        ttlSeconds: config.applicationTicketSeconds,
        now,
        isSessionAlive: sessions.isAlive,
      }),
      baseUrl: config.baseUrl,
      sessionCookie,
      sandbox: applications.sandbox,
      applicationById,
      userById,
      taxIdOf: sessions.taxIdOf,
      log: logger,
    };
  }

  function oidcDeps(): ProtocolDeps['oidc'] {
    return {
      db,
      baseUrl: config.baseUrl,
      encryption,
      keys: {
        dpopNonces: deriveKey(keys.data, 'DPoP nonces').export(),
        userCodes: deriveKey(keys.data, 'user codes of devices'),
        deviceForms: deriveKey(keys.data, 'forms of the device pages'),
      },
      sessions: {
        cookie: sessionCookie,
        signedInByUid: sessions.signedInByUid,
        taxIdOf: sessions.taxIdOf,
        signOut,
      },
      users: { byId: userById, pairwiseSubject: core.pairwiseSubject },
      applications: { byId: applicationById, byClientId: createClientFinder(applications) },
      registrations: config.oidcRegistration
        ? new Registrations({ db, applications, now })
        : undefined,
      authorizationRequests: { store: core.authorizationRequests, browserCookie: core.browsers },
      limits: { rates: core.limits, networks: core.networkLimits, requests: requestLimits },
      pages: { answerPages, answerNotices, translate: site.translate },
      methodsOn: site.methods,
      outbound: createOutbound(config.outboundAllow),
      deviceSeconds: config.deviceAbsoluteSeconds,
      log: logger,
      now,
    };
  }

  const protocols = createProtocols({ ticket: ticketDeps(), oidc: oidcDeps() });
  return {
    protocols,
    answerNotices,
    refusals: createLaunchErrors({
      answerNotices,
      translate: site.translate,
      protocols,
      applicationById,
      userById,
    }),
    signOut,
    accesses: createConnectedApps(protocols),
    listApplications: createApplicationList({ all: applications.all, protocols }),
  };
}
