// A small OpenID issuer behind `fetch`, without a network. It checks what an issuer must check, and issues every
// token that a test requests, valid or not.

import {
  createHash,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import type { Fetch } from '../../../src/sign-in/google/provider/bounded-fetch.ts';

export const issuer = 'https://login.example';
export const clientId = 'brama-test';
export const clientSecret = 'hush-client-secret';

const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
let keyPair: ReturnType<typeof makeKeys> | undefined;
/** Generates the keys once, because it takes long. */
function commonKeys() {
  keyPair ??= makeKeys();
  return keyPair;
}

export type Person = { sub: string; email?: string; email_verified?: unknown; hd?: string };

export type TokenOptions = {
  /** Replaces or adds claims of a valid token; `undefined` removes a claim. */
  claims?: Record<string, unknown>;
  alg?: 'RS256' | 'none' | 'HS256';
  kid?: string;
  key?: KeyObject;
};

type Given = { query: URLSearchParams; person: Person; token: TokenOptions };

const soundMetadata = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  authorization_response_iss_parameter_supported: true,
};

const base64 = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64url');

function signed(text: string, { alg = 'RS256', key = commonKeys().privateKey }: TokenOptions) {
  if (alg === 'none') return '';
  if (alg === 'HS256') return createHmac('sha256', clientSecret).update(text).digest('base64url');
  return sign('sha256', Buffer.from(text), key).toString('base64url');
}

const json = (body: unknown, status = 200) => Response.json(body, { status });

export function createTestIssuer() {
  const given = new Map<string, Given>();
  const state = {
    /** Epoch milliseconds. */
    now: () => Date.now(),
    /** Requested paths, in order. */
    asked: [] as string[],
    /** Replaces the responses of all paths or of one. */
    trouble: new Map<string, () => Promise<Response>>(),
    kid: 'first',
    metadata: { ...soundMetadata } as Record<string, unknown>,
  };

  function jwks() {
    const jwk = commonKeys().publicKey.export({ format: 'jwk' });
    return { keys: [{ ...jwk, kid: state.kid, use: 'sig', alg: 'RS256' }] };
  }

  function idToken({ query, person, token }: Given): string {
    const at = Math.floor(state.now() / 1000);
    const claims = {
      iss: issuer,
      aud: clientId,
      iat: at,
      exp: at + 3600,
      nonce: query.get('nonce'),
      ...person,
      ...token.claims,
    };
    const text = `${base64({ alg: token.alg ?? 'RS256', kid: token.kid ?? state.kid })}.${base64(claims)}`;
    return `${text}.${signed(text, token)}`;
  }

  function knowsClient(init: RequestInit, form: URLSearchParams): boolean {
    const [kind, given = ''] = (new Headers(init.headers).get('authorization') ?? '').split(' ');
    // RFC 6749 §2.3.1: both are encoded as in a form
    const basic = Buffer.from(given, 'base64').toString().split(':').map(decodeURIComponent);
    if (kind === 'Basic') return basic[0] === clientId && basic[1] === clientSecret;
    return form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
  }

  /** RFC 6749 §4.1.3, RFC 7636 §4.6; a code can be exchanged once. */
  function exchange(init: RequestInit): Response {
    const form = new URLSearchParams(`${init.body}`);
    if (!knowsClient(init, form)) return json({ error: 'invalid_client' }, 401);
    const code = form.get('code') ?? '';
    const found = given.get(code);
    given.delete(code);
    const verifier = createHash('sha256').update(`${form.get('code_verifier')}`);
    const isRight =
      found?.query.get('code_challenge') === verifier.digest('base64url') &&
      found.query.get('redirect_uri') === form.get('redirect_uri');
    if (!found || !isRight) return json({ error: 'invalid_grant' }, 400);
    return json({ access_token: 'access', token_type: 'Bearer', id_token: idToken(found) });
  }

  const fetch: Fetch = async (address, init) => {
    const { origin, pathname } = new URL(address);
    if (origin !== issuer) throw new Error(`asked ${origin}`);
    state.asked.push(pathname);
    const trouble = state.trouble.get(pathname) ?? state.trouble.get('*');
    if (trouble) return trouble();
    if (pathname === '/.well-known/openid-configuration') return json(state.metadata);
    if (pathname === '/jwks') return json(jwks());
    return pathname === '/token' ? exchange(init) : new Response(null, { status: 404 });
  };

  return Object.assign(state, {
    fetch,
    /** Restores the initial state: the issuer responds, with a valid description. */
    recover() {
      state.trouble.clear();
      state.metadata = { ...soundMetadata };
      state.asked.length = 0;
    },
    /** Chooses an account at the authorization URL. Returns the parameters of the redirect back. */
    choose(address: string, person: Person, token: TokenOptions = {}) {
      const query = new URL(address).searchParams;
      const code = `code-${randomBytes(16).toString('base64url')}`;
      given.set(code, { query, person, token });
      return { code, state: query.get('state') ?? '', iss: issuer };
    },
    strangerKey: () => makeKeys().privateKey,
  });
}
