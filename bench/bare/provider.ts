// oidc-provider alone, started as its documentation says, for comparison with our identity provider. Arguments: the
// SQLite file of its records, the port.

import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { argon2, argon2Parameters } from '../machine/argon2.ts';
import { secretOf, ssoClients } from '../system/clients.ts';
import { password, usernameOf } from '../system/people.ts';
import { type Configuration, type Context, Provider } from './library.ts';
import { openSqliteAdapter } from './sqlite-adapter.ts';

const [file = '', port = '0'] = process.argv.slice(2);
const passwordHash = await argon2.hash(password, argon2Parameters);
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Creates one grant for a session and an application, on first use. */
async function loadExistingGrant(ctx: Context) {
  const { client, session, provider } = ctx.oidc;
  if (!client || !session) return undefined;
  const known = session.grantIdFor(client.clientId);
  if (known) return provider.Grant.find(known);
  const grant = new provider.Grant({
    clientId: client.clientId,
    accountId: session.accountId as string,
  });
  grant.addOIDCScope('openid profile email');
  await grant.save();
  return grant;
}

const configuration: Configuration = {
  adapter: openSqliteAdapter(file),
  clients: ssoClients.map(({ id, redirectUri, grants }) => ({
    client_id: id,
    client_secret: secretOf(id),
    redirect_uris: [redirectUri],
    grant_types: [...grants],
    id_token_signed_response_alg: 'ES256',
  })),
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
  cookies: { keys: ['benchmark'] },
  claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  findAccount: (_ctx, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: usernameOf(0), email: `${id}@campus.example` }),
  }),
  loadExistingGrant,
  // as in our server
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
};

const provider = new Provider(`http://localhost:${port}`, configuration);
const handle = provider.callback();

async function signIn(request: IncomingMessage, response: ServerResponse) {
  const form = new URLSearchParams(await text(request));
  const isRight = await argon2.verify(passwordHash, form.get('password') ?? '');
  if (!isRight) {
    response.writeHead(401, { 'content-length': 0 }).end();
    return;
  }
  const login = { accountId: form.get('username') ?? '' };
  await provider.interactionFinished(request, response, { login });
}

createServer((request, response) => {
  const { method, url = '' } = request;
  if (url === '/readyz') response.writeHead(200, { 'content-length': 0 }).end();
  else if (method === 'POST' && url.startsWith('/interaction/')) void signIn(request, response);
  else void handle(request, response);
}).listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => process.exit());
