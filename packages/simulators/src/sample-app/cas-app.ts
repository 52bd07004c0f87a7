// The sample application that uses CAS. `/{name}` shows the signed-in user. `start` begins a sign-in, `entry` is the address of the
// service: it receives the ticket, and later the notification of a sign-out. Sessions are in memory.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DemoApplication } from '../applications.ts';
import { languageOf } from '../pages/html.ts';
import { bodyOf } from '../pages/http.ts';
import { cookieOf, redirect, send } from './answers.ts';
import { page, type View } from './page.ts';

type Options = { application: DemoApplication; bramaUrl: string; ownUrl: string };

/** The part of a validation response that the sample reads. */
type Validation = {
  serviceResponse?: {
    authenticationSuccess?: { user: string; attributes?: Record<string, unknown> };
    authenticationFailure?: { code: string };
  };
};

/** `ticket` is what a notification of a sign-out names. */
type SignedIn = { ticket: string; claims: Record<string, unknown> };

const most = 1000;
const sessionCookie = 'sample_session';

const sessionOf = (request: IncomingMessage) => cookieOf(request, sessionCookie) ?? '';

export class CasApp {
  readonly #application: DemoApplication;
  readonly #bramaUrl: string;
  readonly #path: string;
  readonly #home: string;
  readonly #service: string;
  readonly #sessions = new Map<string, SignedIn>();

  constructor({ application, bramaUrl, ownUrl }: Options) {
    this.#application = application;
    this.#bramaUrl = bramaUrl;
    this.#path = `/${application.name}`;
    this.#home = `${ownUrl}${this.#path}`;
    this.#service = `${this.#home}/entry`;
  }

  async handle(request: IncomingMessage, response: ServerResponse, url: URL) {
    const [, , action = ''] = url.pathname.split('/');
    switch (`${request.method} ${action}`) {
      case 'GET ':
        return this.#showHome(request, response);
      case 'GET start':
        return redirect(response, this.#at('login', this.#service));
      case 'GET entry':
        return this.#enter(request, response, url.searchParams.get('ticket'));
      case 'POST entry':
        return this.#receiveForm(request, response);
      case 'POST sign-out':
        return this.#signOut(request, response);
      default:
        return void response.writeHead(405, { allow: 'GET' }).end();
    }
  }

  #at(path: string, service: string, others: Record<string, string> = {}) {
    return `${this.#bramaUrl}/cas/${path}?${new URLSearchParams({ service, ...others })}`;
  }

  #show(request: IncomingMessage, response: ServerResponse, view: View, status = 200) {
    const html = page(
      { application: this.#application, bramaUrl: this.#bramaUrl },
      view,
      languageOf(request),
    );
    send(response, status, html, this.#bramaUrl);
  }

  #setCookie(response: ServerResponse, value: string) {
    const end = value === '' ? '; Max-Age=0' : '';
    const cookie = `${sessionCookie}=${value}; HttpOnly; SameSite=Lax; Path=${this.#path}${end}`;
    response.setHeader('set-cookie', cookie);
  }

  #showHome(request: IncomingMessage, response: ServerResponse) {
    const session = this.#sessions.get(sessionOf(request));
    const view: View = session
      ? { kind: 'connected', claims: session.claims, signOutUrl: `${this.#path}/sign-out` }
      : { kind: 'anonymous', signIn: { address: `${this.#path}/start` } };
    this.#show(request, response, view);
  }

  /** Returns the user's data, or the error code from Brama. Waits 5 seconds at most. */
  async #validate(ticket: string): Promise<{ claims: Record<string, unknown> } | string> {
    const address = this.#at('p3/serviceValidate', this.#service, { ticket, format: 'JSON' });
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(5000) });
      const { serviceResponse = {} } = (await answer.json()) as Validation;
      const { authenticationSuccess, authenticationFailure } = serviceResponse;
      if (!authenticationSuccess) return authenticationFailure?.code ?? `HTTP ${answer.status}`;
      const { user, attributes } = authenticationSuccess;
      return { claims: { user, ...attributes } };
    } catch {
      return 'unreachable';
    }
  }

  async #enter(request: IncomingMessage, response: ServerResponse, ticket: string | null) {
    if (ticket === null) return redirect(response, this.#path);
    const result = await this.#validate(ticket);
    if (typeof result === 'string') {
      const view: View = {
        kind: 'refused',
        fault: result,
        signIn: { address: `${this.#path}/start` },
      };
      return this.#show(request, response, view, result === 'unreachable' ? 502 : 403);
    }
    const id = randomBytes(32).toString('base64url');
    this.#sessions.set(id, { ticket, claims: result.claims });
    const oldest = this.#sessions.keys().next().value;
    if (this.#sessions.size > most && oldest) this.#sessions.delete(oldest);
    this.#setCookie(response, id);
    // redirects, so that the address no longer contains the ticket
    return redirect(response, this.#path);
  }

  #signOut(request: IncomingMessage, response: ServerResponse) {
    this.#sessions.delete(sessionOf(request));
    this.#setCookie(response, '');
    redirect(response, this.#at('logout', this.#home));
  }

  /** Receives a ticket (`method=POST` at the login), or the notification that a session of Brama has ended. */
  async #receiveForm(request: IncomingMessage, response: ServerResponse) {
    const form = new URLSearchParams(await bodyOf(request));
    const given = form.get('ticket');
    return given === null
      ? this.#endSession(response, form.get('logoutRequest') ?? '')
      : this.#enter(request, response, given);
  }

  #endSession(response: ServerResponse, notification: string) {
    const [, ticket] = /<samlp:SessionIndex>([^<]+)<\/samlp:SessionIndex>/.exec(notification) ?? [];
    for (const [id, session] of this.#sessions)
      if (session.ticket === ticket) this.#sessions.delete(id);
    response.writeHead(ticket === undefined ? 400 : 200, { 'cache-control': 'no-store' }).end();
  }
}
