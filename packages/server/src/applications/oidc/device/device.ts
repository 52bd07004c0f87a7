// The device flow (RFC 8628) as the library calls it. Its pages redirect to ours, and its errors lead to our page that asks for
// the code again.

import { devicePath } from '@brama/contract/paths';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { usedBefore } from '../adapters/device-adapter.ts';
import { type Grant, offlineAccessSeconds } from '../adapters/grants.ts';
import type { OidcDeps } from '../deps.ts';
import { staleFormErrors } from '../diagnostics/library-messages.ts';
import { refusedPage } from '../error-pages.ts';
import { requestContextOf } from '../request-context.ts';
import { codeErrorPage, donePath, refusedPath, type UserCodeError } from './device-pages.ts';

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
export function deviceFlow(pages: OidcDeps['pages']) {
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

/** Returns the grant of the device while the library checks the request; it is stored when the user allows it. */
export function proposedDeviceGrant(
  ctx: KoaContextWithOIDC,
  clientId: string,
  now: number,
): Grant | undefined {
  const { device, session } = requestContextOf(ctx);
  if (!device || !session) return undefined;
  const expiresAt = now + offlineAccessSeconds * 1000;
  return { ...device.grant, clientId, userId: session.userId, expiresAt };
}
