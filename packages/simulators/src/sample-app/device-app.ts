// The sample device. `/{name}` shows what a TV would show: a code and a QR code until a user confirms on a phone. It
// polls Brama in the background (RFC 8628). `sign-out` revokes its tokens.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as client from 'openid-client';
import { QRCodeSVG } from 'qrcode.react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { DemoApplication } from '../applications.ts';
import { languageOf } from '../pages/html.ts';
import { cookieOf, redirect, send, sendText } from './answers.ts';
import { page, type View } from './page.ts';

type Options = { application: DemoApplication; bramaUrl: string };

/** The state of one simulated TV. Each browser that opens the page is a separate TV. */
type Screen =
  | { kind: 'waiting'; userCode: string; address: string; qr: string; stop: AbortController }
  | { kind: 'connected'; claims: Record<string, unknown>; refreshToken: string }
  | { kind: 'refused'; fault: string };

const most = 100;
const sessionCookie = 'sample_session';

/** Loads the page again once the code is used or refused. A reload every few seconds would interrupt screen readers. */
const waitScript = `const path = location.pathname;
setInterval(async () => {
  const answer = await fetch(path + '/state').catch(() => undefined);
  if (answer && (await answer.text()) !== 'waiting') location.reload();
}, 2000);
`;

const qrOf = (address: string) =>
  renderToStaticMarkup(
    createElement(QRCodeSVG, { value: address, size: 232, marginSize: 4, title: address }),
  );

export class DeviceApp {
  readonly #application: DemoApplication;
  readonly #bramaUrl: string;
  readonly #path: string;
  readonly #screens = new Map<string, Screen>();
  #known: Promise<client.Configuration> | undefined;

  constructor({ application, bramaUrl }: Options) {
    this.#application = application;
    this.#bramaUrl = bramaUrl;
    this.#path = `/${application.name}`;
  }

  /** Fetches the provider's configuration once. After a failure it is fetched again. */
  #configuration() {
    const execute = this.#bramaUrl.startsWith('http:') ? [client.allowInsecureRequests] : [];
    this.#known ??= client
      .discovery(
        new URL(this.#bramaUrl),
        this.#application.id,
        { id_token_signed_response_alg: 'ES256' },
        client.None(),
        { execute },
      )
      .catch((error: unknown) => {
        this.#known = undefined;
        throw error;
      });
    return this.#known;
  }

  #show(id: string, screen: Screen) {
    this.#screens.set(id, screen);
    const [oldest] = this.#screens;
    if (this.#screens.size <= most || !oldest) return;
    const [oldestId, dropped] = oldest;
    this.#screens.delete(oldestId);
    if (dropped.kind === 'waiting') dropped.stop.abort();
  }

  async #wait(id: string, asked: client.DeviceAuthorizationResponse, stop: AbortSignal) {
    try {
      const given = await this.#configuration();
      const options = { signal: stop };
      const tokens = await client.pollDeviceAuthorizationGrant(given, asked, undefined, options);
      const claims = tokens.claims();
      const about = await client.fetchUserInfo(given, tokens.access_token, claims?.sub ?? '');
      const refreshToken = tokens.refresh_token ?? '';
      this.#show(id, { kind: 'connected', claims: { ...claims, ...about }, refreshToken });
    } catch (error) {
      if (stop.aborted) return;
      const { error: fault = 'unreachable' } = error as { error?: string };
      this.#show(id, { kind: 'refused', fault });
    }
  }

  async #begin(id: string): Promise<Screen> {
    const asked = await client.initiateDeviceAuthorization(await this.#configuration(), {
      scope: 'openid profile',
    });
    const stop = new AbortController();
    const screen: Screen = {
      kind: 'waiting',
      userCode: asked.user_code,
      address: asked.verification_uri,
      qr: qrOf(asked.verification_uri_complete ?? asked.verification_uri),
      stop,
    };
    this.#show(id, screen);
    void this.#wait(id, asked, stop.signal);
    return screen;
  }

  #viewOf(screen: Screen): View {
    if (screen.kind === 'connected') return { ...screen, signOutUrl: `${this.#path}/sign-out` };
    return screen.kind === 'refused' ? { ...screen, signIn: { address: this.#path } } : screen;
  }

  async #showHome(request: IncomingMessage, response: ServerResponse, id: string) {
    const screen = this.#screens.get(id) ?? (await this.#begin(id));
    // shown once; the next request starts again
    if (screen.kind === 'refused') this.#screens.delete(id);
    const cookie = `${sessionCookie}=${id}; HttpOnly; SameSite=Lax; Path=${this.#path}`;
    response.setHeader('set-cookie', cookie);
    this.#send(request, response, this.#viewOf(screen));
  }

  #send(request: IncomingMessage, response: ServerResponse, view: View, status = 200) {
    const site = { application: this.#application, bramaUrl: this.#bramaUrl };
    send(response, status, page(site, view, languageOf(request)), this.#bramaUrl);
  }

  async #signOut(response: ServerResponse, id: string) {
    const screen = this.#screens.get(id);
    this.#screens.delete(id);
    if (screen?.kind === 'connected')
      await client.tokenRevocation(await this.#configuration(), screen.refreshToken);
    redirect(response, this.#path);
  }

  async handle(request: IncomingMessage, response: ServerResponse, url: URL) {
    const [, , action = ''] = url.pathname.split('/');
    const id = cookieOf(request, sessionCookie) || randomBytes(32).toString('base64url');
    try {
      if (request.method === 'GET' && action === '') await this.#showHome(request, response, id);
      else if (request.method === 'GET' && action === 'state')
        sendText(response, 'text/plain', this.#screens.get(id)?.kind ?? 'none');
      else if (request.method === 'GET' && action === 'wait.js')
        sendText(response, 'text/javascript', waitScript);
      else if (request.method === 'POST' && action === 'sign-out')
        await this.#signOut(response, id);
      else response.writeHead(405, { allow: 'GET' }).end();
    } catch {
      const signIn = { address: this.#path };
      this.#send(request, response, { kind: 'refused', fault: 'unreachable', signIn }, 502);
    }
  }
}
