// A site with a sign-in button, in plain Node: no package to install.
//   BRAMA_URL=https://id.campus.example APP_ID=… APP_SECRET=… node server.mjs
// In Brama its entry is `{ type: ticket, redirectUrl: <SITE_URL>/back, secret: … }`.

import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';

const { BRAMA_URL, APP_ID, APP_SECRET, PORT = '4000' } = process.env;
const { SITE_URL = `http://localhost:${PORT}` } = process.env;
if (!BRAMA_URL || !APP_ID || !APP_SECRET) {
  console.error('BRAMA_URL, APP_ID and APP_SECRET are needed');
  process.exit(2);
}

/** Who is signed in, by the secret in the cookie. A real site keeps this in its database. */
const sessions = new Map();
const sessionSeconds = 8 * 3600;
const secure = SITE_URL.startsWith('https:') ? '; Secure' : '';

const escapeHtml = (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

function cookieOf(request, name) {
  const pairs = (request.headers.cookie ?? '').split(/; */);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

const cookie = (name, value, seconds) =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;

/** The script of the button is let in, and nothing else. */
const policy = [
  "default-src 'none'",
  `script-src ${new URL(BRAMA_URL).origin}`,
  // the empty icon
  'img-src data:',
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const head = '<meta charset="utf-8"><title>Example</title><link rel="icon" href="data:,">';

function page(response, body, { status = 200, cookies = [] } = {}) {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // the address contains the response of Brama: send it to no other site
    'referrer-policy': 'no-referrer',
    'content-security-policy': policy,
    'set-cookie': cookies,
  });
  response.end(
    `<!doctype html><html lang="en"><head>${head}</head><body><main>${body}</main></body></html>`,
  );
}

function redirect(response, location, cookies = []) {
  response.writeHead(303, { location, 'cache-control': 'no-store', 'set-cookie': cookies });
  response.end();
}

/**
 * The `state` is known to this browser only, so no other site can sign it in as another user.
 * Each has its own cookie, so that several tabs do not overwrite it.
 */
function newSignIn() {
  const state = randomBytes(16).toString('base64url');
  const address = new URL('/', BRAMA_URL);
  address.search = `${new URLSearchParams({ appId: APP_ID, state })}`;
  return { state, address: address.href, cookies: [cookie(`state-${state}`, 1, 3600)] };
}

function showButton(response) {
  const { state, address, cookies } = newSignIn();
  const id = escapeHtml(APP_ID);
  const script = new URL('/kpi-id-signin.js', BRAMA_URL);
  const body = `<h1>Nobody is signed in</h1>
<div id="kpi_id_signin" data-app-id="${id}" data-locale="en" data-state="${state}">
  <a href="${escapeHtml(address)}">Sign in with Brama</a>
</div>
<script async src="${escapeHtml(script.href)}"></script>`;
  page(response, body, { cookies });
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
    const { address, cookies } = newSignIn();
    return redirect(response, address, cookies);
  }
  const failed = '<h1>That did not work</h1><p><a href="/">Once more</a></p>';
  const isOwn = Boolean(ticketId) && cookieOf(request, `state-${state}`) === '1';
  if (!isOwn) return page(response, failed, { status: 400 });
  const user = await resolveTicket(ticketId);
  // it counts once; without an answer it is kept for the next try
  const forget = cookie(`state-${state}`, '', 0);
  if (!user) return page(response, failed, { status: 400, cookies: [forget] });
  const id = randomBytes(32).toString('base64url');
  sessions.set(id, { user, until: Date.now() + sessionSeconds * 1000 });
  return redirect(response, '/', [forget, cookie('session', id, sessionSeconds)]);
}

function showUser(response, { NAME, STUDENT_ID, EMPLOYEE_ID, AUTH_METHOD }) {
  const student = STUDENT_ID && `Student ${STUDENT_ID}, `;
  const employee = EMPLOYEE_ID && `Employee ${EMPLOYEE_ID}, `;
  const facts = `${student}${employee}signed in by ${AUTH_METHOD}`;
  const out = '<form method="post" action="/sign-out"><button>Sign out here</button></form>';
  page(response, `<h1>${escapeHtml(NAME)}</h1><p>${escapeHtml(facts)}</p>${out}`);
}

async function serve(request, response) {
  const { pathname, searchParams } = new URL(request.url ?? '/', SITE_URL);
  const id = cookieOf(request, 'session');
  const session = sessions.get(id);
  if (request.method === 'POST' && pathname === '/sign-out') {
    sessions.delete(id);
    return redirect(response, '/', [cookie('session', '', 0)]);
  }
  if (pathname === '/back') return comeBack(request, response, searchParams);
  if (pathname !== '/') return page(response, '<h1>Not here</h1>', { status: 404 });
  if (session && session.until > Date.now()) return showUser(response, session.user);
  return showButton(response);
}

createServer((request, response) => {
  serve(request, response).catch((error) => {
    // no ticket and no address in the log
    console.error('failed:', error.name);
    // to this very address: its ticket is good for some minutes
    const again = '<p>Please wait a little. <a href="">Try again</a></p>';
    page(response, `<h1>Brama does not answer</h1>${again}`, { status: 503 });
  });
}).listen(Number(PORT), 'localhost', () => console.log(`ready at ${SITE_URL}`));
