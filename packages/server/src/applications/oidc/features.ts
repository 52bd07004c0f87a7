// Enabled features of the library, and what their callbacks decide.

import { randomUUID } from 'node:crypto';
import { devicePath } from '@brama/contract/paths';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { newSecret } from '../../crypto/secrets.ts';
import { usedBefore } from './adapters/device-adapter.ts';
import type { FindAccount } from './authorization/find-account.ts';
import { ownMetadataOf } from './clients/clients.ts';
import { resourceServerOf } from './clients/resources.ts';
import type { OidcDeps, Pages } from './deps.ts';
import {
  codeErrorAddress,
  codeErrorPage,
  donePath,
  refusedPath,
  type UserCodeError,
} from './device/device-pages.ts';
import { staleFormErrors } from './diagnostics/library-messages.ts';
import type { Library } from './library.ts';
import { renderQuestion } from './logout/rp-initiated-logout.ts';
import { refusedPage } from './refused-request-page.ts';
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

type Features = NonNullable<Configuration['features']>;

function deviceFlow(pages: Pages): Features['deviceFlow'] {
  return {
    enabled: true,
    charset: 'base-20',
    mask: '****-****',
    deviceInfo: () => ({}),
    async userCodeInputSource(ctx, _form, out, cause) {
      if (cause?.name === 'AbortedError') return redirectTo(ctx, refusedPath);
      const error = cause && userCodeErrorOf(cause);
      const { language } = requestContextOf(ctx);
      const to = error && ctx.method === 'POST' && codeErrorAddress(pages, language, error);
      if (to) return redirectTo(ctx, to);
      ctx.type = 'html';
      ctx.body =
        error === undefined
          ? refusedPage(pages, ctx, out ?? { error: 'invalid_request' })
          : codeErrorPage(pages, language, error);
    },
    // the form had no decision: our page asks for it
    userCodeConfirmSource: async (ctx) => redirectTo(ctx, devicePath),
    // a redirect: reloading the page does not repeat the decision
    successSource: async (ctx) => redirectTo(ctx, donePath),
  };
}

/** A client gets tokens only for the services in its record. */
function resourceIndicators({ errors }: Library): Features['resourceIndicators'] {
  return {
    enabled: true,
    async getResourceServerInfo(_ctx, indicator, client) {
      const { resources } = ownMetadataOf(client);
      const resource = resources.find((one) => one.indicator === indicator);
      if (!resource) throw new errors.InvalidTarget('not a service of this application');
      return resourceServerOf(resource);
    },
  };
}

const registration: Features['registration'] = {
  enabled: true,
  initialAccessToken: true,
  // only the administrator changes a registration
  issueRegistrationAccessToken: false,
  idFactory: () => randomUUID(),
  secretFactory: () => newSecret(),
};

export function featuresOf(library: Library, deps: OidcDeps, findAccount: FindAccount): Features {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: true },
    claimsParameter: { enabled: true },
    clientCredentials: { enabled: true },
    deviceFlow: deviceFlow(deps.pages),
    pushedAuthorizationRequests: { enabled: true },
    requestObjects: { enabled: true },
    dPoP: { enabled: true, nonceSecret: deps.crypto.dpopNonceSecret },
    resourceIndicators: resourceIndicators(library),
    ...(deps.stores.registrations && { registration }),
    introspection: {
      enabled: true,
      // a client may read its own tokens: those of users with access to the application, and its own
      async allowedPolicy(ctx, client, token) {
        if (token.clientId !== client.clientId) return false;
        if (token.kind === 'ClientCredentials') return true;
        if (!('accountId' in token)) return false;
        return (await findAccount(ctx, `${token.accountId}`, token)) !== undefined;
      },
    },
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
    },
    rpInitiatedLogout: {
      enabled: true,
      // our page replaces the form; our routes handle its answer, and the library's routes for it are not reachable
      async logoutSource(ctx) {
        ctx.body = renderQuestion(deps, ctx);
      },
    },
    backchannelLogout: { enabled: true },
    externalSigningSupport: { enabled: true, ack: 'experimental-01' },
  };
}
