// The sample applications that use OpenID Connect. `/{name}` shows the signed-in user. `start` and `callback` sign in,
// `sign-out` signs out everywhere, `sign-out-elsewhere` receives back-channel logout. Sessions are in memory.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DemoApplication } from '../applications.ts';
import { languageOf } from '../pages/html.ts';
import { bodyOf } from '../pages/http.ts';
import { cookieOf, redirect, send } from './answers.ts';
import { page, type View } from './page.ts';
import {
  type Attempt,
  createRelyingParty,
  type RelyingParty,
  type SignedIn,
} from './relying-party.ts';

type Options = { application: DemoApplication; bramaUrl: string; ownUrl: string; secret: string };

const most = 1000;

const randomId = () => randomBytes(32).toString('base64url');

/** Stores a value and returns its id. Deletes the oldest value if there are too many. */
function keep<Value>(all: Map<string, Value>, value: Value, id = randomId()): string {
  all.set(id, value);
  const oldest = all.keys().next().value;
  if (all.size > most && oldest) all.delete(oldest);
  return id;
}

const sessionCookie = 'sample_session';
const browserCookie = 'sample_browser';

const sessionOf = (request: IncomingMessage) => cookieOf(request, sessionCookie) ?? '';

export class ConnectedApp {
  readonly #application: DemoApplication;
  readonly #bramaUrl: string;
  readonly #ownUrl: string;
  readonly #path: string;
  readonly #party: RelyingParty;
  readonly #sessions = new Map<string, SignedIn>();
  /** Attempts by their `state`, because a browser may start several in different tabs. */
  readonly #attempts = new Map<string, Attempt & { browser: string }>();

  constructor({ application, bramaUrl, ownUrl, secret }: Options) {
    this.#application = application;
    this.#bramaUrl = bramaUrl;
    this.#ownUrl = ownUrl;
    this.#path = `/${application.name}`;
    const home = `${ownUrl}${this.#path}`;
    this.#party = createRelyingParty({
      issuer: bramaUrl,
      clientId: application.id,
      secret,
      callback: `${home}/callback`,
      home,
    });
  }

  async handle(request: IncomingMessage, response: ServerResponse, url: URL) {
    const [, , action = ''] = url.pathname.split('/');
    try {
      await this.#handle(`${request.method} ${action}`, request, response, url);
    } catch {
      this.#refuse(request, response, 'unreachable', 502);
    }
  }

  async #handle(action: string, request: IncomingMessage, response: ServerResponse, url: URL) {
    switch (action) {
      case 'GET ':
        return this.#showHome(request, response);
      case 'GET start':
        return this.#start(request, response);
      case 'GET callback':
        return this.#finish(request, response, url);
      case 'POST sign-out':
        return this.#signOut(request, response);
      case 'POST sign-out-elsewhere':
        return this.#endSession(request, response);
      default:
        return void response.writeHead(405, { allow: 'GET' }).end();
    }
  }

  #show(request: IncomingMessage, response: ServerResponse, view: View, status = 200) {
    const html = page(
      { application: this.#application, bramaUrl: this.#bramaUrl },
      view,
      languageOf(request),
    );
    send(response, status, html, this.#bramaUrl);
  }

  #refuse(request: IncomingMessage, response: ServerResponse, fault: string, status: number) {
    const view: View = { kind: 'refused', fault, signIn: { address: `${this.#path}/start` } };
    this.#show(request, response, view, status);
  }

  #setCookie(response: ServerResponse, name: string, value: string) {
    const end = value === '' ? '; Max-Age=0' : '';
    const cookie = `${name}=${value}; HttpOnly; SameSite=Lax; Path=${this.#path}${end}`;
    response.setHeader('set-cookie', cookie);
  }

  #showHome(request: IncomingMessage, response: ServerResponse) {
    const session = this.#sessions.get(sessionOf(request));
    const view: View = session
      ? { kind: 'connected', claims: session.claims, signOutUrl: `${this.#path}/sign-out` }
      : { kind: 'anonymous', signIn: { address: `${this.#path}/start` } };
    this.#show(request, response, view);
  }

  async #start(request: IncomingMessage, response: ServerResponse) {
    const { address, attempt } = await this.#party.begin(languageOf(request));
    const browser = cookieOf(request, browserCookie) || randomId();
    keep(this.#attempts, { ...attempt, browser }, attempt.state);
    this.#setCookie(response, browserCookie, browser);
    redirect(response, address);
  }

  async #finish(request: IncomingMessage, response: ServerResponse, url: URL) {
    const state = url.searchParams.get('state') ?? '';
    const attempt = this.#attempts.get(state);
    if (!attempt || attempt.browser !== cookieOf(request, browserCookie))
      return this.#refuse(request, response, 'state', 403);
    this.#attempts.delete(state);
    try {
      const address = new URL(url.pathname + url.search, this.#ownUrl);
      const signedIn = await this.#party.finish(address, attempt);
      this.#setCookie(response, sessionCookie, keep(this.#sessions, signedIn));
      // redirects, so that the address no longer contains the code
      return redirect(response, this.#path);
    } catch (error) {
      const { error: code } = error as { error?: string };
      const fault = code ?? (error instanceof Error ? error.name : 'unknown');
      return this.#refuse(request, response, fault, 403);
    }
  }

  async #signOut(request: IncomingMessage, response: ServerResponse) {
    const session = this.#sessions.get(sessionOf(request));
    this.#sessions.delete(sessionOf(request));
    this.#setCookie(response, sessionCookie, '');
    redirect(response, session ? await this.#party.signOutAddress(session.idToken) : this.#path);
  }

  /** Receives a back-channel logout. */
  async #endSession(request: IncomingMessage, response: ServerResponse) {
    const token = new URLSearchParams(await bodyOf(request)).get('logout_token') ?? '';
    const sid = await this.#party.signedOutElsewhere(token).catch(() => undefined);
    for (const [key, session] of this.#sessions)
      if (sid && session.sid === sid) this.#sessions.delete(key);
    response.writeHead(sid ? 200 : 400, { 'cache-control': 'no-store' }).end();
  }
}
