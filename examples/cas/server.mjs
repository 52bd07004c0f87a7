// A site that signs users in with CAS, in plain Node: no package to install.
//   BRAMA_URL=https://id.campus.example node server.mjs
// In Brama its entry is `{ type: cas, services: [<SITE_URL>/], attributes: { displayName: fullName, mail: email } }`.

import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { BRAMA_URL, HOST = 'localhost', PORT = '4000' } = process.env;
const { SITE_URL = `http://${HOST}:${PORT}` } = process.env;
if (!BRAMA_URL) throw new Error('BRAMA_URL is needed');

/** Cookie → session. A real site keeps this in its database. */
const sessions = new Map();
const sessionSeconds = 8 * 3600;
const secure = SITE_URL.startsWith('https:') ? '; Secure' : '';

const escapeHtml = (one) => `${one}`.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function cookieOf(request, name) {
  const pairs = (request.headers.cookie ?? '').split(/; */);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

const cookie = (name, value, seconds) =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;

const policy = `default-src 'none'; form-action 'self' ${new URL(BRAMA_URL).origin}`;

function answer(response, status, body, headers = {}) {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // the address may contain a ticket: send it to no other site
    'referrer-policy': 'no-referrer',
    'content-security-policy': `${policy}; frame-ancestors 'none'; base-uri 'none'`,
    ...headers,
  });
  response.end(`<!doctype html><meta charset="utf-8"><title>Example</title>${body}`);
}

const redirect = (response, location, cookies = []) =>
  answer(response, 303, '', { location, 'set-cookie': cookies });

const atBrama = (path, query) => `${new URL(path, BRAMA_URL)}?${new URLSearchParams(query)}`;

/** Where Brama returns the user. Only this browser knows its state: no site can sign it in as another user. */
const serviceOf = (state) => `${SITE_URL}/login?${new URLSearchParams({ state })}`;

function startSignIn(response) {
  const state = randomBytes(16).toString('base64url');
  const address = atBrama('/cas/login', { service: serviceOf(state) });
  redirect(response, address, [cookie(`state-${state}`, 1, 3600)]);
}

/** Returns the user to whom Brama gave the ticket; undefined if it refuses the ticket. A ticket is for one attempt. */
async function validate(service, ticket) {
  const address = atBrama('/cas/p3/serviceValidate', { service, ticket, format: 'JSON' });
  const validated = await fetch(address, { signal: AbortSignal.timeout(5000) });
  if (!validated.ok) throw new Error(`status ${validated.status}`);
  return (await validated.json()).serviceResponse.authenticationSuccess;
}

async function signIn(request, response, query) {
  const [ticket, state] = [query.get('ticket'), query.get('state')];
  // the list of applications in Brama leads here too
  if (!ticket) return startSignIn(response);
  const isOwn = cookieOf(request, `state-${state}`) === '1';
  const success = isOwn ? await validate(serviceOf(state), ticket) : undefined;
  if (!success) return answer(response, 400, '<h1>Refused</h1><a href="/">Once more</a>');
  const { user, attributes = {} } = success;
  const id = randomBytes(32).toString('base64url');
  sessions.set(id, { user, attributes, ticket, until: Date.now() + sessionSeconds * 1000 });
  const cookies = [cookie(`state-${state}`, '', 0), cookie('session', id, sessionSeconds)];
  return redirect(response, '/', cookies);
}

/** Single logout: Brama sends the ticket of the session to the address of the service. */
async function endSession(request, response) {
  if (!(Number(request.headers['content-length']) <= 4096)) return answer(response, 413, '');
  const notification = new URLSearchParams(await text(request)).get('logoutRequest') ?? '';
  const [, ticket] = /<samlp:SessionIndex>([A-Za-z0-9-]{1,64})</.exec(notification) ?? [];
  for (const [id, session] of sessions) if (session.ticket === ticket) sessions.delete(id);
  return answer(response, 200, '');
}

function signOut(response, id) {
  sessions.delete(id);
  const address = atBrama('/cas/logout', { service: `${SITE_URL}/signed-out` });
  redirect(response, address, [cookie('session', '', 0)]);
}

function showUser(response, { user, attributes: { displayName = user, mail = '' } }) {
  const [name, facts] = [displayName, `${user} ${mail}`].map(escapeHtml);
  const button = '<form method="post" action="/sign-out"><button>Sign out</button></form>';
  answer(response, 200, `<h1>${name}</h1><p>${facts}</p>${button}`);
}

async function serve(request, response) {
  const { pathname, searchParams } = new URL(request.url ?? '/', SITE_URL);
  const id = cookieOf(request, 'session');
  const session = sessions.get(id);
  const route = `${request.method} ${pathname}`;
  if (route === 'GET /login') return signIn(request, response, searchParams);
  if (route === 'POST /login') return endSession(request, response);
  if (route === 'POST /sign-out') return signOut(response, id);
  if (route === 'GET /signed-out')
    return answer(response, 200, '<h1>You have signed out</h1><a href="/">Sign in</a>');
  if (route !== 'GET /') return answer(response, 404, '<h1>Not here</h1>');
  if (session && session.until > Date.now()) return showUser(response, session);
  return startSignIn(response);
}

createServer((request, response) => {
  serve(request, response).catch((error) => {
    // no ticket and no address in the log
    console.error('failed:', error.name);
    answer(response, 503, '<h1>Brama does not answer</h1><a href="/">Try again</a>');
  });
}).listen(Number(PORT), HOST, () => console.log(`ready at ${SITE_URL}`));
