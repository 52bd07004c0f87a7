// Composes the applications area: its protocols, its pages and the sign-out.

import { createConnectedApps } from '../applications/connected-apps.ts';
import { createDescribeMissing } from '../applications/describe-missing.ts';
import { createInteractionPages, createPageNotices } from '../applications/interaction-pages.ts';
import { createLaunchErrors } from '../applications/launch-errors.ts';
import { createApplicationList } from '../applications/list-for-user.ts';
import type { Protocol } from '../applications/protocol.ts';
import { createProtocols } from '../applications/protocols.ts';
import type { Notices } from '../pages/notices.ts';
import type { SignInMethod } from '../sign-in/method.ts';
import { levelsOn } from '../sign-in/methods.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';
import { createSignOut } from './sign-out.ts';

export function composeApplications(
  deps: ServerDeps,
  core: Core,
  { notices, methods }: { notices: Notices; methods: readonly SignInMethod[] },
) {
  const { site } = deps;
  const { users, applications } = core;
  const pages = {
    interactionPages: createInteractionPages(site),
    pageNotices: createPageNotices(site, notices),
    translate: site.translate,
  };
  const signOut = createSignOut({
    db: deps.db,
    core,
    methods,
    protocols: (): Iterable<Protocol> => protocols.values(),
  });
  const protocols = createProtocols({
    config: deps.config,
    enabledMethods: site.methods,
    methodLevels: levelsOn(deps.config),
    db: deps.db,
    keys: deps.keys,
    encryption: core.encryption,
    pairwiseSubject: core.pairwiseSubject,
    http: { sessionCookie: core.sessionCookie, browserCookie: core.browsers, signOut },
    limits: { rates: core.limits, networks: core.networkLimits, requests: core.requestLimits },
    pages,
    stores: {
      users,
      sessions: core.sessions,
      applications,
      authorizationRequests: core.authorizationRequests,
    },
    registrations: core.registrations,
    signingKeys: core.signingKeys,
    events: core.events,
    activity: core.activity,
    log: deps.logger,
    now: deps.now,
  });
  const launchErrors = createLaunchErrors({
    pageNotices: pages.pageNotices,
    translate: site.translate,
    protocols,
    applicationById: applications.byId,
  });
  return {
    protocols,
    pageNotices: pages.pageNotices,
    launchErrors,
    signOut,
    connectedApps: createConnectedApps(protocols),
    describeMissing: createDescribeMissing({ site, applicationById: applications.byId }),
    listApplications: createApplicationList({ all: applications.all, protocols }),
  };
}

export type Applications = ReturnType<typeof composeApplications>;
