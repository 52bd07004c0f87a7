// Browsers and applications that remember what the server acknowledged, so that it can be checked after a fault.

import { createHash, randomBytes } from 'node:crypto';
import { client, password, type Server } from './server.ts';

/** The last acknowledged state of one client; it must still hold after the fault. */
export type Acknowledged = {
  session?: string;
  code?: { value: string; verifier: string };
  refreshToken?: string;
  accessToken?: string;
};

/** Counts of every status, and of connections that broke. */
export type Statuses = Map<number | 'broken', number>;

type Answer = { status: number; headers: Headers; body: string };

const random = () => randomBytes(32).toString('base64url');
const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;

/** One browser with one application. Requests that are not answered as they should be change nothing it knows. */
export class Client {
  readonly known: Acknowledged = {};
  /** Sent, but never answered: the server may have done it. */
  isUnsure = false;
  readonly #server: () => Server;
  readonly #statuses: Statuses;

  constructor(server: () => Server, statuses: Statuses) {
    this.#server = server;
    this.#statuses = statuses;
  }

  async #ask(path: string, init: RequestInit = {}): Promise<Answer | undefined> {
    const { url } = this.#server();
    try {
      const answer = await fetch(url + path, { redirect: 'manual', ...init });
      const body = await answer.text();
      this.#statuses.set(answer.status, (this.#statuses.get(answer.status) ?? 0) + 1);
      return { status: answer.status, headers: answer.headers, body };
    } catch {
      this.#statuses.set('broken', (this.#statuses.get('broken') ?? 0) + 1);
      this.isUnsure = true;
      return undefined;
    }
  }

  #call(path: string, body: unknown) {
    const headers = {
      'content-type': 'application/json',
      origin: this.#server().url,
      cookie: this.known.session ?? '',
    };
    return this.#ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async signIn(username: string): Promise<boolean> {
    const proved = await this.#call('/api/auth', { username, password });
    if (proved?.status !== 200) return false;
    const entered = await this.#call('/api/auth/internal', JSON.parse(proved.body));
    if (entered?.status !== 200) return false;
    const cookie = entered.headers.getSetCookie().find((set) => set.startsWith('brama_session='));
    this.known.session = cookie?.split(';')[0] ?? '';
    return true;
  }

  async authorize(): Promise<boolean> {
    const verifier = random();
    const query = new URLSearchParams({
      client_id: client.id,
      redirect_uri: client.redirectUri,
      response_type: 'code',
      scope: 'openid',
      state: random(),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const headers = { cookie: this.known.session ?? '' };
    const answer = await this.#ask(`/oidc/auth?${query}`, { headers });
    const address = answer?.headers.get('location');
    const value = address && URL.parse(address)?.searchParams.get('code');
    if (answer?.status !== 303 || !value) return false;
    this.known.code = { value, verifier };
    return true;
  }

  async #askTokens(form: Record<string, string>): Promise<boolean> {
    const headers = {
      authorization: basic,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const body = `${new URLSearchParams(form)}`;
    const answer = await this.#ask('/oidc/token', { method: 'POST', headers, body });
    if (answer?.status !== 200) return false;
    const { access_token, refresh_token } = JSON.parse(answer.body);
    this.known.accessToken = access_token;
    this.known.refreshToken = refresh_token;
    return true;
  }

  async exchange(): Promise<boolean> {
    const { code } = this.known;
    if (!code) return false;
    const done = await this.#askTokens({
      grant_type: 'authorization_code',
      code: code.value,
      redirect_uri: client.redirectUri,
      code_verifier: code.verifier,
    });
    if (done) delete this.known.code;
    return done;
  }

  refresh(): Promise<boolean> {
    const { refreshToken = '' } = this.known;
    return this.#askTokens({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  /** Signs in at the application, as far as the server lets it. */
  async hop(): Promise<void> {
    if (await this.authorize()) await this.exchange();
  }

  async isSignedIn(): Promise<boolean> {
    const answer = await this.#ask('/user', { headers: { cookie: this.known.session ?? '' } });
    return answer?.status === 200;
  }

  async isAccessTokenGood(): Promise<boolean> {
    const headers = { authorization: `Bearer ${this.known.accessToken}` };
    return (await this.#ask('/oidc/userinfo', { headers }))?.status === 200;
  }

  /** Names what the server acknowledged and does not know any more. */
  async lost(): Promise<string[]> {
    const { session, code, accessToken, refreshToken } = this.known;
    const lost: string[] = [];
    if (session && !(await this.isSignedIn())) lost.push('session');
    if (accessToken && !(await this.isAccessTokenGood())) lost.push('access token');
    if (refreshToken && !(await this.refresh())) lost.push('refresh token');
    if (code && !(await this.exchange())) lost.push('code');
    return lost;
  }
}

export async function isReady({ url }: Server): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) });
  return answer.status === 200;
}

/** Resolves with the milliseconds it took. @throws after a minute. */
export async function until(condition: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < 60_000) {
    if (await condition().catch(() => false)) return Math.round(performance.now() - began);
    await new Promise(setImmediate);
  }
  throw new Error('waited for a minute in vain');
}

/** Repeats `step` until it resolves with false or the returned function is called, which waits for the last one. */
export function repeat(step: () => Promise<unknown>): () => Promise<void> {
  let isOver = false;
  const loop = (async () => {
    while (!isOver && (await step()) !== false);
  })();
  return async () => {
    isOver = true;
    await loop;
  };
}
