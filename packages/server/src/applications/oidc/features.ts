// Which parts of the library are on, and what each of them asks us.

import type {
  AccessToken,
  Client,
  ClientCredentials,
  Configuration,
  errors,
  KoaContextWithOIDC,
  RefreshToken,
} from 'oidc-provider';
import { ownMetadataOf } from './clients/clients.ts';
import type { Registrations } from './clients/registrations.ts';
import { resourceServerOf } from './clients/resources.ts';
import { type DevicePages, deviceFlow } from './device/device.ts';
import type { SignOutPages } from './logout/end-session.ts';

export type FeatureDeps = {
  signOut: Pick<SignOutPages, 'question'>;
  devicePages: DevicePages;
  /** Of DPoP nonces: 32 bytes, the same on all nodes. */
  nonceSecret: Buffer;
  /** Nothing where applications may not register themselves. */
  registrations: Pick<Registrations, 'newClientId' | 'newSecret'> | undefined;
};

type FindAccount = NonNullable<Configuration['findAccount']>;
type Features = NonNullable<Configuration['features']>;
type Token = AccessToken | ClientCredentials | RefreshToken;

/** An application is told about its own tokens: of people who may open it, and of itself. */
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

type Refusals = Pick<typeof errors, 'InvalidTarget'>;

/** An application gets tokens for the services its record names, and for no others. */
function resourceIndicators({ InvalidTarget }: Refusals) {
  return {
    enabled: true as const,
    async getResourceServerInfo(_ctx: KoaContextWithOIDC, indicator: string, client: Client) {
      const named = ownMetadataOf(client).resources;
      const resource = named.find((one) => one.indicator === indicator);
      if (!resource) throw new InvalidTarget('not a service of this application');
      return resourceServerOf(resource);
    },
  };
}

export function featuresOf(
  refusals: Refusals,
  { signOut, devicePages, nonceSecret, registrations }: FeatureDeps,
  findAccount: FindAccount,
) {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: true },
    claimsParameter: { enabled: true },
    clientCredentials: { enabled: true },
    deviceFlow: deviceFlow(devicePages),
    pushedAuthorizationRequests: { enabled: true },
    requestObjects: { enabled: true },
    dPoP: { enabled: true, nonceSecret },
    resourceIndicators: resourceIndicators(refusals),
    ...(registrations && {
      registration: {
        enabled: true,
        initialAccessToken: true,
        // nobody changes a registration afterwards but the operator
        issueRegistrationAccessToken: false,
        idFactory: registrations.newClientId,
        secretFactory: registrations.newSecret,
      },
    }),
    introspection: introspection(findAccount),
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx: KoaContextWithOIDC, client: Client, token: Token) =>
        token.clientId === client.clientId,
    },
    rpInitiatedLogout: {
      enabled: true,
      // in place of its form: what it leads to is ours, and neither its confirmation nor its page of success is mounted
      async logoutSource(ctx: KoaContextWithOIDC) {
        ctx.body = signOut.question(ctx);
      },
      async postLogoutSuccessSource() {},
    },
    backchannelLogout: { enabled: true },
    externalSigningSupport: { enabled: true, ack: 'experimental-01' },
  } satisfies Features;
}
