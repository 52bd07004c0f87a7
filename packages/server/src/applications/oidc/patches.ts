// All changes to the library that it offers no setting for. Each patch is one function that names the upstream behaviour, and
// why it changes. The patches are tested with one version and refuse any other.

import type {
  AdapterPayload,
  Client,
  Configuration,
  Grant,
  KoaContextWithOIDC,
  Provider,
  TokenEndpointGrantContext,
} from 'oidc-provider';
import type { Database } from '../../database/connect.ts';
import { untilDurable } from '../../database/direct.ts';
import { isDatabaseUnavailable } from '../../database/errors.ts';
import { adapterOf } from './adapters/adapters.ts';
import { inTransaction } from './adapters/token-transaction.ts';
import { replaceFormPostPage } from './authorization/form-post.ts';
import { interactionCookie, resumeCookie } from './authorization/suspend-request.ts';
import { isClientSecret, secretWaitSeconds } from './clients/client-secrets.ts';
import { ownMetadataOf } from './clients/clients.ts';
import { registrationResponse } from './clients/registrations.ts';
import type { OidcDeps } from './deps.ts';
import { pollingIntervalSeconds } from './device/device-codes.ts';
import { grantErrorDescription, type Refusal } from './diagnostics/library-messages.ts';
import {
  apiEndpoints,
  retryAfterSeconds,
  tooManyRequestsResponse,
  unavailableResponse,
} from './endpoints.ts';
import { currentRequest, type Library, requireTestedVersion } from './library.ts';
import { redirectWithoutSession } from './logout/rp-initiated-logout.ts';
import { tryAgainPage } from './refused-request-page.ts';
import { requestContextOf } from './request-context.ts';

type ResponsePatch = (ctx: KoaContextWithOIDC) => void;

// Upstream: stores each write of a token request at once.
// Why: a token request stores all its writes in one transaction. The constructor of the library registers its grant types by
// this method.
function useTokenTransactions({ Provider: Upstream }: Library, db: Database): typeof Provider {
  return class extends Upstream {
    override registerGrantType<Given extends object>(
      name: string,
      handler: (ctx: TokenEndpointGrantContext<Given>) => void | Promise<void>,
      ...names: (string | readonly string[] | ReadonlySet<string> | undefined)[]
    ) {
      super.registerGrantType(name, inTransaction(db, handler), ...names);
    }
  };
}

// Upstream: makes a client from its payload for every request, and compares hashes of the payload to reuse it.
// Why: the adapter returns the same payload until the application changes, so its identity is enough and faster.
function reuseClients({ Client }: Provider, library: Library, deps: OidcDeps) {
  const { find: findPayload } = adapterOf(library, deps, 'Client');
  const find = Client.find.bind(Client);
  const clients = new WeakMap<AdapterPayload, Client>();
  Client.find = async (id) => {
    const payload = typeof id === 'string' && id !== '' ? await findPayload(id) : undefined;
    if (!payload) return undefined;
    const known = clients.get(payload);
    if (known) return known;
    const client = await find(id);
    if (client) clients.set(payload, client);
    return client;
  };
}

// Upstream: compares the stored secret with the sent one.
// Why: we store hashes of several secrets, and count wrong ones.
function compareHashedSecrets(provider: Provider, library: Library, deps: OidcDeps) {
  const prototype = provider.Client.prototype as unknown as {
    compareClientSecret(sent: string): Promise<boolean>;
  };
  prototype.compareClientSecret = async function compare(this: unknown, sent) {
    const ctx = currentRequest(library);
    return ctx !== undefined && isClientSecret(deps, ctx, this as Client, sent);
  };
}

// Upstream: with `conformIdTokenClaims: false`, an ID token contains all granted claims.
// Why: only clients whose record asks for it (`claimsInIdToken`) get them there; the others call userinfo.
function narrowIdTokens(provider: Provider) {
  const prototype = provider.IdToken.prototype as unknown as {
    client: Client;
    scope?: string;
    payload(): Promise<object>;
  };
  const { payload } = prototype;
  prototype.payload = function narrowed(this: typeof prototype) {
    if (this.scope !== undefined && !ownMetadataOf(this.client).claimsInIdToken)
      this.scope = 'openid';
    return payload.call(this);
  };
}

// Upstream: rejects another response type by the response mode that it implies, and accepts `code code` as `code`.
// Why: RFC 6749 §3.1.1 requires `unsupported_response_type`. This method is the first check after signed and pushed requests
// are read.
function rejectOtherResponseTypes(provider: Provider, { errors }: Library) {
  const prototype = provider.Client.prototype as unknown as {
    responseModeAllowed(mode: string, type: unknown, profile: unknown): boolean;
  };
  const { responseModeAllowed } = prototype;
  prototype.responseModeAllowed = function allowed(mode, type, profile) {
    if (type !== undefined && type !== 'code') throw new errors.UnsupportedResponseType();
    return responseModeAllowed.call(this, mode, type, profile);
  };
}

// Upstream: a session gets a new id after a sign-in, stores the sign-in, and is saved.
// Why: our session is the only one, and the library has a read-only view of it.
function makeSessionsReadOnly({ Session }: Provider) {
  Session.prototype.resetIdentifier = () => undefined;
  Session.prototype.loginAccount = () => undefined;
  Session.prototype.persist = async () => '';
}

// Upstream: keeps the CSRF secret of the device forms in its session.
// Why: its session stores nothing. Our token is derived from the browser cookie and the session.
function provideFormCsrfToken(provider: Provider) {
  const sessions = provider.Session as unknown as {
    get(ctx: KoaContextWithOIDC): Promise<{ state?: { secret: string } }>;
  };
  const get = sessions.get.bind(sessions);
  sessions.get = async (ctx) => {
    const session = await get(ctx);
    const secret = requestContextOf(ctx).device?.csrfToken;
    if (secret !== undefined) session.state = { secret };
    return session;
  };
}

// Upstream: omits `interval` from the device authorization response.
// Why: RFC 8628 §3.2 has a default, but some clients expect the field.
function addPollingInterval(provider: Provider) {
  const add = (_ctx: unknown, body: { interval?: number }) => {
    body.interval = pollingIntervalSeconds;
  };
  provider.on('device_authorization.success' as 'server_error', add as never);
}

// Upstream: repeats the metadata of the registration request in the response.
// Why: RFC 7591 §3.2.1 requires the registered metadata, which may differ.
function respondWithRegistration(provider: Provider) {
  provider.on('registration_create.success', (ctx) => {
    ctx.body = registrationResponse(ctx) ?? ctx.body;
  });
}

// Upstream: describes every `invalid_grant` as “grant request is invalid”.
// Why: an authenticated client gets the reason (RFC 6749 §5.2).
function describeGrantErrors(provider: Provider) {
  provider.on('grant.error', (ctx, error) => {
    const description = grantErrorDescription(ctx, error as Error & Refusal);
    if (description !== undefined && ctx.body && typeof ctx.body === 'object')
      Object.assign(ctx.body, { error_description: description });
  });
}

// Upstream: sets cookies for its session and for each interaction.
// Why: only our code sets the session cookie, and one browser cookie replaces the others, which would accumulate.
function removeLibraryCookies(sessionCookie: string): ResponsePatch {
  const removed = [sessionCookie, resumeCookie, interactionCookie].map((name) => `${name}=`);
  return (ctx) => {
    const set = ctx.response.get('set-cookie') as string | string[] | undefined;
    if (!set) return;
    const cookies = Array.isArray(set) ? set : [set];
    const kept = cookies.filter((cookie) => !removed.some((start) => cookie.startsWith(start)));
    if (kept.length === cookies.length) return;
    ctx.remove('set-cookie');
    if (kept.length > 0) ctx.set('set-cookie', kept);
  };
}

// Upstream: asks for a sign-out although no user is signed in.
// Why: there is no session to end, so the browser continues to the client.
const skipEmptyLogout: ResponsePatch = (ctx) => {
  const { oidc } = ctx;
  if (oidc?.route !== 'end_session' || ctx.status !== 200 || oidc.session?.accountId) return;
  ctx.status = 303;
  ctx.redirect(redirectWithoutSession(ctx));
};

/** Returns those of the scopes that the grant still contains, here or at a service. */
function grantedScopes(scopes: readonly string[], grant: Grant): string[] {
  const services = Object.values(grant.resources ?? {});
  const granted = [grant.openid?.scope ?? '', ...services].join(' ').split(' ');
  return scopes.filter((scope) => granted.includes(scope));
}

// Upstream: introspection returns the scope with which the token was issued.
// Why: the record of the application or the consent may have been narrowed since (RFC 7662 §2.2).
const narrowIntrospection: ResponsePatch = (ctx) => {
  if (ctx.oidc?.route !== 'introspection') return;
  const { active, scope } = ctx.body as { active?: boolean; scope?: string };
  const { Grant: grant } = ctx.oidc.entities;
  if (!active || scope === undefined || !grant) return;
  const narrowed = grantedScopes(scope.split(' '), grant).join(' ');
  ctx.body = { ...(ctx.body as object), scope: narrowed || undefined };
};

// Upstream: responds with a general 500 if the database is unavailable.
// Why: the same request succeeds later, so the response is a 503 with Retry-After. Users get a page, clients get JSON.
function respondUnavailable(provider: Provider, { pages }: OidcDeps): ResponsePatch {
  const unavailable = new WeakSet<KoaContextWithOIDC>();
  provider.on('server_error', (ctx, error) => {
    if (isDatabaseUnavailable(error)) unavailable.add(ctx);
  });
  return (ctx) => {
    if (!unavailable.has(ctx)) return;
    ctx.status = 503;
    ctx.set('retry-after', `${retryAfterSeconds}`);
    const { language, requestId: reference } = requestContextOf(ctx);
    const isPage = !apiEndpoints.includes(ctx.path);
    ctx.type = isPage ? 'html' : 'json';
    ctx.body = isPage
      ? tryAgainPage(pages, language, 'unavailable', { href: ctx.originalUrl, reference })
      : unavailableResponse;
  };
}

// Upstream: has no rate limit, and responds to a refused secret with 401.
// Why: after too many wrong secrets the client must wait, so the response is a 429 with Retry-After.
const respondThrottled: ResponsePatch = (ctx) => {
  const waitSeconds = secretWaitSeconds(ctx);
  if (waitSeconds === undefined) return;
  ctx.status = 429;
  ctx.remove('www-authenticate');
  ctx.set('retry-after', `${waitSeconds}`);
  ctx.type = 'json';
  ctx.body = tooManyRequestsResponse;
};

/** Holds the response back until the disk has what it acknowledges. */
async function respondWhenDurable(provider: Provider, { db }: OidcDeps, ctx: KoaContextWithOIDC) {
  try {
    await untilDurable(db);
  } catch (error) {
    ctx.remove('location');
    provider.emit('server_error', ctx, error as never);
  }
}

/** Applies the patches that change a finished response, in this order. */
function patchResponses(provider: Provider, deps: OidcDeps) {
  const responsePatches: ResponsePatch[] = [
    removeLibraryCookies(deps.http.sessionCookie.cookieName),
    skipEmptyLogout,
    // upstream, a form post page has the words of the library
    (ctx) => replaceFormPostPage(deps.pages, ctx),
    narrowIntrospection,
    respondUnavailable(provider, deps),
    respondThrottled,
  ];
  provider.use(async (koa, next) => {
    const ctx = koa as KoaContextWithOIDC;
    await next();
    if (ctx.status < 500) await respondWhenDurable(provider, deps, ctx);
    for (const patch of responsePatches) patch(ctx);
  });
}

/** @throws for a version of the library that the patches were not tested with */
export function createPatchedProvider(
  library: Library,
  deps: OidcDeps,
  configuration: Configuration,
  version?: string,
): Provider {
  requireTestedVersion(version);
  const PatchedProvider = useTokenTransactions(library, deps.db);
  const provider = new PatchedProvider(deps.settings.baseUrl, configuration);
  reuseClients(provider, library, deps);
  compareHashedSecrets(provider, library, deps);
  narrowIdTokens(provider);
  rejectOtherResponseTypes(provider, library);
  makeSessionsReadOnly(provider);
  provideFormCsrfToken(provider);
  addPollingInterval(provider);
  respondWithRegistration(provider);
  describeGrantErrors(provider);
  patchResponses(provider, deps);
  return provider;
}
