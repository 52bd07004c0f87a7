// The sample applications that speak OpenID Connect. `/{name}` shows the signed-in user. `start` and `callback` sign in,
// `sign-out` signs out everywhere, `sign-out-elsewhere` receives back-channel logout. Sessions are in memory.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DemoApplication } from '../applications.ts';
import { languageOf } from '../pages/html.ts';
import { bodyOf } from '../pages/http.ts';
import { cookieOf, redirect, send } from './answers.ts';
import { page, type View } from './page.ts';
import { type Attempt, createRelyingParty, type SignedIn } from './relying-party.ts';

type Options = { application: DemoApplication; bramaUrl: string; ownUrl: string; secret: string };
type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;

const most = 1000;

const randomId = () => randomBytes(32).toString('base64url');

/** The oldest make room. */
function keep<Value>(all: Map<string, Value>, value: Value, id = randomId()): string {
  all.set(id, value);
  const oldest = all.keys().next().value;
  if (all.size > most && oldest) all.delete(oldest);
  return id;
}

export function createConnectedApp({ application, bramaUrl, ownUrl, secret }: Options) {
  const { name, id } = application;
  const path = `/${name}`;
  const home = `${ownUrl}${path}`;
  const party = createRelyingParty({
    issuer: bramaUrl,
    clientId: id,
    secret,
    callback: `${home}/callback`,
    home,
  });
  const sessions = new Map<string, SignedIn>();
  /** By their state: a browser may begin in several tabs. */
  const attempts = new Map<string, Attempt & { browser: string }>();
  const sessionCookie = 'sample_session';
  const browserCookie = 'sample_browser';
  const set = (cookie: string, value: string) =>
    `${cookie}=${value}; HttpOnly; SameSite=Lax; Path=${path}${value === '' ? '; Max-Age=0' : ''}`;

  function show(request: IncomingMessage, response: ServerResponse, view: View, status = 200) {
    send(response, status, page(application, view, languageOf(request)), bramaUrl);
  }

  const sessionOf = (request: IncomingMessage) => cookieOf(request, sessionCookie) ?? '';

  const showHome: Handler = (request, response) => {
    const session = sessions.get(sessionOf(request));
    const view: View = session
      ? { kind: 'connected', claims: session.claims, signOutUrl: `${path}/sign-out` }
      : { kind: 'anonymous', signInUrl: `${path}/start` };
    show(request, response, view);
  };

  const start: Handler = async (request, response) => {
    const { address, attempt } = await party.begin(languageOf(request));
    const browser = cookieOf(request, browserCookie) || randomId();
    keep(attempts, { ...attempt, browser }, attempt.state);
    response.setHeader('set-cookie', set(browserCookie, browser));
    redirect(response, address);
  };

  const finish: Handler = async (request, response, url) => {
    const state = url.searchParams.get('state') ?? '';
    const attempt = attempts.get(state);
    const refuse = (fault: string) =>
      show(request, response, { kind: 'refused', fault, signInUrl: `${path}/start` }, 403);
    if (!attempt || attempt.browser !== cookieOf(request, browserCookie)) return refuse('state');
    attempts.delete(state);
    try {
      const signedIn = await party.finish(new URL(url.pathname + url.search, ownUrl), attempt);
      response.setHeader('set-cookie', set(sessionCookie, keep(sessions, signedIn)));
      // away from the address that carries the code
      return redirect(response, path);
    } catch (error) {
      const { error: code } = error as { error?: string };
      return refuse(code ?? (error instanceof Error ? error.name : 'unknown'));
    }
  };

  const signOut: Handler = async (request, response) => {
    const session = sessions.get(sessionOf(request));
    sessions.delete(sessionOf(request));
    response.setHeader('set-cookie', set(sessionCookie, ''));
    redirect(response, session ? await party.signOutAddress(session.idToken) : path);
  };

  const hear: Handler = async (request, response) => {
    const token = new URLSearchParams(await bodyOf(request)).get('logout_token') ?? '';
    const sid = await party.signedOutElsewhere(token).catch(() => undefined);
    for (const [key, session] of sessions) if (sid && session.sid === sid) sessions.delete(key);
    response.writeHead(sid ? 200 : 400, { 'cache-control': 'no-store' }).end();
  };

  const handlers: Record<string, Handler> = {
    'GET ': showHome,
    'GET start': start,
    'GET callback': finish,
    'POST sign-out': signOut,
    'POST sign-out-elsewhere': hear,
  };

  return async function handle(request: IncomingMessage, response: ServerResponse, url: URL) {
    const [, , action = ''] = url.pathname.split('/');
    const handler = handlers[`${request.method} ${action}`];
    if (!handler) return void response.writeHead(405, { allow: 'GET' }).end();
    try {
      await handler(request, response, url);
    } catch {
      const view: View = { kind: 'refused', fault: 'unreachable', signInUrl: `${path}/start` };
      show(request, response, view, 502);
    }
  };
}
