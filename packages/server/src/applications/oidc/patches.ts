// Where the library does otherwise by us than by itself, and offers no setting for it.

import type {
  Adapter,
  AdapterPayload,
  Client,
  errors,
  Interaction,
  KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { isDatabaseUnavailable } from '../../database/errors.ts';
import { interactionCookie, resumeCookie } from './authorization/suspend-request.ts';
import { compareByHash, refusedByLimit, type SecretDeps } from './clients/client-secrets.ts';
import { ownMetadataOf } from './clients/clients.ts';
import { calledByPrograms, endpoints, retryAfterSeconds, unavailableAnswer } from './endpoints.ts';
import { narrowIntrospection } from './introspection.ts';
import { wayWithout } from './logout/end-session.ts';
import { requestContextOf } from './request-context.ts';

/** Where an application wants its claims in the ID token, all granted ones stand there. */
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

/** Looks once more at an answer the library has made. */
export type LastLook = (ctx: KoaContextWithOIDC) => void;

/** Where nobody is signed in there is nothing to ask: on to where the application wants to go. */
const skipEmptySignOut: LastLook = (ctx) => {
  const { oidc } = ctx;
  if (oidc?.route !== 'end_session' || ctx.status !== 200 || oidc.session?.accountId) return;
  ctx.status = 303;
  ctx.redirect(wayWithout(ctx));
};

/**
 * The session cookie is set by us alone: what the library sends back may be older than the browser's own. Those
 * of requests that wait would pile up, one for each.
 */
function keepCookies(sessionCookie: string): LastLook {
  const unwanted = [sessionCookie, resumeCookie, interactionCookie].map((name) => `${name}=`);
  return (ctx) => {
    const set = ctx.response.get('set-cookie') as string | string[] | undefined;
    if (!set) return;
    const cookies = Array.isArray(set) ? set : [set];
    const kept = cookies.filter((cookie) => !unwanted.some((start) => cookie.startsWith(start)));
    if (kept.length === cookies.length) return;
    ctx.remove('set-cookie');
    if (kept.length > 0) ctx.set('set-cookie', kept);
  };
}

/** Where the database did not answer: says so, to programs in their form, and to people on our page. */
function answerUnavailable(page: (ctx: KoaContextWithOIDC) => string): LastLook {
  return (ctx) => {
    if (!requestContextOf(ctx).unavailable) return;
    ctx.status = 503;
    ctx.set('retry-after', `${retryAfterSeconds}`);
    const isForPeople = !calledByPrograms.some((path) => path === ctx.path);
    ctx.type = isForPeople ? 'html' : 'json';
    ctx.body = isForPeople ? page(ctx) : unavailableAnswer;
  };
}

function noteUnavailable(provider: Provider) {
  provider.on('server_error', (ctx, error) => {
    if (isDatabaseUnavailable(error)) requestContextOf(ctx).unavailable = true;
  });
}

/** Whatever was asked and answered, whoever comes next is asked. */
export async function startOver(waiting: Interaction): Promise<void> {
  Reflect.deleteProperty(waiting, 'result');
  Reflect.deleteProperty(waiting, 'session');
  await waiting.persist();
}

/** Its address was judged when the request came: the record may have lost it since, for a reason. */
async function mayStillAnswer(provider: Provider, { params }: Interaction): Promise<boolean> {
  const { client_id: id, redirect_uri: address } = params;
  if (typeof address !== 'string') return true;
  return (await provider.Client.find(`${id}`))?.redirectUriAllowed(address) ?? false;
}

/** A request that waited for one user is not ended by another who has come meanwhile: it asks anew. */
function forgetOthersAnswers(provider: Provider, { SessionNotFound }: Refusals) {
  /** Another tab may have ended the request in the same moment. */
  const end = (waiting: Interaction) =>
    waiting.destroy().catch((error) => {
      if (!(error instanceof SessionNotFound)) throw error;
    });
  const resumed = [`${endpoints.authorization}/`, `${endpoints.code_verification}/`];
  return async (ctx: KoaContextWithOIDC) => {
    const start = resumed.find((path) => ctx.path.startsWith(path));
    if (start === undefined) return;
    const waiting = await provider.Interaction.find(ctx.path.slice(start.length));
    if (!waiting) return;
    if (!(await mayStillAnswer(provider, waiting))) return end(waiting);
    const { session } = requestContextOf(ctx);
    const answered = waiting.result?.login?.accountId;
    const asked = waiting.session?.uid;
    const isOthers = answered !== undefined && answered !== session?.userId;
    if (isOthers || (asked !== undefined && asked !== session?.uid)) await startOver(waiting);
  };
}

/**
 * Refuses every response type but `code` as what it is. By itself the library complains about the response mode that
 * the type implies, and takes `code code` for `code` (RFC 6749 §3.1.1).
 */
function refuseOtherResponseTypes(provider: Provider, { UnsupportedResponseType }: Refusals) {
  const prototype = provider.Client.prototype as unknown as {
    responseModeAllowed(mode: string, type: unknown, profile: unknown): boolean;
  };
  const { responseModeAllowed } = prototype;
  // the first check that sees the parameters of a signed or pushed request too
  prototype.responseModeAllowed = function refused(mode, type, profile) {
    if (type !== undefined && type !== 'code') throw new UnsupportedResponseType();
    return responseModeAllowed.call(this, mode, type, profile);
  };
}

/**
 * A client is made anew only when its application has changed: what the adapter answers with is the same
 * until then. The library compares hashes of it, which takes longer than reading it.
 */
function keepClients(provider: Provider, payloadOf: Adapter['find']) {
  const { Client } = provider;
  const find = Client.find.bind(Client);
  const made = new WeakMap<AdapterPayload, Client>();
  Client.find = async (id) => {
    const payload = typeof id === 'string' && id !== '' ? await payloadOf(id) : undefined;
    if (!payload) return undefined;
    const known = made.get(payload);
    if (known) return known;
    const client = await find(id);
    if (client) made.set(payload, client);
    return client;
  };
}

type Refusals = Pick<typeof errors, 'SessionNotFound' | 'UnsupportedResponseType'>;

type Deps = SecretDeps & {
  errors: Refusals;
  sessionCookie: string;
  /** What people see while the database is away, as HTML. */
  unavailablePage(ctx: KoaContextWithOIDC): string;
  clientPayload: Adapter['find'];
  /** Answers by a form that posts itself. */
  formPost: LastLook;
};

export function changeBehaviour(
  provider: Provider,
  { sessionCookie, unavailablePage, clientPayload, formPost, secrets, visit, errors }: Deps,
) {
  keepClients(provider, clientPayload);
  noteUnavailable(provider);
  compareByHash(provider, { secrets, visit });
  narrowIdTokens(provider);
  refuseOtherResponseTypes(provider, errors);
  const firstLook = forgetOthersAnswers(provider, errors);
  const lastLooks = [
    keepCookies(sessionCookie),
    skipEmptySignOut,
    formPost,
    narrowIntrospection,
    answerUnavailable(unavailablePage),
    refusedByLimit,
  ];
  provider.use(async (koa, next) => {
    const ctx = koa as KoaContextWithOIDC;
    await firstLook(ctx);
    await next();
    for (const look of lastLooks) look(ctx);
  });
  // sessions get a fresh id when somebody signs in, which is our business, and so is how they did
  provider.Session.prototype.resetIdentifier = () => undefined;
  provider.Session.prototype.loginAccount = () => undefined;
  // it is a view: there is nothing to keep of it
  provider.Session.prototype.persist = async () => '';
}
