// A browser without a screen. It keeps cookies with their paths, follows redirects within the server, and stops at a
// redirect to another origin.

import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

type Cookie = { name: string; value: string; path: string };

const ownOrigin = 'http://localhost:3000';

export type Stop = {
  status: number;
  location: string | undefined;
  retryAfter?: string;
  body: string;
  url: string;
};

/** `accepted`: the languages in the user's browser settings. */
export function createBrowser(server: FastifyInstance, accepted?: string) {
  let cookies: Cookie[] = [];

  function cookieHeader(pathname: string): string {
    return cookies
      .filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  function keep({ cookies: set }: LightMyRequestResponse) {
    for (const { name, value, path = '/', expires, maxAge } of set) {
      cookies = cookies.filter((one) => one.name !== name || one.path !== path);
      const isOver = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now());
      if (!isOver && value !== '') cookies.push({ name, value, path });
    }
  }

  async function request(url: URL, options: InjectOptions = {}): Promise<LightMyRequestResponse> {
    const answer = await server.inject({
      ...options,
      url: url.pathname + url.search,
      headers: {
        cookie: cookieHeader(url.pathname),
        accept: 'text/html',
        ...(accepted !== undefined && { 'accept-language': accepted }),
        ...options.headers,
      },
    });
    keep(answer);
    return answer;
  }

  /** Takes the notice of this response for the next request, also if a concurrent response has set another one. */
  function keepNotice({ cookies: set }: LightMyRequestResponse): boolean {
    const notices = set.filter(({ name, value }) => name.endsWith('brama_notice') && value !== '');
    cookies = cookies.filter(({ name }) => !notices.some((notice) => notice.name === name));
    cookies.push(...notices.map(({ name, value }) => ({ name, value, path: '/' })));
    return notices.length > 0;
  }

  return {
    cookies: () => cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    /** Returns the value of a cookie, whatever its path. */
    cookie: (name: string) => cookies.find((one) => one.name === name)?.value,
    take(header: string) {
      const [name = '', value = ''] = header.split(/=(.*)/s);
      cookies = cookies.filter((one) => one.name !== name);
      cookies.push({ name, value, path: '/' });
    },
    forget(name: string) {
      cookies = cookies.filter((one) => one.name !== name);
    },
    /** Sends one request. */
    request: (address: string, options?: InjectOptions) =>
      request(new URL(address, ownOrigin), options),

    /** Sends a form. Returns the response, or the page that says why the form was refused. */
    async submit(address: string, options: InjectOptions): Promise<LightMyRequestResponse> {
      const url = new URL(address, ownOrigin);
      const answer = await request(url, options);
      const to = new URL(`${answer.headers.location ?? ''}`, url);
      const isRefused = keepNotice(answer) || to.pathname.endsWith('/notice');
      if (answer.statusCode !== 303 || !isRefused) return answer;
      const { remoteAddress = '127.0.0.1', headers = {} } = options;
      const site = headers['sec-fetch-site'];
      return request(to, {
        remoteAddress,
        ...(site !== undefined && { headers: { 'sec-fetch-site': site } }),
      });
    },

    /** Opens a URL of the server and follows its redirects. */
    async go(address: string, options: InjectOptions = {}): Promise<Stop> {
      let url = new URL(address, ownOrigin);
      let answer = await request(url, options);
      for (let hops = 0; hops < 12; hops += 1) {
        const { location, 'retry-after': wait } = answer.headers;
        const { statusCode: status, body } = answer;
        if (location === undefined)
          return {
            status,
            location: undefined,
            ...(wait !== undefined && { retryAfter: `${wait}` }),
            body,
            url: url.href,
          };
        const next = new URL(`${location}`, url);
        if (next.origin !== ownOrigin) return { status, location: next.href, body, url: url.href };
        url = next;
        keepNotice(answer);
        answer = await request(url);
      }
      throw new Error('going in circles');
    },
  };
}
