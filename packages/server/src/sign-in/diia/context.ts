// The dependencies that the files of sign-in with Diia share.

import { createSecretKey } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../../crypto/secrets.ts';
import { hostCookie } from '../../http/host-cookie.ts';
import { ProviderOutcomes } from '../../outbound/provider-outcomes.ts';
import { hashTaxId } from '../../users/tax-id.ts';
import type { SignInContext } from '../method.ts';
import type { DiiaRequests } from './request-store.ts';
import type { DiiaSettings } from './settings.ts';

/**
 * Binds a Diia request to the browser that showed the code, by a secret in a cookie. Only that browser gets the result, so a
 * request id alone is useless. This does not stop an attacker who talks a user into scanning the attacker's code. Short
 * lifetimes and the warning beside the code reduce that risk.
 */
function createBrowserCookie(secure: boolean) {
  // strict: only pages of this site send the cookie, and no link from another site needs it
  const cookie = hostCookie('diia', { secure, sameSite: 'strict' });
  return {
    secretOf: cookie.readSecret,
    /** Returns the secret of this browser, for all its tabs and codes. Creates one if there is none. */
    set(request: FastifyRequest, reply: FastifyReply): string {
      const secret = cookie.readSecret(request) ?? newSecret();
      cookie.set(reply, secret);
      return secret;
    },
    /** Deletes the cookie, so that the next user of the browser cannot continue. */
    clear(request: FastifyRequest, reply: FastifyReply) {
      if (cookie.read(request) !== undefined) cookie.clear(reply);
    },
  };
}

export function createDiia(context: SignInContext, settings: DiiaSettings, requests: DiiaRequests) {
  const { config, keys, users, fetch, now } = context;
  const taxIdKey = createSecretKey(keys.taxId);
  return {
    settings,
    requests,
    outcomes: new ProviderOutcomes<'link'>(now),
    users,
    events: context.events,
    fetch,
    now,
    baseUrl: config.baseUrl,
    browserCookie: createBrowserCookie(config.secure),
    hashTaxId: (taxId: string) => hashTaxId(taxId, taxIdKey),
    requestLimits: context.limits.requestLimits,
  };
}

export type Diia = ReturnType<typeof createDiia>;
