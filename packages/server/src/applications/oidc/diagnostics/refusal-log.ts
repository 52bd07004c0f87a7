// Logs refused requests and security events of the library. The log contains no code, token or secret.

import type { FastifyBaseLogger } from 'fastify';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import { usedBefore } from '../adapters/device-adapter.ts';
import { secretWaitSeconds } from '../clients/client-secrets.ts';
import { requestContextOf } from '../request-context.ts';
import { codeUsed, type Refusal, refreshTokenUsed } from './library-messages.ts';
import { mismatchOf } from './refusal-facts.ts';

type Log = Pick<FastifyBaseLogger, 'child'>;

const refusalEvents: Record<string, string> = {
  'authorization.error': 'authorization request refused',
  'device_authorization.error': 'device request refused',
  'code_verification.error': 'device request refused',
  'device_resume.error': 'device request refused',
  'pushed_authorization_request.error': 'pushed authorization request refused',
  'grant.error': 'token request refused',
  'userinfo.error': 'userinfo request refused',
  'introspection.error': 'introspection request refused',
  'revocation.error': 'revocation request refused',
  'end_session.error': 'logout request refused',
  'end_session_confirm.error': 'logout request refused',
};

/** A code or token was used again; everything issued from it is invalid now. */
const reuseErrors: readonly string[] = [refreshTokenUsed, codeUsed, usedBefore];

const requestLog = (log: Log, ctx: KoaContextWithOIDC) =>
  log.child({ requestId: requestContextOf(ctx).requestId });

/**
 * Returns the most exact error text. A parser repeats the sent text in its message, so the text of the response
 * replaces it.
 */
function detailOf({ cause, error_detail, error_description }: Error & Refusal) {
  return cause instanceof SyntaxError ? error_description : (error_detail ?? error_description);
}

function mismatchFacts(ctx: KoaContextWithOIDC, refusal: Refusal) {
  const mismatch = mismatchOf(ctx, refusal);
  if (!mismatch) return {};
  const { parameter, received, registered, comparison } = mismatch;
  const differs = comparison && { differs: comparison.differs };
  return { fact: { what: parameter, received, registered, ...differs } };
}

/** Logs a security event if the refusal is one, otherwise `message`. */
function logRefusal(log: Log, ctx: KoaContextWithOIDC, error: Error, message: string) {
  const refusal = error as Error & Refusal;
  // a waiting device polls every few seconds
  if (refusal.error === 'authorization_pending') return;
  const lines = requestLog(log, ctx);
  const { network } = requestContextOf(ctx);
  const client = ctx.oidc.client?.clientId;
  const detail = detailOf(refusal);
  const facts = { client, reason: refusal.message, detail, ...mismatchFacts(ctx, refusal) };
  if (secretWaitSeconds(ctx) !== undefined)
    logSecurityEvent(lines, 'request.throttled', { network, client });
  else if (refusal.error === 'invalid_client' && ctx.oidc.route !== 'authorization')
    logSecurityEvent(lines, 'client.refused', { network, ...facts });
  else if (reuseErrors.includes(detail ?? '')) {
    const { Account: account } = ctx.oidc.entities as { Account?: { accountId: string } };
    logSecurityEvent(lines, 'token.reused', { network, user: account?.accountId, ...facts });
  } else lines.info(facts, message);
}

function logRegistrations(provider: Provider, log: Log) {
  // without the detail, which may repeat what was sent
  provider.on('registration_create.error', (ctx, { message: reason }) => {
    const { network } = requestContextOf(ctx);
    logSecurityEvent(requestLog(log, ctx), 'registration.refused', { reason, network });
  });
  provider.on('registration_create.success', (ctx, { clientId: client }) => {
    const { network } = requestContextOf(ctx);
    logSecurityEvent(requestLog(log, ctx), 'registration.created', { client, network });
  });
}

export function logRefusals(provider: Provider, log: Log) {
  for (const [event, message] of Object.entries(refusalEvents))
    provider.on(event as 'grant.error', (ctx, error) => logRefusal(log, ctx, error, message));
  logRegistrations(provider, log);
  provider.on('authorization.success', (ctx) => {
    const { device, session } = requestContextOf(ctx);
    const client = ctx.oidc.client?.clientId;
    // only devices: other authorizations are too frequent
    if (device && session && client !== undefined)
      logSecurityEvent(requestLog(log, ctx), 'device.allowed', { user: session.userId, client });
  });
  provider.on('server_error', (ctx, err) =>
    requestLog(log, ctx).error({ err }, 'OpenID Connect request failed'),
  );
}
