// Composes the applications area: its protocols, its pages and the sign-out.

import { createConnectedApps } from '../applications/connected-apps.ts';
import {
  createInteractionPages,
  createPageNotices,
  type InteractionPages,
  type PageNotices,
} from '../applications/interaction-pages.ts';
import { createLaunchErrors } from '../applications/launch-errors.ts';
import { createApplicationList } from '../applications/list-for-user.ts';
import { createClientFinder } from '../applications/oidc/clients/clients.ts';
import { Registrations } from '../applications/oidc/clients/registrations.ts';
import { createUserCodeLimits } from '../applications/oidc/device/user-code-limits.ts';
import type { Protocol } from '../applications/protocol.ts';
import { createProtocols, type ProtocolDeps } from '../applications/protocols.ts';
import { createTicketStore } from '../applications/ticket/store.ts';
import { deriveKey } from '../crypto/keys.ts';
import { createOutbound } from '../outbound/request.ts';
import type { Notices } from '../pages/notices.ts';
import type { SignInMethod } from '../sign-in/method.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';
import { createSignOut, type SignOut } from './sign-out.ts';

function ticketDeps({ config, db, logger, now }: ServerDeps, core: Core): ProtocolDeps['ticket'] {
  const { users, sessions, applications, sessionCookie, requestLimits } = core;
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
    applicationById: applications.byId,
    userById: users.byId,
    taxIdOf: sessions.taxIdOf,
    log: logger,
  };
}

type Pages = { interactionPages: InteractionPages; pageNotices: PageNotices };

function oidcDeps(
  deps: ServerDeps,
  core: Core,
  { interactionPages, pageNotices }: Pages,
  signOut: SignOut,
): ProtocolDeps['oidc'] {
  const { config, db, site, keys, logger, now } = deps;
  const { users, sessions, applications, sessionCookie } = core;
  return {
    settings: {
      baseUrl: config.baseUrl,
      methodsOn: site.methods,
      deviceSeconds: config.deviceAbsoluteSeconds,
    },
    crypto: {
      encryption: core.encryption,
      pairwiseSubject: core.pairwiseSubject,
      dpopNonceSecret: deriveKey(keys.data, 'DPoP nonces').export(),
      userCodeKey: deriveKey(keys.data, 'user codes of devices'),
      deviceFormKey: deriveKey(keys.data, 'forms of the device pages'),
    },
    http: { sessionCookie, browserCookie: core.browsers, signOut },
    limits: {
      networks: core.networkLimits,
      requests: core.requestLimits,
      userCodes: createUserCodeLimits(core.limits),
    },
    pages: { interactionPages, pageNotices, translate: site.translate },
    stores: {
      users,
      sessions,
      applications: { byId: applications.byId, byClientId: createClientFinder(applications) },
      authorizationRequests: core.authorizationRequests,
      registrations: config.oidcRegistration
        ? new Registrations({ db, applications, now })
        : undefined,
    },
    db,
    outbound: createOutbound(config.outboundAllow),
    log: logger,
    now,
  };
}

export function composeApplications(
  deps: ServerDeps,
  core: Core,
  { notices, methods }: { notices: Notices; methods: readonly SignInMethod[] },
) {
  const { site } = deps;
  const { users, applications } = core;
  const interactionPages = createInteractionPages(site);
  const pageNotices = createPageNotices(site, notices);
  const signOut = createSignOut({
    db: deps.db,
    core,
    methods,
    protocols: (): Iterable<Protocol> => protocols.values(),
  });
  const protocols = createProtocols({
    ticket: ticketDeps(deps, core),
    oidc: oidcDeps(deps, core, { interactionPages, pageNotices }, signOut),
  });
  const launchErrors = createLaunchErrors({
    pageNotices,
    translate: site.translate,
    protocols,
    applicationById: applications.byId,
    userById: users.byId,
  });
  return {
    protocols,
    pageNotices,
    launchErrors,
    signOut,
    connectedApps: createConnectedApps(protocols),
    listApplications: createApplicationList({ all: applications.all, protocols }),
  };
}

export type Applications = ReturnType<typeof composeApplications>;
