// Creates the provider of the library with our storage, configuration and patches. It is created again whenever the signing keys
// change, which takes two milliseconds.

import type { FastifyBaseLogger } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { NetworkLimits } from '../../rate-limits/network-limits.ts';
import type { SignedIn } from '../../sessions/store.ts';
import { type AdapterDeps, createAdapters } from './adapters/adapters.ts';
import { createDeviceAdapter, type DeviceAdapterDeps } from './adapters/device-adapter.ts';
import { createInteractionAdapter } from './adapters/interaction-adapter.ts';
import { createSessionAdapter } from './adapters/session-adapter.ts';
import { providerWithTransactions } from './adapters/token-transaction.ts';
import { type AuthorizationDeps, librarySteps } from './authorization/steps.ts';
import { registerClient } from './clients/registration-endpoint.ts';
import type { Registrations } from './clients/registrations.ts';
import type { DevicePages } from './device/device-pages.ts';
import { logRefusals } from './diagnostics/refusal-log.ts';
import type { PageDeps } from './error-pages.ts';
import type { SigningKey } from './keys/store.ts';
import { currentRequestOf, type Library } from './library.ts';
import type { EndSessionPages } from './logout/rp-initiated-logout.ts';
import { applyPatches } from './patches.ts';
import { type ConfigurationDeps, configurationOf } from './provider-configuration.ts';
import { requestContextOf } from './request-context.ts';

export type ProviderDeps = {
  issuer: string;
  authorization: AuthorizationDeps;
  storage: Pick<AdapterDeps, 'encryption' | 'tokens' | 'grants' | 'consents'> &
    Pick<DeviceAdapterDeps, 'deviceCodes' | 'userCodeLimits'> & {
      db: Parameters<typeof providerWithTransactions>[1];
      authorizationRequests: Parameters<
        typeof createInteractionAdapter
      >[0]['authorizationRequests'];
      applicationByClientId: AdapterDeps['applicationByClientId'];
      signedInByUid(uid: string): Promise<SignedIn | undefined>;
    };
  /** Undefined if clients may not register themselves. */
  registrations: Registrations | undefined;
  pages: PageDeps & { device: DevicePages; endSession: EndSessionPages };
  configuration: Pick<ConfigurationDeps, 'sessionCookie' | 'pairwiseSubject' | 'outbound'> & {
    dpopNonceKey: Buffer;
  };
  networkLimits: NetworkLimits;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
};

function adaptersOf(library: Library, { storage, registrations }: ProviderDeps) {
  const { errors } = library;
  const currentRequest = currentRequestOf(library);
  return createAdapters({
    ...storage,
    errors,
    currentRequest,
    async register(clientId, secret) {
      const ctx = currentRequest();
      if (!registrations || !ctx) throw new Error('registration is not enabled');
      await registerClient(ctx, registrations, errors, { clientId, secret });
    },
    models: {
      Session: createSessionAdapter({ ...storage, currentRequest }),
      Interaction: createInteractionAdapter({ ...storage, errors }),
      DeviceCode: createDeviceAdapter({ ...storage, errors, currentRequest }),
    },
  });
}

function configurationFor(
  library: Library,
  deps: ProviderDeps,
  keys: readonly SigningKey[],
  adapter: ConfigurationDeps['adapter'],
) {
  const { pages, configuration, registrations } = deps;
  return configurationOf(library, {
    ...configuration,
    keys,
    adapter,
    steps: librarySteps(library, deps.authorization),
    features: {
      registrations,
      endSessionPages: pages.endSession,
      dpopNonceKey: configuration.dpopNonceKey,
      deviceErrorPages: {
        codeError: (ctx, error) =>
          pages.device.codeErrorPage(requestContextOf(ctx).language, error),
        refused: pages.errors.refused,
      },
    },
    errorPage: pages.errors.refused,
  });
}

/** `keys`: the signing keys first. */
export function createProvider(
  library: Library,
  deps: ProviderDeps,
  keys: readonly SigningKey[],
): Provider {
  const adapter = adaptersOf(library, deps);
  const AtomicProvider = providerWithTransactions(library, deps.storage.db);
  const provider = new AtomicProvider(deps.issuer, configurationFor(library, deps, keys, adapter));
  // our routes set the forwarded headers
  provider.proxy = true;
  applyPatches(provider, {
    errors: library.errors,
    currentRequest: currentRequestOf(library),
    sessionCookie: deps.configuration.sessionCookie,
    findClientPayload: adapter('Client').find,
    secretLimits: deps.networkLimits,
    unavailablePage(ctx) {
      const { language, requestId } = requestContextOf(ctx);
      return deps.pages.errors.unavailable(language, ctx.originalUrl, requestId);
    },
    formPost: deps.pages,
  });
  logRefusals(provider, deps.log);
  return provider;
}
