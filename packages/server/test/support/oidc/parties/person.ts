// A user with a browser, over fetch. It keeps cookies by host and path, follows permitted redirects and submits
// forms, but runs no scripts.

import type { Send } from './party.ts';

type Cookie = { host: string; name: string; value: string; path: string };

/** The current page of the browser. `leadsTo`: a redirect that it did not follow. */
export type Page = { status: number; url: string; leadsTo: string | undefined; body: string };

/** RFC 6265 §5.3, as far as our servers and those of the applications use it. */
function parse(header: string, host: string): Cookie & { isOver: boolean } {
  const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/.exec(pair) ?? [];
  const attribute = (wanted: string) =>
    attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
  const expires = attribute('expires');
  const isOver =
    value === '' ||
    attribute('max-age') === '0' ||
    (expires !== undefined && Date.parse(expires) <= Date.now());
  return { host, name, value, path: attribute('path') ?? '/', isOver };
}

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

const attributeOf = (tag: string, name: string) =>
  unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

/** Returns the target of `<meta http-equiv="refresh">`, which a browser follows without scripts. */
function refreshOf(body: string): string | undefined {
  const [, way] = /<meta http-equiv="refresh" content="0; url=([^"]*)"/.exec(body) ?? [];
  return way === undefined ? undefined : unescaped(way);
}

/** Returns the form of a page that is sent by POST, with its values. The frame of our pages has another form. */
function formOf({ body: whole, url }: Page) {
  const body = whole.slice(Math.max(0, whole.indexOf('<main')));
  const [form = ''] =
    body.match(/<form\b[^>]*>[\s\S]*?<\/form>/g)?.filter((one) => /method="post"/.test(one)) ?? [];
  const [tag = ''] = /^<form\b[^>]*>/.exec(form) ?? [];
  if (tag === '') throw new Error(`no form at ${new URL(url).pathname}`);
  const inputs = form.match(/<input\b[^>]*>/g) ?? [];
  const fields = new URLSearchParams();
  for (const input of inputs) {
    const name = attributeOf(input, 'name');
    if (name !== '') fields.set(name, attributeOf(input, 'value'));
  }
  return { action: new URL(attributeOf(tag, 'action') || url, url), fields };
}

/** `within`: the origins to which the browser follows redirects; all by default. */
export function createPerson(send: Send, within?: readonly string[]) {
  let cookies: Cookie[] = [];

  function cookiesFor({ hostname, pathname }: URL): string {
    return cookies
      .filter(({ host, path }) => host === hostname && `${pathname}/`.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  async function request(url: URL, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('accept')) headers.set('accept', 'text/html');
    const cookie = cookiesFor(url);
    if (cookie) headers.set('cookie', cookie);
    const answer = await send(url.href, { ...init, headers, redirect: 'manual' });
    for (const header of answer.headers.getSetCookie()) {
      const { isOver, ...set } = parse(header, url.hostname);
      cookies = cookies.filter(
        ({ host, name, path }) => host !== set.host || name !== set.name || path !== set.path,
      );
      if (!isOver) cookies.push(set);
    }
    return answer;
  }

  async function go(address: string | URL, init: RequestInit = {}): Promise<Page> {
    let url = new URL(address);
    let answer = await request(url, init);
    for (let hops = 0; hops < 20; hops += 1) {
      const body = await answer.text();
      const { status, headers } = answer;
      const way = headers.get('location') ?? refreshOf(body);
      if (way === undefined) return { status, url: url.href, leadsTo: undefined, body };
      const next = new URL(way, url);
      if (within && !within.includes(next.origin))
        return { status, url: url.href, leadsTo: next.href, body };
      url = next;
      answer = await request(url);
    }
    throw new Error('going in circles');
  }

  async function call(address: URL, body: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json', origin: address.origin };
    const answer = await request(address, {
      method: 'POST',
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${address.pathname} answered ${answer.status}`);
    return answer;
  }

  return {
    go,

    /** Fills in the form of a page and sends it. */
    submit(page: Page, filled: Record<string, string> = {}): Promise<Page> {
      const { action, fields } = formOf(page);
      for (const [name, value] of Object.entries(filled)) fields.set(name, value);
      return go(action, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: new URL(page.url).origin,
          'sec-fetch-site': 'same-origin',
        },
        body: `${fields}`,
      });
    },

    /** Signs in at the portal through its API. */
    async signIn(issuer: string, username: string, password: string) {
      const proved = await call(new URL('/api/auth', issuer), { username, password });
      await call(new URL('/api/auth/internal', issuer), await proved.json());
    },

    /** Signs out at the portal. Returns the applications that could not be notified. */
    async signOut(issuer: string): Promise<{ untold: string[] }> {
      const answer = await call(new URL('/api/auth/logout', issuer), undefined);
      return (await answer.json()) as { untold: string[] };
    },
  };
}
