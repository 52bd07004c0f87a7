// The simulator of Diia as a request listener: the partner API below /api, the simulated phone below /acquirers, and a
// home page.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf, chosenLanguage, sendPage } from '../pages/http.ts';
import { contentSecurityPolicy } from '../pages/page-frame.ts';
import { type Action, actions, createActions, type Waits } from './actions.ts';
import { tellPartner } from './callback.ts';
import { holders } from './cast.ts';
import type { Issuer } from './certificate.ts';
import { createLinks, type Link } from './links.ts';
import { homePage, overPage, phonePage, resultPage } from './page.ts';
import { type Credentials, type Fault, faults, PartnerApi, type Preset } from './partner-api.ts';

export type SimulatorOptions = Credentials &
  Preset &
  Waits & {
    /** The simulator's own origin, for links. */
    origin: string;
    /** The partner's registered address, which receives signatures. */
    callbackUrl: string;
    authority: Issuer;
  };

const policy = contentSecurityPolicy();

function sendJson(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

function jsonIn(body: string): Record<string, unknown> {
  try {
    const value = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Actions after which the link cannot be used again. After the others, the user can still confirm. */
const finalActions: readonly Action[] = ['confirm', 'twice', 'slow', 'late', 'decline'];

export function createDiiaSimulator(options: SimulatorOptions) {
  const links = createLinks();
  const api = new PartnerApi({ ...options, links });
  const deedOf = createActions(options.authority, options);
  const timers = new Set<NodeJS.Timeout>();

  async function sendApi(url: URL, request: IncomingMessage, response: ServerResponse) {
    const body = jsonIn(await bodyOf(request));
    const { authorization } = request.headers;
    const { method = 'GET' } = request;
    const reply = api.respond({ method, path: url.pathname, authorization, body });
    if (reply !== 'silence') sendJson(response, reply.status, reply.body);
  }

  /** Carries out the user's action and describes its result. */
  async function act(link: Link, form: URLSearchParams) {
    const action = actions.find((one) => one === form.get('action')) ?? 'confirm';
    const holder = holders.find(({ id }) => id === form.get('holder')) ?? holders[0];
    const other = links.newest(2).find((one) => one !== link);
    const deed = holder && deedOf(action, holder, link.requestId, other?.requestId);
    link.closed = finalActions.includes(action);
    if (!deed) return { declined: true } as const;
    const tell = () => tellPartner(options.callbackUrl, link.requestId, deed);
    if (deed.waitSeconds === 0) return { results: await tell() };
    const timer = setTimeout(() => {
      timers.delete(timer);
      void tell();
    }, deed.waitSeconds * 1000);
    timers.add(timer);
    return { waitSeconds: deed.waitSeconds };
  }

  async function sendPhonePage(url: URL, request: IncomingMessage, response: ServerResponse) {
    const language = chosenLanguage(url, request);
    const path = url.pathname;
    const link = links.find(path.split('/').at(-1) ?? '');
    if (!link || !links.isOpen(link))
      return sendPage(response, 410, overPage(path, language), policy);
    if (request.method !== 'POST')
      return sendPage(response, 200, phonePage(link, path, language), policy);
    const outcome = await act(link, new URLSearchParams(await bodyOf(request)));
    const isOpen = links.isOpen(link);
    return sendPage(response, 200, resultPage({ link, path, outcome, isOpen }, language), policy);
  }

  async function sendHomePage(url: URL, request: IncomingMessage, response: ServerResponse) {
    const language = chosenLanguage(url, request);
    if (request.method === 'POST') {
      const wanted = new URLSearchParams(await bodyOf(request)).get('fault');
      api.fault = faults.find((one): one is Fault => one === wanted) ?? 'none';
    }
    const open = links.newest(10).filter(links.isOpen);
    const requests = open.map(({ id, createdAt }) => ({
      href: `/acquirers/newest/${id}?lang=${language}`,
      at: new Date(createdAt).toLocaleTimeString(language === 'uk' ? 'uk-UA' : 'en-GB'),
    }));
    sendPage(response, 200, homePage({ requests, fault: api.fault }, language), policy);
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const url = URL.parse(request.url ?? '/', options.origin);
    if (url?.pathname.startsWith('/api/')) return sendApi(url, request, response);
    if (url?.pathname.startsWith('/acquirers/')) return sendPhonePage(url, request, response);
    if (url?.pathname === '/') return sendHomePage(url, request, response);
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404');
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse) {
      respond(request, response).catch(() => {
        if (!response.headersSent) response.writeHead(400);
        response.end();
      });
    },
    /** Cancels delayed signatures. */
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
