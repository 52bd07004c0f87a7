// The sample applications as a request listener: `/{name}` shows the signed-in user, `/{name}/callback` receives the
// ticket. Those that speak OpenID Connect are in `connected.ts`. Sessions are in memory.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DemoApplication, demoApplications } from '../applications.ts';
import { languageOf } from '../pages/html.ts';
import { cookieOf, redirect, send } from './answers.ts';
import { resolveTicket, type Ticket } from './brama.ts';
import { createConnectedApp } from './connected.ts';
import { createDeviceApp } from './device-app.ts';
import { page, type View } from './page.ts';

type Options = { bramaUrl: string; ownUrl: string; secrets: Record<string, string> };
type Handle = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;
type Visit = { ticket: Ticket; state: string | undefined };

const sessionCookie = 'sample_session';
const stateCookie = 'sample_state';
const mostSessions = 1000;

export function createSampleApp({ bramaUrl, ownUrl, secrets }: Options) {
  const connected = new Map<string, Handle>(
    demoApplications
      .filter(({ protocol }) => protocol === 'oidc')
      .map((application) => {
        const secret = secrets[application.name] ?? '';
        return [application.name, createConnectedApp({ application, bramaUrl, ownUrl, secret })];
      }),
  );
  for (const application of demoApplications)
    if (application.protocol === 'device')
      connected.set(application.name, createDeviceApp({ application, bramaUrl }));
  const visits = new Map<string, Visit>();

  function remember(application: DemoApplication, visit: Visit): string {
    const id = randomBytes(32).toString('base64url');
    visits.set(`${application.name} ${id}`, visit);
    const oldest = visits.keys().next().value;
    if (visits.size > mostSessions && oldest) visits.delete(oldest);
    return id;
  }

  /** Redirects to the sign-in; the returned `state` shows that this browser started it. */
  function startSignIn(
    application: DemoApplication,
    request: IncomingMessage,
    response: ServerResponse,
  ): string {
    // one for all tabs of this browser: a second tab must not spoil the first
    const state = cookieOf(request, stateCookie) || randomBytes(16).toString('base64url');
    const path = `/${application.name}`;
    response.setHeader(
      'set-cookie',
      `${stateCookie}=${state}; HttpOnly; SameSite=Lax; Path=${path}`,
    );
    return `${bramaUrl}/?appId=${application.id}&state=${state}`;
  }

  function showHome(
    application: DemoApplication,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const visit = visits.get(`${application.name} ${cookieOf(request, sessionCookie)}`);
    const view: View =
      application.protocol === 'link'
        ? { kind: 'open' }
        : visit
          ? { kind: 'signed-in', ...visit, signOutUrl: `/${application.name}/sign-out` }
          : { kind: 'anonymous', signInUrl: startSignIn(application, request, response) };
    send(response, 200, page(application, view, languageOf(request)));
  }

  async function receive(
    application: DemoApplication,
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const refuse = (fault: string) => {
      const view: View = {
        kind: 'refused',
        fault,
        signInUrl: startSignIn(application, request, response),
      };
      send(response, 403, page(application, view, languageOf(request)));
    };
    const state = query.get('state') ?? undefined;
    // a visit begun at the portal has no state; one that claims ours must match it
    if (state !== undefined && state !== cookieOf(request, stateCookie)) return refuse('state');
    const credentials = { appId: application.id, secret: secrets[application.name] ?? '' };
    const result = await resolveTicket(bramaUrl, credentials, query.get('ticketId') ?? '');
    if ('fault' in result) return refuse(result.fault);
    const id = remember(application, { ticket: result.ticket, state });
    const path = `/${application.name}`;
    response.setHeader('set-cookie', [
      `${sessionCookie}=${id}; HttpOnly; SameSite=Lax; Path=${path}`,
      `${stateCookie}=; Max-Age=0; Path=${path}`,
    ]);
    // away from the address that carries the ticket
    return redirect(response, path);
  }

  function signOut(
    application: DemoApplication,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    visits.delete(`${application.name} ${cookieOf(request, sessionCookie)}`);
    redirect(response, `/${application.name}`);
  }

  function answer(
    application: DemoApplication,
    action: string | undefined,
    query: URLSearchParams,
  ) {
    return (request: IncomingMessage, response: ServerResponse) => {
      if (request.method === 'POST' && action === 'sign-out')
        return signOut(application, request, response);
      if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
      if (action === 'callback') return receive(application, query, request, response);
      return showHome(application, request, response);
    };
  }

  return async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = URL.parse(request.url ?? '/', 'http://sample');
    const [, name = '', action] = url?.pathname.split('/') ?? [];
    const speaksStandard = connected.get(name);
    if (url && speaksStandard) return speaksStandard(request, response, url);
    const application = demoApplications.find((one) => one.name === name);
    if (url && application) return answer(application, action, url.searchParams)(request, response);
    if (url?.pathname === '/') return redirect(response, '/campus');
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404');
  };
}
