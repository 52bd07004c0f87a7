// A planted flaw for every check: with it the check must fail, or it proves nothing. A flaw is a violation of the
// specification, not an outage.

import type { AdapterFactory, Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Mutant } from './planted.ts';

type Query = URLSearchParams;
type Step = (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => Promise<unknown>;

const onTheWay = (step: Step): Mutant => ({
  provider: (provider) => void provider.use((ctx, next) => step(ctx as KoaContextWithOIDC, next)),
});

/** Changes the request before the provider reads it. */
const reads = (change: (query: Query) => void): Mutant =>
  onTheWay((ctx, next) => {
    const [path, text = ''] = `${ctx.req.url}`.split('?');
    const query = new URLSearchParams(text);
    change(query);
    ctx.req.url = query.size > 0 ? `${path}?${query}` : path;
    return next();
  });

const ignores = (name: string) => reads((query) => query.delete(name));
const takesFor = (name: string, value: string, instead: string) =>
  reads((query) => {
    if (query.get(name) === value) query.set(name, instead);
  });

/** Refuses a request that must be served. */
const refuses = (isRefused: (query: Query, path: string) => boolean): Mutant =>
  onTheWay((ctx, next) => {
    const [path = '', text = ''] = `${ctx.req.url}`.split('?');
    if (!isRefused(new URLSearchParams(text), path)) return next();
    ctx.status = 400;
    ctx.body = 'refused';
    return Promise.resolve();
  });

const balksAt = (name: string, value?: string) =>
  refuses((query) => (value === undefined ? query.has(name) : query.get(name) === value));

const isSignOut = (path: string) => path === '/oidc/logout';

/** Changes the responses of an endpoint before they are sent. */
const answers = (path: string, change: (body: Record<string, unknown>) => void): Mutant =>
  onTheWay(async (ctx, next) => {
    await next();
    if (ctx.path === path && ctx.body && typeof ctx.body === 'object')
      change(ctx.body as Record<string, unknown>);
  });

const describes = (change: (body: Record<string, unknown>) => void) =>
  answers('/.well-known/openid-configuration', change);

/** Does not revoke the tokens of a code that is used twice. */
const withoutRevocation =
  (sound: AdapterFactory): AdapterFactory =>
  (model) => ({ ...sound(model), revokeByGrantId: async () => undefined });

const configured = (change: (sound: Configuration) => Configuration): Mutant => ({
  configuration: change,
});

const withoutClaim = (name: string): Mutant => ({
  userinfo: (claims) => void Reflect.deleteProperty(claims, name),
});

type Methods = Record<string, (...given: unknown[]) => unknown>;
const replaced = (
  find: (provider: Provider) => unknown,
  name: string,
  method: Methods[string],
): Mutant => ({
  provider(provider) {
    (find(provider) as Methods)[name] = method;
  },
});

/** Changes the claims of an ID token before it is signed. */
const states = (change: (claims: Record<string, unknown>) => void): Mutant => ({
  provider(provider) {
    const prototype = provider.IdToken.prototype as unknown as Methods;
    const { payload } = prototype;
    prototype['payload'] = async function changed(this: unknown) {
      const claims = (await payload?.call(this)) as Record<string, unknown>;
      change(claims);
      return claims;
    };
  },
});

/** Signs with an unknown key. */
const signsBadly: Mutant = {
  provider(provider) {
    const prototype = provider.IdToken.prototype as unknown as Methods;
    const { issue } = prototype;
    prototype['issue'] = async function changed(this: unknown, ...given: unknown[]) {
      const [head, body] = `${await issue?.apply(this, given)}`.split('.');
      return `${head}.${body}.${'A'.repeat(342)}`;
    };
  },
};

const codesLastForever = replaced(
  (provider) => provider.AuthorizationCode.prototype,
  'consume',
  async () => undefined,
);
const believesAnyHint = replaced(
  (provider) => provider.IdToken,
  'validate',
  async () => undefined,
);
const believesNoHint = replaced(
  (provider) => provider.IdToken,
  'validate',
  () => Promise.reject(new Error('no hint is believed')),
);
const sendsAnywhere = replaced(
  (provider) => provider.Client.prototype,
  'postLogoutRedirectUriAllowed',
  () => true,
);

const describesUnsigned = describes((body) => {
  (body['id_token_signing_alg_values_supported'] as string[]).push('none');
});

const postLosesItsForm: Mutant = {
  wire(options) {
    const { method, url } = options as { method?: string; url?: string };
    return method === 'POST' && url === '/oidc/auth' ? { ...options, payload: '' } : options;
  },
};

/** Accepts the scopes of OpenID Connect only in their usual order. */
const knowsOneOrder = refuses(
  (query) => query.has('scope') && !`${query.get('scope')}`.startsWith('openid'),
);

const headerIsNotRead = onTheWay((ctx, next) => {
  if (ctx.path === '/oidc/userinfo' && ctx.method === 'POST') delete ctx.req.headers.authorization;
  return next();
});

const formIsNotRead = onTheWay((ctx, next) => {
  const isForm = ctx.path === '/oidc/userinfo' && ctx.headers.authorization === undefined;
  if (isForm) ctx.req.headers['content-type'] = 'text/plain';
  return next();
});

/** Does not ask the user. */
const leavesUnasked = onTheWay((ctx, next) => {
  const { post_logout_redirect_uri: to, id_token_hint: hint } = ctx.query;
  if (!isSignOut(ctx.path) || to === undefined || hint !== undefined) return next();
  ctx.redirect(`${to}`);
  return Promise.resolve();
});

/** Name of the check that must find the flaw → the flaw. */
export const mutants: Record<string, Mutant> = {
  'the description is whole and true': describes((body) =>
    Reflect.deleteProperty(body, 'jwks_uri'),
  ),
  'from the request to tokens and claims': states((claims) => {
    claims['nonce'] = 'another';
  }),
  'the secret in the form': configured((sound) => ({
    ...sound,
    clientAuthMethods: ['client_secret_basic', 'private_key_jwt', 'none'],
  })),
  'a request without a response type': reads((query) => {
    if (query.has('client_id')) query.set('response_type', 'code');
  }),
  'a request without a nonce': refuses((query) => query.has('scope') && !query.has('nonce')),
  'scopes and parameters in another order': knowsOneOrder,
  'display=page': balksAt('display', 'page'),
  'display=popup': balksAt('display', 'popup'),
  'a parameter nobody knows': balksAt('extra'),
  'a hint who it is': balksAt('login_hint'),
  'languages for claims': balksAt('claims_locales'),
  'languages for pages': ignores('ui_locales'),
  'prompt=login asks again': ignores('prompt'),
  'max_age=1 asks again after two seconds': ignores('max_age'),
  'max_age=10000 asks nobody who has just come': takesFor('max_age', '10000', '0'),
  'prompt=none of somebody signed in': takesFor('prompt', 'none', 'login'),
  'prompt=none of nobody': ignores('prompt'),
  'an ID token as a hint': believesNoHint,
  'a level that is offered': states((claims) => Reflect.deleteProperty(claims, 'acr')),
  'a request by POST': postLosesItsForm,
  'an ID token is signed by a published key': signsBadly,
  'an ID token is never unsigned': describesUnsigned,
  'claims by GET': {
    userinfo: (claims) => {
      claims['sub'] = 'somebody-else';
    },
  },
  'claims by POST, the token in a header': headerIsNotRead,
  'claims by POST, the token in the form': formIsNotRead,
  'claims of the scope profile': withoutClaim('name'),
  'claims of the scope email': withoutClaim('email'),
  'the scope address is passed over': refuses((query) => /address/.test(`${query.get('scope')}`)),
  'the scope phone is passed over': refuses((query) => /phone/.test(`${query.get('scope')}`)),
  'claims of all scopes at once': withoutClaim('email'),
  'a claim that is essential': ignores('claims'),
  'a code used twice': codesLastForever,
  'a code used twice, and the tokens of the first time': configured((sound) => ({
    ...sound,
    adapter: withoutRevocation(sound.adapter as AdapterFactory),
  })),
  'an address that is not registered': replaced(
    (provider) => provider.Client.prototype,
    'redirectUriAllowed',
    () => true,
  ),
  'a request object at an address': ignores('request_uri'),
  'an unsigned request object': ignores('request'),
  'an unsigned request object with an address of its own': ignores('request'),
  'a refresh token, and whose it is': configured((sound) => ({
    ...sound,
    issueRefreshToken: async () => false,
  })),
  'a request with PKCE': ignores('code_challenge'),
  'the description says where to sign out': describes((body) =>
    Reflect.deleteProperty(body, 'end_session_endpoint'),
  ),
  'signing out, and back with the state': ignores('state'),
  'signing out without a state': reads((query) => {
    if (query.has('post_logout_redirect_uri')) query.set('state', 'of-the-provider');
  }),
  'signing out to an address that is not registered': sendsAnywhere,
  'signing out to a registered address with a query': sendsAnywhere,
  'signing out with a hint nobody has signed': believesAnyHint,
  'signing out with a hint a stranger has signed': believesAnyHint,
  'signing out without a hint': leavesUnasked,
  'signing out with nothing': refuses((query, path) => isSignOut(path) && query.size === 0),
  'signing out without an address': refuses(
    (query, path) => isSignOut(path) && !query.has('post_logout_redirect_uri'),
  ),
  'signing out with a state alone': refuses(
    (query, path) => isSignOut(path) && !query.has('id_token_hint'),
  ),
  'the description says that clients are told': configured((sound) => ({
    ...sound,
    features: { ...sound.features, backchannelLogout: { enabled: false } },
  })),
  'the client is told behind the browser’s back': replaced(
    (provider) => provider.Client.prototype,
    'backchannelLogout',
    async () => undefined,
  ),
};
