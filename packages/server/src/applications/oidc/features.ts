// Enabled features of the library, and what their callbacks decide.

import type {
  AccessToken,
  Client,
  ClientCredentials,
  Configuration,
  errors,
  KoaContextWithOIDC,
  RefreshToken,
} from 'oidc-provider';
import type { FindAccount } from './authorization/find-account.ts';
import { ownMetadataOf } from './clients/clients.ts';
import type { Registrations } from './clients/registrations.ts';
import { resourceServerOf } from './clients/resources.ts';
import { type DeviceErrorPages, deviceFlow } from './device/device.ts';
import type { EndSessionPages } from './logout/rp-initiated-logout.ts';

export type FeatureDeps = {
  findAccount: FindAccount;
  endSessionPages: Pick<EndSessionPages, 'question'>;
  deviceErrorPages: DeviceErrorPages;
  /** The key of DPoP nonces: 32 bytes, the same on all nodes. */
  dpopNonceKey: Buffer;
  /** Undefined if clients may not register themselves. */
  registrations: Pick<Registrations, 'newClientId' | 'newSecret'> | undefined;
};

type Features = NonNullable<Configuration['features']>;
type Token = AccessToken | ClientCredentials | RefreshToken;

/** A client may read its own tokens: those of users with access to the application, and its own. */
function introspection(findAccount: FindAccount) {
  return {
    enabled: true as const,
    async allowedPolicy(ctx: KoaContextWithOIDC, client: Client, token: Token) {
      if (token.clientId !== client.clientId) return false;
      if (token.kind === 'ClientCredentials') return true;
      if (!('accountId' in token)) return false;
      return (await findAccount(ctx, `${token.accountId}`, token)) !== undefined;
    },
  };
}

/** A client gets tokens only for the services in its record. */
function resourceIndicators({ InvalidTarget }: Pick<typeof errors, 'InvalidTarget'>) {
  return {
    enabled: true as const,
    async getResourceServerInfo(_ctx: KoaContextWithOIDC, indicator: string, client: Client) {
      const { resources } = ownMetadataOf(client);
      const resource = resources.find((one) => one.indicator === indicator);
      if (!resource) throw new InvalidTarget('not a service of this application');
      return resourceServerOf(resource);
    },
  };
}

function registration(registrations: NonNullable<FeatureDeps['registrations']>) {
  return {
    enabled: true,
    initialAccessToken: true,
    // only the administrator changes a registration
    issueRegistrationAccessToken: false,
    idFactory: () => registrations.newClientId(),
    secretFactory: () => registrations.newSecret(),
  };
}

export function featuresOf(libraryErrors: Pick<typeof errors, 'InvalidTarget'>, deps: FeatureDeps) {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: true },
    claimsParameter: { enabled: true },
    clientCredentials: { enabled: true },
    deviceFlow: deviceFlow(deps.deviceErrorPages),
    pushedAuthorizationRequests: { enabled: true },
    requestObjects: { enabled: true },
    dPoP: { enabled: true, nonceSecret: deps.dpopNonceKey },
    resourceIndicators: resourceIndicators(libraryErrors),
    ...(deps.registrations && { registration: registration(deps.registrations) }),
    introspection: introspection(deps.findAccount),
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx: KoaContextWithOIDC, client: Client, token: Token) =>
        token.clientId === client.clientId,
    },
    rpInitiatedLogout: {
      enabled: true,
      // our page replaces the form; our routes handle its answer, and the library's routes for it are not reachable
      async logoutSource(ctx: KoaContextWithOIDC) {
        ctx.body = deps.endSessionPages.question(ctx);
      },
      async postLogoutSuccessSource() {},
    },
    backchannelLogout: { enabled: true },
    externalSigningSupport: { enabled: true, ack: 'experimental-01' },
  } satisfies Features;
}
