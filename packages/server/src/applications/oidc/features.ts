// Enabled features of the library, and what their callbacks decide.

import { randomUUID } from 'node:crypto';
import { devicePath } from '@brama/contract/paths';
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
import { usedBefore } from './adapters/device-adapter.ts';
import type { FindAccount } from './authorization/find-account.ts';
import { ownMetadataOf } from './clients/clients.ts';
import { resourceServerOf } from './clients/resources.ts';
import type { OidcDeps } from './deps.ts';
import { codeErrorPage, donePath, refusedPath, type UserCodeError } from './device/device-pages.ts';
import { staleFormErrors } from './diagnostics/library-messages.ts';
import { refusedPage } from './error-pages.ts';
import { renderQuestion } from './logout/rp-initiated-logout.ts';
import { requestContextOf } from './request-context.ts';

/** Names of the library's errors. */
const errorsByName: Record<string, UserCodeError> = {
  NoCodeError: 'malformed',
  NotFoundError: 'unknown',
  ExpiredError: 'over',
  AlreadyUsedError: 'used',
};

function redirectTo(ctx: KoaContextWithOIDC, path: string) {
  ctx.status = 303;
  ctx.redirect(path);
}

function userCodeErrorOf(cause: Error): UserCodeError | undefined {
  const { error_description: detail = '' } = cause as { error_description?: string };
  if (staleFormErrors.includes(detail)) return 'again';
  return detail === usedBefore ? 'used' : errorsByName[cause.name];
}

/** Returns the feature `deviceFlow` of the library's configuration. */
function deviceFlow(pages: OidcDeps['pages']) {
  return {
    enabled: true as const,
    charset: 'base-20' as const,
    mask: '****-****',
    deviceInfo: () => ({}),
    async userCodeInputSource(
      ctx: KoaContextWithOIDC,
      _form: string,
      out?: { error: string },
      cause?: Error,
    ) {
      if (cause?.name === 'AbortedError') return redirectTo(ctx, refusedPath);
      const error = cause && userCodeErrorOf(cause);
      ctx.type = 'html';
      ctx.body =
        error === undefined
          ? refusedPage(pages, ctx, out ?? { error: 'invalid_request' })
          : codeErrorPage(pages, requestContextOf(ctx).language, error);
    },
    // a form without a decision: our own page asks the question
    userCodeConfirmSource: async (ctx: KoaContextWithOIDC) => redirectTo(ctx, devicePath),
    // a redirect: reloading the page does not repeat the decision
    successSource: async (ctx: KoaContextWithOIDC) => redirectTo(ctx, donePath),
  };
}

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
