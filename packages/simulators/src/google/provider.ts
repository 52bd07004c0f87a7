// The simulated issuer: oidc-provider with one client, one key, and a token endpoint that responds according to the
// chosen scenario.

import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import Provider, {
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { escapeHtml } from '../pages/html.ts';
import { brokenToken } from './broken-token.ts';
import { createMemory } from './memory.ts';
import { type Choice, choiceFrom, claimsOf } from './scenarios.ts';

export type ProviderOptions = {
  issuer: string;
  /** Brama's address, to which users return. */
  bramaUrl: string;
  clientId: string;
  clientSecret: string;
  /** How long the token endpoint takes in the scenario `slow`. */
  slowSeconds: number;
};

/** The simulator removes this cookie from every request, because the user chooses an account at every sign-in. */
export const sessionCookie = 'google_simulator_session';

/**
 * Adds the prompt `select_account`: Google asks for an account even if a user is signed in (OpenID Connect Core
 * §3.1.2.1).
 */
function policy() {
  const prompts = interactionPolicy.base();
  prompts.remove('consent');
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return prompts;
}

function configurationOf(options: ProviderOptions, jwk: object): Configuration {
  const seconds = { short: () => 600, long: () => 3600 };
  return {
    adapter: createMemory,
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [`${options.bramaUrl}/google-auth`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        subject_type: 'pairwise',
      },
    ],
    // a new key id at every start, so that a client with a cached old key fetches the new one
    jwks: { keys: [{ ...jwk, kid: randomUUID(), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(32).toString('hex')], names: { session: sessionCookie } },
    // Google includes these claims in the id token
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'] },
    scopes: ['openid', 'email'],
    findAccount: async (_ctx, id) => ({
      accountId: id,
      claims: async () => claimsOf(choiceFrom(id)),
    }),
    // the internal account id contains the choice; `sub` is the account's own subject
    subjectTypes: ['pairwise'],
    pairwiseIdentifier: async (_ctx, id) => claimsOf(choiceFrom(id)).sub,
    async loadExistingGrant({ oidc }) {
      const { provider, client, session } = oidc;
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    interactions: { policy: policy(), url: (_ctx, { uid }) => `/choose/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    // no code expires with a session, because the simulator keeps none
    expiresWithSession: async () => false,
    clientBasedCORS: () => false,
    renderError(ctx, { error, error_description: reason }) {
      ctx.type = 'html';
      ctx.body = `<!doctype html><title>${escapeHtml(error)}</title><p>${escapeHtml(reason ?? error)}`;
    },
    ttl: {
      AccessToken: seconds.short,
      AuthorizationCode: seconds.short,
      IdToken: seconds.long,
      Interaction: seconds.short,
      Grant: seconds.long,
      Session: seconds.short,
    },
  };
}

/** Returns the choice that belongs to the code of this token request. */
function exchangedChoice({ oidc, status }: KoaContextWithOIDC): Choice | undefined {
  const id =
    oidc?.route === 'token' && status === 200 ? oidc.entities.Account?.accountId : undefined;
  return id === undefined ? undefined : choiceFrom(id);
}

export function createProvider(options: ProviderOptions): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(
    options.issuer,
    configurationOf(options, privateKey.export({ format: 'jwk' })),
  );
  provider.use(async (ctx, next) => {
    await next();
    const choice = exchangedChoice(ctx as KoaContextWithOIDC);
    if (!choice) return;
    const { scenario } = choice;
    if (scenario === 'slow') await delay(options.slowSeconds * 1000);
    if (scenario === 'token-unavailable') {
      ctx.status = 503;
      ctx.body = { error: 'temporarily_unavailable' };
      return;
    }
    const answer = ctx.body as { id_token: string };
    ctx.body = { ...answer, id_token: brokenToken(answer.id_token, scenario, privateKey) };
  });
  return provider;
}
