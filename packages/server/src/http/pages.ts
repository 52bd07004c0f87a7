// Answers navigations: languages, gates, the login page, the application's pages, not-found. What is on
// a page is the web application's business.

import type { LoginNotice } from '@brama/contract/login-page';
import { type Language, languages } from '@brama/contract/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Session } from '../sessions/session.ts';
import { rememberedLanguage, rememberLanguage } from './language.ts';
import { plainPage } from './plain-page.ts';
import { sendPage } from './send-page.ts';
import { escapeHtml, type PlainParts, type Site } from './site.ts';
import type { Visitors } from './visitor.ts';

/** Makes the JavaScript-free part of one signed-in page; given by the door the page belongs to. */
export type PlainPage = (
  request: FastifyRequest,
  session: Session,
  language: Language,
) => Promise<PlainParts>;

type Pages = { site: Site; visitors: Visitors; plainPages: Record<string, PlainPage> };

/** The query string as the browser sent it, with its `?`, or nothing. */
export function rawQuery(request: FastifyRequest): string {
  const at = request.url.indexOf('?');
  return at < 0 || at === request.url.length - 1 ? '' : request.url.slice(at);
}

function noticeOf(request: FastifyRequest): LoginNotice {
  const query = request.query as Record<string, unknown>;
  if (query['session'] === 'ended') return 'session-ended';
  return query['signed-out'] === undefined ? 'none' : 'signed-out';
}

/** The words of the not-found page, of the namespace `errors`. */
const notFoundWords = z.object({
  'not-found': z.object({ title: z.string(), description: z.string(), return: z.string() }),
});

function goTo(reply: FastifyReply, location: string) {
  return reply.header('cache-control', 'no-store').redirect(location, 302);
}

export function registerPages(server: FastifyInstance, { site, visitors, plainPages }: Pages) {
  const screens = new Map(site.description.screens.map((screen) => [screen.path, screen]));

  /** An unknown path: the not-found page, or the known screen the path means. */
  function missing(request: FastifyRequest, reply: FastifyReply, language: Language, path: string) {
    const bare = path.replace(/\/+$/, '');
    if (screens.has(bare)) return goTo(reply, `/${language}/${bare}${rawQuery(request)}`);
    const say = notFoundWords.parse(site.words(language, 'errors'))['not-found'];
    const body = plainPage(site.words, request, language, {
      title: say.title,
      content: `<p>${escapeHtml(say.description)}</p><p><a class="action" href="/">${escapeHtml(say.return)}</a></p>`,
    });
    return sendPage(request, reply, site.appPage(language, { body }), { status: 404, keep: false });
  }

  /** The protected gate: an anonymous visitor signs in first and keeps the query. */
  async function guarded(
    request: FastifyRequest,
    reply: FastifyReply,
    language: Language,
    path: string,
  ) {
    const session = await visitors.find(request);
    if (!session) return goTo(reply, `/${language}/${rawQuery(request)}`);
    rememberLanguage(request, reply, language);
    const plain = await plainPages[path]?.(request, session, language);
    // personal: never kept among the compressed pages
    return sendPage(request, reply, site.appPage(language, plain ?? {}), { keep: !plain });
  }

  function registerLanguage(language: Language) {
    server.get(`/${language}`, (request, reply) =>
      goTo(reply, `/${language}/${rawQuery(request)}`),
    );

    // the entry gate: a signed-in user goes on to the applications
    server.get(`/${language}/`, async (request, reply) => {
      const query = rawQuery(request);
      if (await visitors.find(request)) return goTo(reply, `/${language}/apps${query}`);
      rememberLanguage(request, reply, language);
      const page = site.loginPage(language, noticeOf(request), query, '');
      return sendPage(request, reply, page, { keep: query === '' });
    });

    server.get<{ Params: { '*': string } }>(`/${language}/*`, async (request, reply) => {
      const path = request.params['*'];
      const screen = screens.get(path);
      if (!screen) return missing(request, reply, language, path);
      if (screen.access === 'signed-in') return guarded(request, reply, language, path);
      return sendPage(request, reply, site.appPage(language, {}));
    });
  }

  for (const language of languages) registerLanguage(language);
  server.get('/', (request, reply) =>
    goTo(reply, `/${rememberedLanguage(request)}/${rawQuery(request)}`),
  );
  // the redirect helper: a known screen without its language gets the remembered one
  for (const path of screens.keys())
    server.get(`/${path}`, (request, reply) =>
      goTo(reply, `/${rememberedLanguage(request)}/${path}${rawQuery(request)}`),
    );
}
