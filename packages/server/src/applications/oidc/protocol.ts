// OpenID Connect as one of the application protocols: creates the parts of this folder and connects them.

import type { KeyObject } from 'node:crypto';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Encryption } from '../../crypto/encryption.ts';
import type { Database } from '../../database/connect.ts';
import type { RequestLimits } from '../../http/limits/request-limits.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { Outbound } from '../../outbound/request.ts';
import type { NetworkLimits } from '../../rate-limits/network-limits.ts';
import type { RateLimits } from '../../rate-limits/rate-limits.ts';
import type { SignedIn } from '../../sessions/store.ts';
import type { User } from '../../users/user.ts';
import type { Application } from '../application.ts';
import type { PairwiseSubject } from '../pairwise-subjects.ts';
import type { Protocol } from '../protocol.ts';
import type { BrowserCookie } from '../suspended-requests/browser-cookie.ts';
import type { AuthorizationRequestStore } from '../suspended-requests/store.ts';
import { GrantStore } from './adapters/grants.ts';
import { TokenStore } from './adapters/tokens.ts';
import { StoredRequests } from './authorization/long-requests.ts';
import { resumeRequest } from './authorization/resume-request.ts';
import { launchUrl } from './clients/launch-url.ts';
import { isRegistered, type Registrations } from './clients/registrations.ts';
import { createConnectedApps } from './consent/connected-apps.ts';
import { createConsentPages } from './consent/consent-page.ts';
import { ConsentStore } from './consent/store.ts';
import { createCurrentProvider } from './current-provider.ts';
import { DeviceCodeStore } from './device/device-codes.ts';
import { DevicePages } from './device/device-pages.ts';
import { createFormCsrf } from './device/form-csrf.ts';
import { createUserCodeLimits } from './device/user-code-limits.ts';
import { createErrorPages, type ErrorPageDeps, type PageDeps } from './error-pages.ts';
import { createKeyStore } from './keys/store.ts';
import { requireTestedVersion } from './library.ts';
import { BackchannelLogout } from './logout/backchannel-logout.ts';
import { LogoutQueue } from './logout/logout-queue.ts';
import { createEndSessionPages, type SignOut } from './logout/rp-initiated-logout.ts';
import { beforeSessionEnd } from './logout/sign-out-notifications.ts';
import { createProvider, type ProviderDeps } from './provider.ts';
import { type OidcRoutesDeps, registerOidcRoutes } from './routes.ts';

export type OidcDeps = {
  db: Database;
  baseUrl: string;
  encryption: Encryption;
  keys: { dpopNonces: Buffer; userCodes: KeyObject; deviceForms: KeyObject };
  sessions: {
    cookie: SessionCookie;
    signedInByUid(uid: string): Promise<SignedIn | undefined>;
    taxIdOf(sessionUid: string): Promise<string | undefined>;
    signOut: SignOut;
  };
  users: { byId(id: string): Promise<User | undefined>; pairwiseSubject: PairwiseSubject };
  applications: {
    byId(id: string): Promise<Application | undefined>;
    byClientId(clientId: string): Promise<Application | undefined>;
  };
  /** Undefined if clients may not register themselves. */
  registrations: Registrations | undefined;
  authorizationRequests: { store: AuthorizationRequestStore; browserCookie: BrowserCookie };
  limits: {
    rates: Pick<RateLimits, 'take' | 'waitMs' | 'refund'>;
    networks: NetworkLimits;
    requests: RequestLimits;
  };
  pages: ErrorPageDeps;
  /** The sign-in methods of this instance. */
  methodsOn: readonly MethodId[];
  /** Sends logout notifications. */
  outbound: Outbound;
  /** The access of a device ends this long after the user allowed it. */
  deviceSeconds: number;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  now: () => number;
};

type Stores = ReturnType<typeof createStores>;

function createStores({ db, encryption, keys, deviceSeconds, log, now }: OidcDeps) {
  const tokens = new TokenStore(db, now);
  const grants = new GrantStore(db, now, deviceSeconds);
  return {
    tokens,
    grants,
    consents: new ConsentStore(db, now),
    deviceCodes: new DeviceCodeStore({ db, grants, encryption, key: keys.userCodes, now }),
    logoutQueue: new LogoutQueue(db, now),
    signingKeys: createKeyStore(db, { now, encryption, log }),
  };
}

type Pages = PageDeps & Pick<ProviderDeps['pages'], 'device' | 'endSession'>;

function createPages(
  deps: OidcDeps,
  { deviceCodes }: Stores,
  userCodeLimits: ReturnType<typeof createUserCodeLimits>,
): Pages {
  const { encryption, sessions, authorizationRequests, applications, now } = deps;
  const pages: PageDeps = { ...deps.pages, errors: createErrorPages(deps.pages) };
  const device = new DevicePages({
    deviceCodes,
    userCodeLimits,
    formCsrf: createFormCsrf(deps.keys.deviceForms),
    sessionCookie: sessions.cookie,
    browserCookie: authorizationRequests.browserCookie,
    pages,
    applicationByClientId: applications.byClientId,
    now,
  });
  const endSession = createEndSessionPages({
    encryption,
    sessionCookie: sessions.cookie,
    pages,
    signOut: sessions.signOut,
  });
  return { ...pages, device, endSession };
}

function providerDeps(
  deps: OidcDeps,
  stores: Stores,
  pages: Pages,
  userCodeLimits: ReturnType<typeof createUserCodeLimits>,
): ProviderDeps {
  const { db, encryption, sessions, users, authorizationRequests, methodsOn, now } = deps;
  const { tokens, grants, consents, deviceCodes } = stores;
  return {
    issuer: deps.baseUrl,
    authorization: {
      userById: users.byId,
      taxIdOf: sessions.taxIdOf,
      grants,
      consents,
      authorizationRequests: authorizationRequests.store,
      browserCookie: authorizationRequests.browserCookie,
      methodsOn,
      tokens,
      now,
    },
    storage: {
      db,
      encryption,
      tokens,
      grants,
      consents,
      deviceCodes,
      userCodeLimits,
      authorizationRequests: authorizationRequests.store,
      applicationByClientId: deps.applications.byClientId,
      signedInByUid: sessions.signedInByUid,
    },
    registrations: deps.registrations,
    pages,
    configuration: {
      sessionCookie: sessions.cookie.cookieName,
      pairwiseSubject: users.pairwiseSubject,
      outbound: deps.outbound,
      dpopNonceKey: deps.keys.dpopNonces,
    },
    networkLimits: deps.limits.networks,
    log: deps.log,
  };
}

function routesDeps(
  deps: OidcDeps,
  stores: Stores,
  pages: Pages,
  current: OidcRoutesDeps['handler']['current'],
): OidcRoutesDeps {
  const { encryption, sessions, authorizationRequests, limits } = deps;
  async function isOwnRequest(request: FastifyRequest, uid: string): Promise<boolean> {
    const browser = authorizationRequests.browserCookie.secretOf(request);
    if (browser === undefined) return false;
    return (await authorizationRequests.store.find(uid, browser)) !== undefined;
  }
  const provider = async () => (await current()).provider;
  const { signOut, taxIdOf } = sessions;
  return {
    handler: {
      baseUrl: deps.baseUrl,
      current,
      errors: pages.errors,
      requestLimits: limits.requests,
    },
    steps: {
      requestLimits: limits.requests,
      sessionCookie: sessions.cookie,
      storedRequests: new StoredRequests(stores.tokens, encryption),
      isClient: async (id) => (await deps.applications.byClientId(id)) !== undefined,
      isOwnRequest,
    },
    pages: {
      consent: createConsentPages({
        encryption,
        sessionCookie: sessions.cookie,
        consents: stores.consents,
        pages,
        taxIdOf,
        isOwnRequest,
        provider,
        signOut,
      }),
      device: pages.device,
      endSession: pages.endSession,
      suspended: { pages, isOwnRequest, provider },
    },
    allowsRegistration: deps.registrations !== undefined,
  };
}

/** @throws if the patches of the library were not tested with the installed version */
export function createOidcProtocol(deps: OidcDeps): Protocol {
  requireTestedVersion();
  const { db, baseUrl, applications, log, now } = deps;
  const stores = createStores(deps);
  const { tokens, grants, consents, deviceCodes, logoutQueue: queue } = stores;
  const userCodeLimits = createUserCodeLimits(deps.limits.rates);
  const pages = createPages(deps, stores, userCodeLimits);
  const forProvider = providerDeps(deps, stores, pages, userCodeLimits);
  const current = createCurrentProvider({
    keyStore: stores.signingKeys,
    create: (library, keys) => createProvider(library, forProvider, keys),
    baseUrl,
    now,
    onError: (err) => log.warn({ err }, 'signing keys not read'),
  });
  const provider = async () => (await current()).provider;
  const backchannelLogout = new BackchannelLogout({ queue, provider, log, now });
  const applicationByClientId = applications.byClientId;
  return {
    type: 'oidc',
    connectedApps: createConnectedApps({
      db,
      consents,
      grants,
      backchannelLogout,
      applicationById: applications.byId,
      applicationByClientId,
      log,
    }),
    checksAccess: true,
    start: () => backchannelLogout.start(),
    stop: () => backchannelLogout.stop(),
    beforeSessionEnd: (session) =>
      beforeSessionEnd(
        { grants, queue, backchannelLogout, userById: deps.users.byId, applicationByClientId },
        session,
      ),
    // users start a self-registered application on its own site
    isLaunchable: (application) =>
      !isRegistered(application) && launchUrl(application, baseUrl) !== undefined,
    async launch({ application, session, authorizationRequest }) {
      if (!authorizationRequest) return launchUrl(application, baseUrl);
      return resumeRequest(await provider(), authorizationRequest, session);
    },
    register: (server) => registerOidcRoutes(server, routesDeps(deps, stores, pages, current)),
    async deleteExpired(most) {
      const stored = [tokens, grants, deviceCodes];
      const deleted = [];
      for (const store of stored) deleted.push(await store.deleteExpired(most));
      return Math.max(...deleted);
    },
  };
}
