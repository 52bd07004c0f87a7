// CAS as one of the application protocols: creates the stores of this folder and connects its parts.

import { createConcurrencyLimit } from '../../http/limits/concurrency-limit.ts';
import { createOutbound } from '../../outbound/request.ts';
import { previewOf } from '../attributes/attributes.ts';
import type { Protocol, ProtocolContext } from '../protocol.ts';
import type { CasDeps } from './deps.ts';
import { createServiceFinder } from './find-service.ts';
import { resumeAddress } from './login/suspend.ts';
import { createSingleLogout } from './logout/single-logout.ts';
import { registerCasRoutes } from './routes.ts';
import { settingsOf, startUrlOf } from './settings.ts';
import { createProxyGrantStore } from './tickets/proxy-grants.ts';
import { createTicketStore } from './tickets/ticket-store.ts';

/** Requests to callbacks of proxies at the same time. Each takes up to five seconds. */
const maxCallbacks = 100;

export function createCasProtocol(context: ProtocolContext): Protocol {
  const { config, db, encryption, http, limits, pages, events, activity, log, now } = context;
  const { sessions, applications, authorizationRequests } = context.stores;
  const { baseUrl } = config;
  const finder = createServiceFinder({ applications, baseUrl, log, now });
  const deps: CasDeps = {
    settings: { baseUrl, methodsOn: context.enabledMethods, methodLevels: context.methodLevels },
    http,
    limits: { networks: limits.networks, requests: limits.requests },
    pages,
    stores: { sessions, applications, authorizationRequests },
    tickets: createTicketStore({
      db,
      ttlSeconds: config.applicationTicketSeconds,
      sessions,
      applications,
      encryption,
      now,
    }),
    grants: createProxyGrantStore({ db, sessions, applications, now }),
    findService: finder.findService,
    applicationIdOf: finder.applicationIdOf,
    outbound: createOutbound(config.outboundAllow),
    limitCallbacks: createConcurrencyLimit(maxCallbacks),
    encryption,
    events,
    activity,
    log,
    now,
  };
  const singleLogout = createSingleLogout({
    db,
    encryption,
    outbound: deps.outbound,
    isUsed: finder.hasApplications,
    activity,
    log,
    now,
  });
  return {
    type: 'cas',
    checksAccess: true,
    signInMethodsOf: (application) => settingsOf(application).signInMethods,
    receivesLogouts: (application) => settingsOf(application).singleLogout !== false,
    async launch({ application, authorizationRequest }) {
      return authorizationRequest
        ? resumeAddress(baseUrl, authorizationRequest)
        : startUrlOf(settingsOf(application));
    },
    previewClaims(application, user) {
      const { attributes } = settingsOf(application);
      const { claims, ...preview } = previewOf(application, attributes, user);
      return { ...preview, claims: { user: user.username, ...claims } };
    },
    beforeSessionEnd: singleLogout.beforeSessionEnd,
    start: singleLogout.start,
    stop: singleLogout.stop,
    warmUp: finder.warmUp,
    register: (server) => registerCasRoutes(server, deps),
    deleteExpired: (most) => deps.tickets.deleteExpired(most),
  };
}
