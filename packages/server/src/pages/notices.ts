// Pages without an address of their own: responses to a form, or to a request that must not be repeated. The link of
// their language switch contains their content, encrypted, so that users can read the page in the other language.

import { type PageId, type PageProps, pageProps } from '@brama/contract/pages/page-props';
import { type Language, languages } from '@brama/contract/paths';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Encryption } from '../crypto/encryption.ts';
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
  /** Parameters of the request that links keep, as a query. */
  carried: z.string(),
  /** Props that are the same in every language are stored once. */
  same: values,
  uk: values,
  en: values,
} satisfies Record<Language, unknown> & Record<string, unknown>);

export type Notices = {
  /**
   * Returns the page in this language. Its language switch leads to the same page in the other one. `carried` are the
   * query parameters that its other links keep.
   */
  page<Page extends PageId>(
    language: Language,
    page: Page,
    propsIn: (language: Language) => PageProps[Page],
    carried?: string,
  ): string;
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
  function queryOf(page: PageId, { uk, en }: Record<Language, Values>, carried: string) {
    const isSame = (name: string) => JSON.stringify(uk[name]) === JSON.stringify(en[name]);
    const isOwn = (name: string) => !isSame(name);
    const notice: z.infer<typeof content> = {
      page,
      at: now(),
      carried,
      same: pick(uk, isSame),
      uk: pick(uk, isOwn),
      en: pick(en, isOwn),
    };
    const encrypted = encryption.encrypt(JSON.stringify(notice), context);
    return encrypted.length > longestContent ? undefined : `?content=${encrypted}`;
  }

  return {
    page(language, page, propsIn, carried = '') {
      const both = { uk: propsIn('uk'), en: propsIn('en') };
      const query = queryOf(page, both, carried);
      const address = query === undefined ? { path: '', query: '' } : { path: pathBelow, query };
      return site.renderPage(page, language, both[language], { ...address, carried });
    },
  };
}

/** Serves the addresses of the language switches of notices. */
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
      const address = { path: pathBelow, query: `?content=${encrypted}`, carried: notice.carried };
      const page = site.renderPage(notice.page, language, props as never, address);
      return sendPage(request, reply, page, { personal: true });
    });
}
