// The server of a React site with a sign-in button, in plain Node: it serves what
// `npm run build` has made.
//   BRAMA_URL=https://id.campus.example APP_ID=… APP_SECRET=… npm start
// In Brama its entry is `{ type: ticket, redirectUrl: <SITE_URL>/back, secret: … }`.

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const { BRAMA_URL, APP_ID, APP_SECRET, PORT = '4000' } = process.env;
const { SITE_URL = `http://localhost:${PORT}` } = process.env;
if (!BRAMA_URL || !APP_ID || !APP_SECRET) {
  console.error('BRAMA_URL, APP_ID and APP_SECRET are needed');
  process.exit(2);
}
const bramaOrigin = new URL(BRAMA_URL).origin;

/** Who is signed in, by the secret in the cookie. A real site keeps this in its database. */
const sessions = new Map();
const sessionSeconds = 8 * 3600;
const secure = SITE_URL.startsWith('https:') ? '; Secure' : '';

const types = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const dist = join(import.meta.dirname, 'dist');
const index = readFileSync(join(dist, 'index.html'));
// all of them at start: no address can lead out of the folder
const assets = new Map(
  readdirSync(join(dist, 'assets')).map((name) => [
    `/assets/${name}`,
    { type: types[extname(name)], body: readFileSync(join(dist, 'assets', name)) },
  ]),
);

function cookieOf(request, name) {
  const pairs = (request.headers.cookie ?? '').split(/; */);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

const cookie = (name, value, seconds) =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;

/** The script of the button is let in beside our own, and nothing else. */
const policy = [
  "default-src 'none'",
  `script-src 'self' ${bramaOrigin}`,
  "connect-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** The one page, of which React draws the rest; or one that holds all it says. */
function page(response, { status = 200, cookies = [], body = index } = {}) {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // the address contains the response of Brama: send it to no other site
    'referrer-policy': 'no-referrer',
    'content-security-policy': policy,
    'set-cookie': cookies,
  });
  response.end(body);
}

/** Leads to the very address it stands at: its ticket is good for some minutes. */
const silent = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Example</title>
<h1>Brama does not answer</h1><p>Please wait a little. <a href="">Try again</a></p></html>`;

function redirect(response, location, cookies = []) {
  response.writeHead(303, { location, 'cache-control': 'no-store', 'set-cookie': cookies });
  response.end();
}

function json(response, body, cookies = []) {
  response.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'set-cookie': cookies,
  });
  response.end(JSON.stringify(body));
}

/**
 * The `state` is known to this browser only, so no other site can sign it in as another user.
 * Each has its own cookie, so that several tabs do not overwrite it.
 */
function newSignIn() {
  const state = randomBytes(16).toString('base64url');
  return { state, cookies: [cookie(`state-${state}`, 1, 3600)] };
}

/** Who is here; or what the button needs. */
function tellSession(response, session) {
  if (session) {
    // the tax number and all the rest stay on the server
    const { NAME: name, STUDENT_ID: studentId, EMPLOYEE_ID: employeeId } = session.user;
    const user = { name, studentId, employeeId, method: session.user.AUTH_METHOD };
    return json(response, { user });
  }
  const { state, cookies } = newSignIn();
  return json(response, { signIn: { baseUrl: bramaOrigin, appId: APP_ID, state } }, cookies);
}

const askAbout = (ticketId) =>
  fetch(new URL('/api/ticket', BRAMA_URL), {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${APP_ID}:${APP_SECRET}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ticketId }),
    signal: AbortSignal.timeout(5000),
  });

const mostTries = 3;
/** A user waits at most this long for a page. */
const longestPauseSeconds = 5;

/** Who has come with this ticket; nothing where it is not good. Throws where Brama is silent. */
async function resolveTicket(ticketId) {
  let pause = 0;
  for (let tries = 0; tries < mostTries && pause <= longestPauseSeconds; tries += 1) {
    await setTimeout(pause * 1000);
    const answer = await askAbout(ticketId).catch(() => undefined);
    if (answer?.ok) return (await answer.json()).data;
    // refused: asking again would not help
    if (answer && answer.status !== 429 && answer.status < 500) return undefined;
    pause = Number(answer?.headers.get('retry-after') ?? 1);
  }
  throw new Error('no answer');
}

async function comeBack(request, response, query) {
  const [ticketId, state] = [query.get('ticketId'), query.get('state')];
  if (!state) {
    // the list of apps in Brama, or any site, may start this: accept only a sign-in that began here
    const begun = newSignIn();
    const query = new URLSearchParams({ appId: APP_ID, state: begun.state });
    return redirect(response, `${bramaOrigin}/?${query}`, begun.cookies);
  }
  const isOwn = Boolean(ticketId) && cookieOf(request, `state-${state}`) === '1';
  if (!isOwn) return page(response, { status: 400 });
  const user = await resolveTicket(ticketId);
  // it counts once; without an answer it is kept for the next try
  const forget = cookie(`state-${state}`, '', 0);
  if (!user) return page(response, { status: 400, cookies: [forget] });
  const id = randomBytes(32).toString('base64url');
  sessions.set(id, { user, until: Date.now() + sessionSeconds * 1000 });
  return redirect(response, '/', [forget, cookie('session', id, sessionSeconds)]);
}

function sessionOf(request) {
  const session = sessions.get(cookieOf(request, 'session'));
  return session && session.until > Date.now() ? session : undefined;
}

async function serve(request, response) {
  const { pathname, searchParams } = new URL(request.url ?? '/', SITE_URL);
  if (request.method === 'POST' && pathname === '/sign-out') {
    sessions.delete(cookieOf(request, 'session'));
    return redirect(response, '/', [cookie('session', '', 0)]);
  }
  if (pathname === '/api/session') return tellSession(response, sessionOf(request));
  if (pathname === '/back') return comeBack(request, response, searchParams);
  const asset = assets.get(pathname);
  if (!asset) return page(response, { status: pathname === '/' ? 200 : 404 });
  // their names change with what they hold
  const cache = 'public, max-age=31536000, immutable';
  response.writeHead(200, { 'content-type': asset.type, 'cache-control': cache });
  return response.end(asset.body);
}

createServer((request, response) => {
  serve(request, response).catch((error) => {
    // no ticket and no address in the log
    console.error('failed:', error.name);
    page(response, { status: 503, body: silent });
  });
}).listen(Number(PORT), 'localhost', () => console.log(`ready at ${SITE_URL}`));
