// Pages that no address leads to again: they answer a form, or a request that must not be repeated. The link of their
// language switch carries their content, encrypted, so that the same page can be read in the other language.

import { type Language, languages } from '@brama/contract/paths';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Encryption } from '../crypto/encryption.ts';
import { rememberLanguage } from './language/language.ts';
import { sendPage } from './send-page.ts';
import type { Filling, Site } from './web-build.ts';

const pathBelow = 'notice';
const context = 'notice';

/** An old link leads home. */
const ttlMs = 3_600_000;
/** Longer addresses do not pass everywhere; the switch of such a page leads home. */
const longestContent = 4000;

const filling = z.record(z.string(), z.string());
const content = z.object({
  /** Of the built page, below the language. */
  page: z.string(),
  at: z.number(),
  /** What is the same in every language stands once. */
  same: filling,
  uk: filling,
  en: filling,
} satisfies Record<Language, unknown> & Record<string, unknown>);

export type Notices = {
  /** Returns the page in this language; its switch leads to the same page in the other one. */
  page(language: Language, page: string, fillingIn: (language: Language) => Filling): string;
};

export type NoticeDeps = {
  site: Pick<Site, 'screenPage'>;
  encryption: Encryption;
  now: () => number;
};

type Texts = Record<string, string>;

function withoutEmpty(given: Filling): Texts {
  return Object.fromEntries(Object.entries(given).filter(([, text]) => text)) as Texts;
}

function pick(texts: Texts, keep: (name: string) => boolean): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => keep(name)));
}

export function createNotices({ site, encryption, now }: NoticeDeps): Notices {
  function queryOf(page: string, { uk, en }: Record<Language, Texts>): string | undefined {
    const isSame = (name: string) => uk[name] === en[name];
    const isOwn = (name: string) => !isSame(name);
    const notice: z.infer<typeof content> = {
      page,
      at: now(),
      same: pick(uk, isSame),
      uk: pick(uk, isOwn),
      en: pick(en, isOwn),
    };
    const sealed = encryption.encrypt(JSON.stringify(notice), context);
    return sealed.length > longestContent ? undefined : `?content=${sealed}`;
  }

  return {
    page(language, page, fillingIn) {
      const both = { uk: withoutEmpty(fillingIn('uk')), en: withoutEmpty(fillingIn('en')) };
      const query = queryOf(page, both);
      const address = query === undefined ? {} : { path: pathBelow, query };
      return site.screenPage(language, page, { ...both[language], ...address });
    },
  };
}

/** Serves the addresses that the switches of notices lead to. */
export function registerNotices(server: FastifyInstance, { site, encryption, now }: NoticeDeps) {
  function read(sealed: unknown) {
    const opened = typeof sealed === 'string' ? encryption.decrypt(sealed, context) : undefined;
    const notice = opened === undefined ? undefined : content.parse(JSON.parse(opened));
    return notice && notice.at + ttlMs > now() ? notice : undefined;
  }

  for (const language of languages)
    server.get(`/${language}/${pathBelow}`, (request, reply) => {
      const { content: sealed } = request.query as { content?: unknown };
      const notice = read(sealed);
      reply.header('cache-control', 'no-store');
      if (!notice) return reply.redirect(`/${language}/`, 302);
      rememberLanguage(request, reply, language);
      const page = site.screenPage(language, notice.page, {
        ...notice.same,
        ...notice[language],
        path: pathBelow,
        query: `?content=${sealed}`,
      });
      return sendPage(request, reply, page, { personal: true });
    });
}
