// OpenID Connect as one of the application protocols: creates the stores of this folder and connects its parts.

import { deriveKey } from '../../crypto/keys.ts';
import { createOutbound } from '../../outbound/request.ts';
import type { KeyStore } from '../keys/store.ts';
import type { Protocol, ProtocolContext } from '../protocol.ts';
import { GrantStore } from './adapters/grants.ts';
import { RequestRecordsReader } from './adapters/request-records.ts';
import { TokenStore } from './adapters/tokens.ts';
import { resumeRequest } from './authorization/resume-request.ts';
import { noLevelPath } from './authorization/suspend-request.ts';
import {
  clientPayload,
  createClientFinder,
  launchUrl,
  previewClaims,
  sectorOf,
  settingsOf,
} from './clients/clients.ts';
import { isRegistered, type Registrations } from './clients/registrations.ts';
import { createConnectedApps } from './consent/connected-apps.ts';
import { ConsentStore } from './consent/consent-store.ts';
import { createCurrentProvider } from './current-provider.ts';
import type { OidcDeps } from './deps.ts';
import { DeviceCodeStore } from './device/device-codes.ts';
import { createUserCodeLimits } from './device/user-code-limits.ts';
import { requireTestedVersion } from './library.ts';
import { createBackchannelLogout, createLogoutQueue } from './logout/backchannel-logout.ts';
import { beforeSessionEnd } from './logout/sign-out-notifications.ts';
import { createProvider } from './provider.ts';
import { registerOidcRoutes } from './routes.ts';

export type OidcContext = ProtocolContext & { registrations: Registrations; signingKeys: KeyStore };

function createDeps(context: OidcContext): OidcDeps {
  const { config, db, keys, encryption, limits, log, now } = context;
  const { users, sessions, applications, authorizationRequests } = context.stores;
  const byClientId = createClientFinder(applications);
  const userCodeKey = deriveKey(keys.data, 'user codes of devices');
  const grants = new GrantStore(db, now, config.deviceAbsoluteSeconds);
  const logoutQueue = createLogoutQueue(db, now);
  const current = createCurrentProvider({
    keyStore: context.signingKeys,
    create: (library, signingKeys) => createProvider(library, deps, signingKeys),
    baseUrl: config.baseUrl,
    now,
    onError: (err) => log.warn({ err }, 'signing keys not read'),
  });
  const provider = async () => (await current()).provider;
  const deps: OidcDeps = {
    settings: {
      baseUrl: config.baseUrl,
      methodsOn: context.enabledMethods,
      methodLevels: context.methodLevels,
    },
    crypto: {
      encryption,
      pairwiseSubject: context.pairwiseSubject,
      dpopNonceSecret: deriveKey(keys.data, 'DPoP nonces').export(),
      deviceFormKey: deriveKey(keys.data, 'forms of the device pages'),
    },
    http: context.http,
    limits: {
      networks: limits.networks,
      requests: limits.requests,
      userCodes: createUserCodeLimits(limits.rates),
    },
    pages: context.pages,
    stores: {
      users,
      sessions,
      applications: {
        byId: applications.byId,
        fromPrefixed: applications.fromPrefixed,
        byClientId,
      },
      authorizationRequests,
      registrations: config.oidcRegistration ? context.registrations : undefined,
      tokens: new TokenStore(db, now),
      records: new RequestRecordsReader({ db, sessions, applications }),
      grants,
      consents: new ConsentStore(db, now),
      deviceCodes: new DeviceCodeStore({
        db,
        grants,
        events: context.events.store,
        applicationIdOf: async (clientId) => (await byClientId(clientId))?.id,
        encryption,
        key: userCodeKey,
        now,
      }),
      logoutQueue,
    },
    db,
    events: context.events,
    activity: context.activity,
    outbound: createOutbound(config.outboundAllow),
    log,
    now,
    backchannelLogout: createBackchannelLogout({
      queue: logoutQueue,
      provider,
      byClientId,
      activity: context.activity,
      log,
    }),
    current,
  };
  return deps;
}

/** @throws if the patches of the library were not tested with the installed version */
export function createOidcProtocol(context: OidcContext): Protocol {
  requireTestedVersion();
  const deps = createDeps(context);
  const { backchannelLogout } = deps;
  const { baseUrl } = deps.settings;
  const { grants, deviceCodes } = deps.stores;
  return {
    type: 'oidc',
    connectedApps: createConnectedApps(deps),
    checksAccess: true,
    cancelUrl: noLevelPath,
    signInMethodsOf: (application) => settingsOf(application).signInMethods,
    receivesLogouts: (application) =>
      clientPayload(application).backchannel_logout_uri !== undefined,
    async previewClaims(application, user) {
      const { provider } = await deps.current();
      const client = await provider.Client.find(`${clientPayload(application).client_id}`);
      const isPairwise = client?.subjectType === 'pairwise';
      const sub = isPairwise ? deps.crypto.pairwiseSubject(sectorOf(client), user.id) : user.id;
      const preview = previewClaims(application, user);
      return { ...preview, claims: { sub, ...preview.claims } };
    },
    warmUp: async () => void (await deps.current()),
    start: () => backchannelLogout.start(),
    stop: () => backchannelLogout.stop(),
    beforeSessionEnd: (session) => beforeSessionEnd(deps, session),
    // users start a self-registered application on its own site
    isLaunchable: (application) =>
      !isRegistered(application) && launchUrl(application, baseUrl) !== undefined,
    async launch({ application, session, authorizationRequest }) {
      if (!authorizationRequest) return launchUrl(application, baseUrl);
      const { provider } = await deps.current();
      return resumeRequest(provider, authorizationRequest, session);
    },
    register: (server) => registerOidcRoutes(server, deps),
    async deleteExpired(most) {
      const deleted = [];
      for (const store of [grants, deviceCodes]) deleted.push(await store.deleteExpired(most));
      return Math.max(...deleted);
    },
  };
}
