// Pages about a form, or about a request that must not be repeated. Their address contains their content, encrypted. A form leads there,
// so that Reload does not send it again; so does the link of the language switch.

import { type PageId, type PageProps, pageProps } from '@brama/contract/pages/page-props';
import { type Language, languages } from '@brama/contract/paths';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Encryption } from '../crypto/encryption.ts';
import type { Exchange } from '../http/exchange.ts';
import { rememberLanguage } from './language/language.ts';
import { sendPage } from './send-page.ts';
import type { Site } from './web-build.ts';

const pathBelow = 'notice';
const context = 'notice';

/** After this time the link leads to the home page. */
const ttlMs = 3_600_000;
/** Some proxies reject longer addresses. The switch of a longer page leads to the home page. */
const longestContent = 4000;

const values = z.record(z.string(), z.unknown());
const content = z.object({
  page: z.enum(Object.keys(pageProps) as [PageId, ...PageId[]]),
  at: z.number(),
  status: z.number().optional(),
  retryAfterSeconds: z.number().optional(),
  /** Parameters of the request that links keep, as a query. */
  carried: z.string(),
  /** Props that are the same in every language are stored once. */
  same: values,
  uk: values,
  en: values,
} satisfies Record<Language, unknown> & Record<string, unknown>);

type Notice<Page extends PageId> = {
  page: Page;
  propsIn(language: Language): PageProps[Page];
  /** Query parameters that links of the page keep, except for the language switch. A form with too many leads to a page without them. */
  carried?: string;
  /** Returns the props without a long query, for a form with such a query. Default: `propsIn`. */
  shortPropsIn?(language: Language): PageProps[Page];
};

type Status = { status?: number; retryAfterSeconds?: number | undefined };

export type Notices = {
  /** Returns the page in this language. Its language switch leads to the same page in the other one. */
  page<Page extends PageId>(language: Language, notice: Notice<Page>): string;
  /** Returns the address of the page in this language. Undefined if it would be too long. */
  address<Page extends PageId>(
    language: Language,
    notice: Notice<Page>,
    status: Status,
  ): string | undefined;
  /**
   * Sends the page. Leads a form to its address instead, so that Back and Reload do not send the form again. A server error acknowledges
   * nothing: proxies see its status, and Reload is the retry.
   */
  send<Page extends PageId>(
    exchange: Exchange,
    language: Language,
    notice: Notice<Page> & { status: number; isOwnForm?: boolean },
  ): Promise<FastifyReply>;
};

export type NoticeDeps = {
  site: Pick<Site, 'renderPage'>;
  encryption: Encryption;
  now: () => number;
};

type Values = Record<string, unknown>;

function pick(props: Values, keep: (name: string) => boolean): Values {
  return Object.fromEntries(Object.entries(props).filter(([name]) => keep(name)));
}

export function createNotices({ site, encryption, now }: NoticeDeps): Notices {
  function queryOf(
    { page, carried = '' }: { page: PageId; carried?: string },
    { uk, en }: Record<Language, Values>,
    status: Status = {},
  ) {
    const isSame = (name: string) => JSON.stringify(uk[name]) === JSON.stringify(en[name]);
    const isOwn = (name: string) => !isSame(name);
    const notice: z.infer<typeof content> = {
      page,
      at: now(),
      ...status,
      carried,
      same: pick(uk, isSame),
      uk: pick(uk, isOwn),
      en: pick(en, isOwn),
    };
    const encrypted = encryption.encrypt(JSON.stringify(notice), context);
    return encrypted.length > longestContent ? undefined : `?content=${encrypted}`;
  }

  const notices: Notices = {
    page(language, notice) {
      const { page, propsIn, carried = '' } = notice;
      const both = { uk: propsIn('uk'), en: propsIn('en') };
      const query = queryOf(notice, both);
      const address = query === undefined ? { path: '', query: '' } : { path: pathBelow, query };
      return site.renderPage(page, language, both[language], { ...address, carried });
    },
    address(language, notice, status) {
      const { propsIn } = notice;
      const query = queryOf(notice, { uk: propsIn('uk'), en: propsIn('en') }, status);
      return query && `/${language}/${pathBelow}${query}`;
    },
    async send({ request, reply }, language, { status, isOwnForm = true, ...notice }) {
      const wait = reply.getHeader('retry-after');
      const retryAfterSeconds = wait === undefined ? undefined : Number(wait);
      const isLed = request.method === 'POST' && isOwnForm && status < 500;
      const given = { status, retryAfterSeconds };
      const { page: shown, propsIn, shortPropsIn = propsIn } = notice;
      const short = { page: shown, propsIn: shortPropsIn };
      const to =
        isLed &&
        (notices.address(language, notice, given) ?? notices.address(language, short, given));
      if (!to) {
        const page = notices.page(language, notice);
        return sendPage(request, reply, page, { status, personal: true });
      }
      reply.removeHeader('retry-after').header('cache-control', 'no-store');
      return reply.redirect(to, 303);
    },
  };
  return notices;
}

/** Serves the addresses of notices. */
export function registerNotices(server: FastifyInstance, { site, encryption, now }: NoticeDeps) {
  function read(encrypted: unknown) {
    const opened =
      typeof encrypted === 'string' ? encryption.decrypt(encrypted, context) : undefined;
    // an earlier release may have used another format
    const notice = opened === undefined ? undefined : content.safeParse(JSON.parse(opened)).data;
    return notice && notice.at + ttlMs > now() ? notice : undefined;
  }

  for (const language of languages)
    server.get(`/${language}/${pathBelow}`, (request, reply) => {
      const { content: encrypted } = request.query as { content?: unknown };
      const notice = read(encrypted);
      const given = notice && { ...notice.same, ...notice[language] };
      const props = notice && pageProps[notice.page].safeParse(given).data;
      reply.header('cache-control', 'no-store');
      if (!notice || !props) return reply.redirect(`/${language}/`, 302);
      rememberLanguage(request, reply, language);
      const { at, status = 200, retryAfterSeconds = 0, carried } = notice;
      const waitSeconds = Math.ceil((at - now()) / 1000) + retryAfterSeconds;
      if (waitSeconds > 0) reply.header('retry-after', `${waitSeconds}`);
      const address = { path: pathBelow, query: `?content=${encrypted}`, carried };
      const page = site.renderPage(notice.page, language, props as never, address);
      return sendPage(request, reply, page, { status, personal: true });
    });
}
