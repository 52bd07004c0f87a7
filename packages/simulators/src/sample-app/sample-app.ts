// The sample applications as a request listener: `/{name}` shows the signed-in user, `/{name}/callback` receives the
// ticket. Applications that use OpenID Connect are in `connected.ts`, CAS in `cas-app.ts`. Sessions are in memory.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DemoApplication, demoApplications } from '../applications.ts';
import { languageOf } from '../pages/html.ts';
import { cookieOf, redirect, send } from './answers.ts';
import { resolveTicket, type Ticket } from './brama.ts';
import { CasApp } from './cas-app.ts';
import { ConnectedApp } from './connected.ts';
import { DeviceApp } from './device-app.ts';
import { page, type SignIn, type View } from './page.ts';

type Options = { bramaUrl: string; ownUrl: string; secrets: Record<string, string> };
type App = {
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
};
type TicketOptions = { application: DemoApplication; bramaUrl: string; secret: string };
type Visit = { ticket: Ticket; state: string | undefined };

const sessionCookie = 'sample_session';
const stateCookie = 'sample_state';
const mostSessions = 1000;

const sessionCookieOf = (path: string, id: string) =>
  `${sessionCookie}=${id}; HttpOnly; SameSite=Lax; Path=${path}`;

/** Prepares a sign-in, which the button starts. The `state` shows that this browser started it. */
function startSignIn(
  { application }: TicketOptions,
  request: IncomingMessage,
  response: ServerResponse,
): SignIn {
  // one state for all tabs of this browser, so that a second tab does not invalidate the first
  const state = cookieOf(request, stateCookie) || randomBytes(16).toString('base64url');
  const cookie = `${stateCookie}=${state}; HttpOnly; SameSite=Lax; Path=/${application.name}`;
  response.setHeader('set-cookie', cookie);
  return { state };
}

/** An application that resolves tickets, or a plain link. */
class TicketApp {
  readonly #options: TicketOptions;
  readonly #application: DemoApplication;
  readonly #path: string;
  readonly #visits = new Map<string, Visit>();

  constructor(options: TicketOptions) {
    this.#options = options;
    this.#application = options.application;
    this.#path = `/${options.application.name}`;
  }

  async handle(request: IncomingMessage, response: ServerResponse, url: URL) {
    const [, , action] = url.pathname.split('/');
    if (request.method === 'POST' && action === 'sign-out') return this.#signOut(request, response);
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
    if (action === 'callback') return this.#receive(url.searchParams, request, response);
    return this.#showHome(request, response);
  }

  #show(request: IncomingMessage, response: ServerResponse, view: View, status = 200) {
    const { bramaUrl } = this.#options;
    const html = page({ application: this.#application, bramaUrl }, view, languageOf(request));
    send(response, status, html, bramaUrl);
  }

  #remember(visit: Visit): string {
    const id = randomBytes(32).toString('base64url');
    this.#visits.set(id, visit);
    const oldest = this.#visits.keys().next().value;
    if (this.#visits.size > mostSessions && oldest) this.#visits.delete(oldest);
    return id;
  }

  #showHome(request: IncomingMessage, response: ServerResponse) {
    const visit = this.#visits.get(cookieOf(request, sessionCookie) ?? '');
    const view: View =
      this.#application.protocol === 'link'
        ? { kind: 'open' }
        : visit
          ? { kind: 'signed-in', ...visit, signOutUrl: `${this.#path}/sign-out` }
          : { kind: 'anonymous', signIn: startSignIn(this.#options, request, response) };
    this.#show(request, response, view);
  }

  async #receive(query: URLSearchParams, request: IncomingMessage, response: ServerResponse) {
    const refuse = (fault: string) => {
      const signIn = startSignIn(this.#options, request, response);
      this.#show(request, response, { kind: 'refused', fault, signIn }, 403);
    };
    const state = query.get('state') ?? undefined;
    // a sign-in that starts at Brama has no state; a given state must equal the cookie
    if (state !== undefined && state !== cookieOf(request, stateCookie)) return refuse('state');
    const { bramaUrl, secret } = this.#options;
    const credentials = { appId: this.#application.id, secret };
    const result = await resolveTicket(bramaUrl, credentials, query.get('ticketId') ?? '');
    if ('fault' in result) return refuse(result.fault);
    const id = this.#remember({ ticket: result.ticket, state });
    response.setHeader('set-cookie', [
      sessionCookieOf(this.#path, id),
      `${stateCookie}=; Max-Age=0; Path=${this.#path}`,
    ]);
    // redirects, so that the address no longer contains the ticket
    return redirect(response, this.#path);
  }

  #signOut(request: IncomingMessage, response: ServerResponse) {
    this.#visits.delete(cookieOf(request, sessionCookie) ?? '');
    redirect(response, this.#path);
  }
}

export function createSampleApp({ bramaUrl, ownUrl, secrets }: Options) {
  const apps = new Map<string, App>();
  for (const application of demoApplications) {
    const options = { application, bramaUrl, ownUrl, secret: secrets[application.name] ?? '' };
    const kinds = {
      ticket: TicketApp,
      link: TicketApp,
      oidc: ConnectedApp,
      cas: CasApp,
      device: DeviceApp,
    };
    apps.set(application.name, new kinds[application.protocol](options));
  }

  return async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = URL.parse(request.url ?? '/', 'http://sample');
    const [, name = ''] = url?.pathname.split('/') ?? [];
    const app = apps.get(name);
    if (url && app) return app.handle(request, response, url);
    if (url?.pathname === '/') return redirect(response, '/campus');
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404');
  };
}
