// OpenID Connect: an application sends the browser to us, and gets it back with a code.

import type { KeyObject } from 'node:crypto';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Encryption } from '../../crypto/encryption.ts';
import type { Database } from '../../database/connect.ts';
import type { RequestLimits } from '../../http/limits/request-limits.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { Outbound } from '../../outbound/request.ts';
import { answerLanguage } from '../../pages/language/language.ts';
import type { Translate } from '../../pages/translate.ts';
import type { NetworkLimits } from '../../rate-limits/network-limits.ts';
import type { RateLimits } from '../../rate-limits/store.ts';
import type { SignedIn } from '../../sessions/store.ts';
import type { User } from '../../users/user.ts';
import type { Application } from '../application.ts';
import type { BrowserCookie } from '../authorization-requests/browser-cookie.ts';
import type { AuthorizationRequestStore } from '../authorization-requests/store.ts';
import { hasAccess } from '../has-access.ts';
import type { AnswerNotices, AnswerPages } from '../interaction-pages.ts';
import type { PairwiseSubject } from '../pairwise-subjects.ts';
import type { Protocol } from '../protocol.ts';
import { createAdapter } from './adapters/adapter.ts';
import { createDeviceAdapter } from './adapters/device-adapter.ts';
import { createGrantStore } from './adapters/grants.ts';
import { createInteractionAdapter } from './adapters/interactions.ts';
import { createSessionAdapter } from './adapters/session-view.ts';
import { createTokenStore, type TokenSource } from './adapters/tokens.ts';
import { createRequirementsReader } from './authorization/authentication-requirements.ts';
import { createStoredRequests } from './authorization/stored-requests.ts';
import {
  createParking,
  refusalPath,
  resume,
  resumptionPath,
} from './authorization/suspend-request.ts';
import { ownMetadataOf, receivesLogout } from './clients/clients.ts';
import { launchUrl } from './clients/launch-url.ts';
import {
  answerRegistrations,
  createRegister,
  isRegistered,
  type Registrations,
} from './clients/registrations.ts';
import { createConnectedApps } from './consent/connected-apps.ts';
import { createConsentPages } from './consent/pages.ts';
import { createConsentStore } from './consent/store.ts';
import { createCurrentProvider } from './current-provider.ts';
import { createDeviceCodes } from './device/device-codes.ts';
import { createFormCsrf } from './device/form-csrf.ts';
import { createDeviceDesk } from './device/pages.ts';
import { createUserCodeLimits } from './device/user-code-limits.ts';
import { logRefusals } from './diagnostics/refusal-log.ts';
import { createKeyStore, type SigningKey } from './keys/store.ts';
import { courtesyMs, createBackchannelLogout } from './logout/backchannel-logout.ts';
import { createSignOut, type SignOut } from './logout/end-session.ts';
import type { LastLook } from './patches.ts';
import { createProvider, type Library, type OidcPages } from './provider.ts';
import { requestContextOf } from './request-context.ts';
import { registerMount } from './routes.ts';

export type OidcDeps = {
  db: Database;
  baseUrl: string;
  encryption: Encryption;
  pairwiseSubject: PairwiseSubject;
  nonceSecret: Buffer;
  /** Of the codes people type, and of the forms they answer. */
  deviceKeys: { codes: KeyObject; forms: KeyObject };
  /** Nothing where applications may not register themselves. */
  registrations: Registrations | undefined;
  sessionCookie: SessionCookie;
  browsers: BrowserCookie;
  methodsOn: readonly MethodId[];
  pending: AuthorizationRequestStore;
  pages: OidcPages;
  formPost: LastLook;
  limits: Pick<RateLimits, 'take' | 'waitMs' | 'refund'>;
  networkLimits: NetworkLimits;
  requestLimits: RequestLimits;
  answerPages: AnswerPages;
  answerNotices: AnswerNotices;
  translate: Translate;
  userById(id: string): Promise<User | undefined>;
  taxIdOf(sessionUid: string): Promise<string | undefined>;
  signedInByUid(uid: string): Promise<SignedIn | undefined>;
  signOut: SignOut;
  applicationById(id: string): Promise<Application | undefined>;
  applicationByClientId(clientId: string): Promise<Application | undefined>;
  /** How applications are told of sign-outs. */
  outbound: Outbound;
  /** What a device may do ends so long after it was let in. */
  deviceSeconds: number;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  now: () => number;
};

/** Returns what a request to the token endpoint issues tokens from. */
function sourceOf(ctx: KoaContextWithOIDC | undefined): TokenSource {
  const { params, entities } = ctx?.oidc ?? {};
  const { RotatedRefreshToken: rotated } = (entities ?? {}) as {
    RotatedRefreshToken?: { jti: string };
  };
  const code = params?.['grant_type'] === 'authorization_code' ? params['code'] : undefined;
  return { code: typeof code === 'string' ? code : undefined, refreshToken: rotated?.jti };
}

export function createOidcProtocol(deps: OidcDeps): Protocol {
  const { db, baseUrl, encryption, now, log } = deps;
  const tokens = createTokenStore(db, now);
  const grants = createGrantStore(db, now, deps.deviceSeconds);
  const consents = createConsentStore(db, now);
  const keyStore = createKeyStore(db, { now, encryption, log });
  const demands = createRequirementsReader(deps);
  const parking = createParking({ ...deps, demands, tokens });
  const asides = createStoredRequests({ tokens, encryption });
  const signOut = createSignOut(deps);
  const deviceCodes = createDeviceCodes({
    db,
    grants,
    encryption,
    key: deps.deviceKeys.codes,
    now,
  });
  const guesses = createUserCodeLimits(deps.limits);
  const proof = createFormCsrf(deps.deviceKeys.forms);
  const desk = createDeviceDesk({ ...deps, codes: deviceCodes, guesses, proof });

  function create(library: Library, keys: readonly SigningKey[]): Provider {
    const serving = () => library.Provider.ctx as KoaContextWithOIDC | undefined;
    const visit = () => {
      const ctx = serving();
      return ctx && requestContextOf(ctx);
    };
    const session = createSessionAdapter({
      ...deps,
      grants,
      visit,
    });
    const register = deps.registrations && createRegister(library.errors, deps.registrations);
    const adapter = createAdapter({
      errors: library.errors,
      tokens,
      grants,
      consents,
      session,
      interactions: createInteractionAdapter({ ...deps, errors: library.errors }),
      deviceCodes: createDeviceAdapter({
        errors: library.errors,
        codes: deviceCodes,
        guesses,
        grants,
        visit,
      }),
      encryption,
      visit,
      client: () => serving()?.oidc.client,
      async register(clientId, secret) {
        const ctx = serving();
        if (!register || !ctx) throw new Error('nobody registers');
        const token = ctx.oidc.getAccessToken();
        const body = (ctx.oidc.body ?? {}) as Record<string, unknown>;
        requestContextOf(ctx).registered = await register({ token, body, clientId, secret });
      },
      applicationByClientId: deps.applicationByClientId,
      source: () => sourceOf(serving()),
    });
    const provider = createProvider(
      library,
      {
        ...deps,
        issuer: baseUrl,
        sessionCookie: deps.sessionCookie.cookieName,
        adapter,
        visit,
        grants,
        consents,
        parking,
        demands,
        signOut,
        devicePages: {
          again: (ctx, fault) => desk.again(requestContextOf(ctx).language, fault),
          refused: deps.pages.refused,
        },
      },
      keys,
    );
    logRefusals(provider, log);
    answerRegistrations(provider);
    return provider;
  }

  const current = createCurrentProvider({
    keyStore,
    create,
    baseUrl,
    now,
    onTrouble: (err) => log.warn({ err }, 'signing keys could not be read'),
  });

  const farewells = createBackchannelLogout({
    grants,
    provider: async () => (await current()).provider,
    log,
    now,
  });

  async function hasBrought(request: FastifyRequest, uid: string): Promise<boolean> {
    const browser = deps.browsers.secretOf(request);
    return browser !== undefined && (await deps.pending.find(uid, browser)) !== undefined;
  }

  const consent = createConsentPages({
    ...deps,
    consents,
    hasBrought,
    overPage: deps.pages.over,
    provider: async () => (await current()).provider,
  });

  return {
    type: 'oidc',
    connectedApps: createConnectedApps({ ...deps, consents, grants, farewells }),
    checksAccess: true,
    start: farewells.start,
    stop: farewells.stop,
    async beforeSessionEnd({ uid, userId }) {
      const open = await grants.bySession(uid);
      return async () => {
        if (open.length === 0) return [];
        const ids = open.map(({ id }) => id);
        await farewells.tell(ids, courtesyMs);
        const late = await grants.untold(ids);
        const user = await deps.userById(userId);
        const untold = open.map(async ({ clientId }) => {
          const application = await deps.applicationByClientId(clientId);
          if (!application) return [];
          // whoever may not open it was sent away at its door
          const isDeaf =
            !receivesLogout(application) && user !== undefined && hasAccess(user, application);
          return isDeaf || late.includes(clientId) ? [application.id] : [];
        });
        return (await Promise.all(untold)).flat();
      };
    },
    // whoever registers itself stands on nobody's page: people come from its own
    isLaunchable: (application) =>
      !isRegistered(application) && launchUrl(application, baseUrl) !== undefined,
    async launch({ application, session, pending }) {
      if (!pending) return launchUrl(application, baseUrl);
      const { provider } = await current();
      return resume(provider, pending, session);
    },
    register: (server) =>
      registerMount(server, {
        baseUrl,
        requestLimits: deps.requestLimits,
        knowsClient: async (id) => (await deps.applicationByClientId(id)) !== undefined,
        sessionCookie: deps.sessionCookie,
        asides,
        signOut,
        desk,
        mayRegister: deps.registrations !== undefined,
        unavailablePage: deps.pages.unavailable,
        overPage: deps.pages.over,
        consent,
        hasBrought,
        async chooseLanguage(uid, language) {
          const { provider } = await current();
          const interaction = await provider.Interaction.find(uid);
          if (!interaction) return;
          interaction.params['ui_locales'] = language;
          await interaction.persist();
        },
        async noAccessPage(request, uid) {
          const { provider } = await current();
          const interaction = await provider.Interaction.find(uid);
          const client = await provider.Client.find(`${interaction?.params['client_id']}`);
          if (!interaction?.result?.['error'] || !client) return undefined;
          const page = interaction.prompt.name === 'access' ? 'no-access' : 'no-method';
          const language = answerLanguage(request, interaction.params['ui_locales']);
          const { title, contact, applicationId } = ownMetadataOf(client);
          const href = resumptionPath(interaction, applicationId);
          const props = { application: title[language], contact, href };
          return deps.answerPages(language, page, props, { path: refusalPath(uid).slice(1) });
        },
        current,
      }),
    async deleteExpired(most) {
      const ofTokens = await tokens.deleteExpired(most);
      const ofGrants = await grants.deleteExpired(most);
      return Math.max(ofTokens, ofGrants, await deviceCodes.deleteExpired(most));
    },
  };
}
