// Refusals as our log and the servers of applications are told of them: what was wrong, in facts. No code, token or
// secret.

import type { FastifyBaseLogger } from 'fastify';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import { requestContextOf } from '../request-context.ts';
import { factOf, type Refusal } from './refusal-facts.ts';

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

const unknown = 'it is unknown, has expired, or was not given to this client';

/**
 * What was wrong with a code, a refresh token or a proof (RFC 6749 §5.2), by the library's own words. That one is somebody
 * else's reads like an unknown one.
 */
const described: Record<string, string> = {
  'authorization code not found': unknown,
  'authorization code is expired': unknown,
  'refresh token not found': unknown,
  'refresh token is expired': unknown,
  'client mismatch': unknown,
  'authorization code already consumed': 'the code was used before',
  'authorization code redirect_uri mismatch':
    'redirect_uri must be the one of the authorization request',
  'code_verifier must be provided': 'code_verifier is missing',
  'code_verifier does not match code_challenge': 'code_verifier does not match code_challenge',
  'refresh token already used': 'the refresh token was used before',
  'DPoP proof JWT not provided': 'a DPoP proof is missing',
  'DPoP proof JWT Replay detected': 'the DPoP proof was used before',
  'failed jkt verification': 'the DPoP proof is of another key than the token',
};

/** Only whoever has shown to be the application reads more than that it was refused. */
function describe(ctx: KoaContextWithOIDC, { error, error_detail: detail = '' }: Refusal) {
  const method = ctx.oidc.client?.['clientAuthMethod'];
  const say = Object.hasOwn(described, detail) ? described[detail] : undefined;
  if (error !== 'invalid_grant' || method === undefined || method === 'none' || !say) return;
  if (ctx.body && typeof ctx.body === 'object') Object.assign(ctx.body, { error_description: say });
}

function factsFor(ctx: KoaContextWithOIDC, refusal: Refusal) {
  const fact = factOf(ctx, refusal);
  if (!fact) return {};
  const { comparison, ...rest } = fact;
  return { fact: { ...rest, ...(comparison && { differs: comparison.differs }) } };
}

/** What the application was told where the library says no more. Faults of a parser repeat what was sent. */
function detailOf({ cause, error_detail, error_description }: Error & Refusal) {
  return cause instanceof SyntaxError ? error_description : (error_detail ?? error_description);
}

/** What the library says where somebody brings again what has been used; what came of it is void then. */
const reused = [
  'refresh token already used',
  'authorization code already consumed',
  'was used before',
];

export function logRefusals(provider: Provider, log: Log) {
  /** Lines with the id of the request. */
  function linesOf(ctx: KoaContextWithOIDC) {
    const { requestId } = requestContextOf(ctx);
    const write = (level: 'info' | 'warn') => (facts: object, says: string) =>
      log[level]({ requestId, ...facts }, says);
    return { info: write('info'), warn: write('warn') };
  }

  /** A refusal that is an event of security has the line of that event. */
  function note(ctx: KoaContextWithOIDC, refusal: Error & Refusal, what: string) {
    const { network, waitSeconds } = requestContextOf(ctx);
    const lines = linesOf(ctx);
    const client = ctx.oidc.client?.clientId;
    const detail = detailOf(refusal);
    const facts = { client, reason: refusal.message, detail, ...factsFor(ctx, refusal) };
    if (waitSeconds !== undefined)
      logSecurityEvent(lines, 'request.throttled', { network, client });
    else if (refusal.error === 'invalid_client' && ctx.oidc.route !== 'authorization')
      logSecurityEvent(lines, 'client.refused', { network, ...facts });
    else if (reused.includes(detail ?? '')) {
      const { accountId: user } = (ctx.oidc.entities as { Account?: { accountId: string } })
        .Account ?? { accountId: undefined };
      logSecurityEvent(lines, 'token.reused', { network, user, ...facts });
    } else lines.info(facts, what);
  }

  const say = (what: string) => (ctx: KoaContextWithOIDC, error: Error) => {
    const refusal = error as Error & Refusal;
    // a device that waits asks every few seconds, and is refused nothing
    if (refusal.error !== 'authorization_pending') note(ctx, refusal, what);
  };
  provider.on('authorization.error', say('a request of an application was refused'));
  for (const event of ['device_authorization', 'code_verification', 'device_resume'])
    provider.on(`${event}.error` as 'grant.error', say('a request of a device was refused'));
  provider.on('pushed_authorization_request.error', say('a pushed request was refused'));
  // its detail may repeat what was sent
  provider.on('registration_create.error', (ctx, error) =>
    logSecurityEvent(linesOf(ctx), 'registration.refused', {
      reason: error.message,
      network: requestContextOf(ctx).network,
    }),
  );
  provider.on('registration_create.success', (ctx, client) =>
    logSecurityEvent(linesOf(ctx), 'registration.created', {
      client: client.clientId,
      network: requestContextOf(ctx).network,
    }),
  );
  provider.on('grant.error', say('tokens were refused'));
  provider.on('grant.error', (ctx, error) => describe(ctx, error as Error & Refusal));
  provider.on('userinfo.error', say('claims were refused'));
  provider.on('introspection.error', say('an introspection was refused'));
  provider.on('revocation.error', say('a revocation was refused'));
  provider.on('end_session.error', say('a sign-out was refused'));
  provider.on('end_session_confirm.error', say('a sign-out was refused'));
  provider.on('authorization.success', (ctx) => {
    const { device, session } = requestContextOf(ctx);
    const client = ctx.oidc.client?.clientId;
    // applications of the university get codes all day; that a device is let in was somebody's choice
    if (device && session && client !== undefined)
      logSecurityEvent(linesOf(ctx), 'device.allowed', { user: session.userId, client });
  });
  provider.on('server_error', (ctx, err) =>
    log.error({ requestId: requestContextOf(ctx).requestId, err }, 'OpenID Connect failed'),
  );
}
