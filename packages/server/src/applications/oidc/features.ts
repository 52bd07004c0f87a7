// Enabled features of the library, and what their callbacks decide.

import { randomUUID } from 'node:crypto';
import type {
  AccessToken,
  Client,
  ClientCredentials,
  Configuration,
  errors,
  KoaContextWithOIDC,
  RefreshToken,
} from 'oidc-provider';
import { newSecret } from '../../crypto/secrets.ts';
import type { FindAccount } from './authorization/find-account.ts';
import { ownMetadataOf } from './clients/clients.ts';
import { resourceServerOf } from './clients/resources.ts';
import type { OidcDeps } from './deps.ts';
import { deviceFlow } from './device/device.ts';
import { renderQuestion } from './logout/rp-initiated-logout.ts';

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

const registration = {
  enabled: true,
  initialAccessToken: true,
  // only the administrator changes a registration
  issueRegistrationAccessToken: false,
  idFactory: () => randomUUID(),
  secretFactory: () => newSecret(),
};

export function featuresOf(
  libraryErrors: Pick<typeof errors, 'InvalidTarget'>,
  deps: OidcDeps,
  findAccount: FindAccount,
) {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: true },
    claimsParameter: { enabled: true },
    clientCredentials: { enabled: true },
    deviceFlow: deviceFlow(deps.pages),
    pushedAuthorizationRequests: { enabled: true },
    requestObjects: { enabled: true },
    dPoP: { enabled: true, nonceSecret: deps.keys.dpopNonces },
    resourceIndicators: resourceIndicators(libraryErrors),
    ...(deps.registrations && { registration }),
    introspection: introspection(findAccount),
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx: KoaContextWithOIDC, client: Client, token: Token) =>
        token.clientId === client.clientId,
    },
    rpInitiatedLogout: {
      enabled: true,
      // our page replaces the form; our routes handle its answer, and the library's routes for it are not reachable
      async logoutSource(ctx: KoaContextWithOIDC) {
        ctx.body = renderQuestion(deps, ctx);
      },
      async postLogoutSuccessSource() {},
    },
    backchannelLogout: { enabled: true },
    externalSigningSupport: { enabled: true, ack: 'experimental-01' },
  } satisfies Features;
}
