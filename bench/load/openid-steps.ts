// Requests of a browser and of an application's server to an identity provider: the code flow with PKCE (RFC 7636),
// refreshing, and the documents. The provider is our server or the bare library.

import { createHash, randomBytes } from 'node:crypto';
import { type SsoClient, secretOf } from '../system/clients.ts';
import type { Connection } from './connection.ts';
import { browser, expectStatus, found } from './steps.ts';

/** Paths of a provider's endpoints. */
export type ProviderPaths = {
  authorization: string;
  token: string;
  userinfo: string;
  discovery: string;
  jwks: string;
  /** Added to the query of authorization requests. */
  extraQuery?: string;
};

export const ourPaths: ProviderPaths = {
  authorization: '/oidc/auth',
  token: '/oidc/token',
  userinfo: '/oidc/userinfo',
  discovery: '/.well-known/openid-configuration',
  jwks: '/oidc/jwks',
};

export const barePaths: ProviderPaths = {
  authorization: '/auth',
  token: '/token',
  userinfo: '/me',
  discovery: '/.well-known/openid-configuration',
  jwks: '/jwks',
};

/** Status of a redirect to the application: providers differ. */
const redirects = [302, 303] as const;

const random = () => randomBytes(32).toString('base64url');

export type Asked = { path: string; verifier: string };

/** Returns an authorization request as current clients send it. */
export function requestOf(paths: ProviderPaths, client: SsoClient): Asked {
  const verifier = random();
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    state: random(),
    nonce: random(),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { path: `${paths.authorization}?${query}${paths.extraQuery ?? ''}`, verifier };
}

/** Sends the authorization request in the browser of a signed-in user. Returns the code for the application. */
async function authorize(connection: Connection, path: string, cookie: string) {
  const { head } = await expectStatus(connection, redirects, {
    method: 'GET',
    path,
    headers: `${browser}sec-fetch-site: cross-site\r\ncookie: ${cookie}\r\n`,
  });
  return found(/location: *\S*[?&]code=([\w-]+)/i, head);
}

function basicOf({ id }: SsoClient): string {
  return Buffer.from(`${id}:${secretOf(id)}`).toString('base64');
}

async function askTokens(
  connection: Connection,
  paths: ProviderPaths,
  client: SsoClient,
  form: Record<string, string>,
): Promise<{ access_token: string; refresh_token?: string }> {
  const { body } = await expectStatus(connection, 200, {
    method: 'POST',
    path: paths.token,
    headers: `authorization: Basic ${basicOf(client)}\r\ncontent-type: application/x-www-form-urlencoded\r\n`,
    body: `${new URLSearchParams(form)}`,
  });
  return JSON.parse(body);
}

/** Authorizes and exchanges the code. */
export async function logIn(
  connection: Connection,
  paths: ProviderPaths,
  client: SsoClient,
  cookie: string,
) {
  const { path, verifier } = requestOf(paths, client);
  const code = await authorize(connection, path, cookie);
  return askTokens(connection, paths, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
  });
}

/** Makes all steps of single sign-on: authorization, tokens, userinfo. */
export async function hop(
  connection: Connection,
  paths: ProviderPaths,
  client: SsoClient,
  cookie: string,
) {
  const { access_token } = await logIn(connection, paths, client, cookie);
  return expectStatus(connection, 200, {
    method: 'GET',
    path: paths.userinfo,
    headers: `authorization: Bearer ${access_token}\r\n`,
  });
}

/** Returns the refresh token that replaces `token`, or `token` itself if the provider does not rotate it. */
export async function refresh(
  connection: Connection,
  paths: ProviderPaths,
  client: SsoClient,
  token: string,
): Promise<string> {
  const form = { grant_type: 'refresh_token', refresh_token: token };
  return (await askTokens(connection, paths, client, form)).refresh_token ?? token;
}

export function readDocument(connection: Connection, path: string) {
  return expectStatus(connection, 200, {
    method: 'GET',
    path,
    headers: 'accept: application/json\r\n',
  });
}
