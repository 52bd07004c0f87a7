// Logs refused requests and security events of the library. The log contains no code, token or secret.

import type { FastifyBaseLogger } from 'fastify';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import type { SignInStep } from '../../diagnostics/activity.ts';
import type { Mismatch } from '../../diagnostics/mismatch.ts';
import { usedBefore } from '../adapters/device-adapter.ts';
import { secretRefusal, secretWaitSeconds } from '../clients/client-secrets.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import type { OidcDeps } from '../deps.ts';
import { requestContextOf } from '../request-context.ts';
import { codeUsed, grantErrors, type Refusal, refreshTokenUsed } from './library-messages.ts';
import { mismatchOf } from './refusal-facts.ts';

type Log = Pick<FastifyBaseLogger, 'child'>;
type Deps = Pick<OidcDeps, 'log' | 'activity'>;

/** Event of the library → what was refused. */
const refusalEvents: Record<string, string> = {
  'authorization.error': 'authorization request',
  'device_authorization.error': 'device request',
  'code_verification.error': 'device request',
  'device_resume.error': 'device request',
  'pushed_authorization_request.error': 'pushed authorization request',
  'grant.error': 'token request',
  'userinfo.error': 'userinfo request',
  'introspection.error': 'introspection request',
  'revocation.error': 'revocation request',
  'end_session.error': 'logout request',
  'end_session_confirm.error': 'logout request',
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

/** Notes the refusal for the owners of the application. */
function noteRefusal(
  { activity }: Deps,
  ctx: KoaContextWithOIDC,
  { error, error_detail: detail = '' }: Refusal,
  { request, mismatch }: { request: string; mismatch: Mismatch | undefined },
) {
  const { client } = ctx.oidc;
  if (!client) return;
  // other details may repeat what was sent
  const known = Object.hasOwn(grantErrors, detail) ? grantErrors[detail] : undefined;
  const { parameter, received, registered, comparison } = mismatch ?? {};
  activity.refused(ownMetadataOf(client).applicationId, {
    request,
    error,
    parameter,
    received,
    registered,
    reason: secretRefusal(ctx) ?? known,
    differs: comparison?.differs,
  });
}

function mismatchFacts(mismatch: Mismatch | undefined) {
  if (!mismatch) return {};
  const { parameter, received, registered, comparison } = mismatch;
  const differs = comparison && { differs: comparison.differs };
  return { fact: { what: parameter, received, registered, ...differs } };
}

/** Logs a security event if the refusal is one, otherwise that the request was refused. */
function logRefusal(deps: Deps, ctx: KoaContextWithOIDC, error: Error, request: string) {
  const refusal = error as Error & Refusal;
  // a waiting device polls every few seconds
  if (refusal.error === 'authorization_pending') return;
  const lines = requestLog(deps.log, ctx);
  const { network } = requestContextOf(ctx);
  const client = ctx.oidc.client?.clientId;
  const detail = detailOf(refusal);
  const mismatch = mismatchOf(ctx, refusal);
  const facts = { client, reason: refusal.message, detail, ...mismatchFacts(mismatch) };
  noteRefusal(deps, ctx, refusal, { request, mismatch });
  if (secretWaitSeconds(ctx) !== undefined)
    logSecurityEvent(lines, 'request.throttled', { network, client });
  else if (refusal.error === 'invalid_client' && ctx.oidc.route !== 'authorization')
    logSecurityEvent(lines, 'client.refused', { network, ...facts });
  else if (reuseErrors.includes(detail ?? '')) {
    const { Account: account } = ctx.oidc.entities as { Account?: { accountId: string } };
    logSecurityEvent(lines, 'token.reused', { network, user: account?.accountId, ...facts });
  } else lines.info(facts, `${request} refused`);
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

/** The grants that end a sign-in; a refresh token continues one. */
const signInGrants: readonly unknown[] = [
  'authorization_code',
  'urn:ietf:params:oauth:grant-type:device_code',
];

function noteSignIns(provider: Provider, { activity }: Deps) {
  const note = (step: SignInStep) => (ctx: KoaContextWithOIDC) => {
    const { client } = ctx.oidc;
    if (client) activity.reached(ownMetadataOf(client).applicationId, step);
  };
  provider.on('interaction.started', note('requested'));
  provider.on('authorization.success', note('issued'));
  provider.on('grant.success', ({ oidc: { client, params } }) => {
    if (client && signInGrants.includes(params?.['grant_type']))
      activity.signedIn(ownMetadataOf(client).applicationId);
  });
}

export function logRefusals(provider: Provider, deps: Deps) {
  const { log } = deps;
  for (const [event, request] of Object.entries(refusalEvents))
    provider.on(event as 'grant.error', (ctx, error) => logRefusal(deps, ctx, error, request));
  noteSignIns(provider, deps);
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
