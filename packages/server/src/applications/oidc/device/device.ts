// Sign-in on a device without a keyboard (RFC 8628), as the library serves it: what it asks of us, and where its
// pages would stand.

import { randomUUID } from 'node:crypto';
import { devicePath } from '@brama/contract/paths';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Grant } from '../adapters/grants.ts';
import { offlineAccessSeconds } from '../adapters/grants.ts';
import type { RequestContext } from '../request-context.ts';
import { pollingInterval } from './device-codes.ts';

export const typedPath = `${devicePath}/code`;
export const donePath = `${devicePath}/done`;
export const refusedPath = `${devicePath}/refused`;

/** Why a code does not do; the names of the library's own refusals lead to them. */
export const userCodeErrors = [
  'malformed',
  'unknown',
  'over',
  'used',
  'too-many',
  'again',
] as const;
export type UserCodeError = (typeof userCodeErrors)[number];

const faults: Record<string, UserCodeError> = {
  NoCodeError: 'malformed',
  NotFoundError: 'unknown',
  ExpiredError: 'over',
  AlreadyUsedError: 'used',
};

/** Refusals of a request whose form is no longer good: another person meanwhile, or another browser. */
const staleForm = ['could not find device form details', 'xsrf token invalid'];

export type DevicePages = {
  /** The page to type a code again, with what is wrong with it, as HTML. */
  again(ctx: KoaContextWithOIDC, fault: UserCodeError): string;
  refused(ctx: KoaContextWithOIDC, error: { error: string }): string;
};

function leadTo(ctx: KoaContextWithOIDC, path: string) {
  ctx.status = 303;
  ctx.redirect(path);
}

function faultOf(cause: Error): UserCodeError | undefined {
  const { error_description: detail = '' } = cause as { error_description?: string };
  if (staleForm.includes(detail)) return 'again';
  return detail === 'was used before' ? 'used' : faults[cause.name];
}

export function deviceFlow(pages: DevicePages) {
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
      if (cause?.name === 'AbortedError') return leadTo(ctx, refusedPath);
      const fault = cause && faultOf(cause);
      ctx.type = 'html';
      ctx.body =
        fault === undefined
          ? pages.refused(ctx, out ?? { error: 'invalid_request' })
          : pages.again(ctx, fault);
    },
    // a form without an answer: the question stands at our own address
    userCodeConfirmSource: async (ctx: KoaContextWithOIDC) => leadTo(ctx, devicePath),
    // by an address of its own: reloading it does nothing again
    successSource: async (ctx: KoaContextWithOIDC) => leadTo(ctx, donePath),
  };
}

/** Said in the answer too, although it is what a device does by itself (RFC 8628 §3.2). */
export function sayInterval(provider: Provider) {
  const said = (_ctx: unknown, body: { interval?: number }) => {
    body.interval = pollingInterval;
  };
  provider.on('device_authorization.success' as 'server_error', said as never);
}

/** What the tokens of a device will hang on: no session ends it. Made when the person has said yes. */
export function newDeviceGrant(): { id: string; sid: string } {
  return { id: randomUUID(), sid: randomUUID() };
}

/** The same, while the library judges whether it will be made. */
export function deviceGrantFor(
  { device, session }: RequestContext,
  clientId: string,
  now: number,
): Grant | undefined {
  if (!device || !session) return undefined;
  const expiresAt = now + offlineAccessSeconds * 1000;
  return { ...device.grant, clientId, userId: session.userId, expiresAt };
}
