// Serves navigations: redirects to a language, sign-in page, other pages and not-found page. The web application
// defines the content of the pages.

import type { LoginNotice } from '@brama/contract/pages/login-page';
import { notFoundPage, sandboxPage } from '@brama/contract/pages/page-ids';
import type { WithoutScript } from '@brama/contract/pages/renderer';
import { type Language, languages } from '@brama/contract/paths';
import { methodNotices } from '@brama/contract/sign-in/methods';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReturnToCookie } from '../http/return-to-cookie.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { FindSignInRequirements, SignInRequirements } from '../http/sign-in-requirements.ts';
import type { Session } from '../sessions/session.ts';
import { pageAddress, rawQuery } from './address.ts';
import { chooseLanguage } from './language/choose-language.ts';
import { rememberLanguage } from './language/language.ts';
import type { LoginPage } from './login-page.ts';
import { sendPage } from './send-page.ts';
import type { StartChecks } from './start-checks.ts';
import type { Site } from './web-build.ts';

/** Renders the part of a signed-in page for browsers without JavaScript. The area of the page provides it. */
export type PlainPage = (
  request: FastifyRequest,
  session: Session,
  language: Language,
) => Promise<WithoutScript>;

type Screen = Site['description']['screens'][number];

type Pages = {
  findSignInRequirements: FindSignInRequirements;
  site: Site;
  loginPage: LoginPage;
  sessionCookie: SessionCookie;
  returnToCookie: ReturnToCookie;
  startChecks: StartChecks;
  plainPages: Record<string, PlainPage>;
};

function noticeOf(request: FastifyRequest): LoginNotice {
  const query = request.query as Record<string, unknown>;
  for (const [parameter, notices] of Object.entries(methodNotices))
    for (const [value, notice] of Object.entries(notices))
      if (query[parameter] === value) return notice;
  if (query['session'] === 'ended') return 'session-ended';
  if (query['password'] === 'changed') return 'password-changed';
  if (query['signed-out'] === undefined) return 'none';
  return query['untold'] === undefined ? 'signed-out' : 'signed-out-partly';
}

function isMet(demand: SignInRequirements | undefined, session: Session) {
  return demand === undefined || demand.isMetBy(session);
}

function goTo(reply: FastifyReply, location: string) {
  return reply.header('cache-control', 'no-store').redirect(location, 302);
}

/** Removes trailing slashes. A regular expression would take a second for the slashes that fit into an address. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

export function registerPages(server: FastifyInstance, pages: Pages) {
  const {
    site,
    loginPage,
    sessionCookie,
    returnToCookie,
    startChecks,
    plainPages,
    findSignInRequirements,
  } = pages;
  const screens = new Map(site.description.screens.map((screen) => [screen.path, screen]));

  /** Returns whether the user is signed in and meets the requirements of the authorization request. */
  async function mayPass(request: FastifyRequest): Promise<boolean> {
    const session = await sessionCookie.find(request);
    return session !== undefined && isMet(await findSignInRequirements(request), session);
  }

  /** Sends the page for an invalid value that an application sent. */
  function sendRefused(request: FastifyRequest, reply: FastifyReply, page: string) {
    return sendPage(request, reply, page, { status: 400, personal: true });
  }

  /** Sends the not-found page, or redirects to the page that the path means without its trailing slashes. */
  function missing(request: FastifyRequest, reply: FastifyReply, language: Language, path: string) {
    const bare = withoutSlashes(path);
    if (screens.has(bare)) return goTo(reply, `/${language}/${bare}${rawQuery(request)}`);
    rememberLanguage(request, reply, language);
    const page = site.renderPage(notFoundPage, language, {}, pageAddress(request));
    return sendPage(request, reply, page, { status: 404 });
  }

  /** Sends a page for signed-in users. Redirects an anonymous user to the sign-in page, which keeps the query. */
  async function guarded(
    request: FastifyRequest,
    reply: FastifyReply,
    language: Language,
    path: string,
  ) {
    const session = await sessionCookie.find(request);
    if (!session)
      return goTo(reply, sessionCookie.signInAddress(request, language, rawQuery(request)));
    const refusal = await startChecks.refusedUser(request, session);
    if (refusal !== undefined) return goTo(reply, refusal);
    // the application that the user wants to open has priority
    const meant =
      pageAddress(request).carried === '' && returnToCookie.takePasswordPage(request, reply);
    if (meant) return goTo(reply, `/${language}/${meant}`);
    rememberLanguage(request, reply, language);
    const plain = await plainPages[path]?.(request, session, language);
    const page = site.renderScreen(path, language, pageAddress(request), plain);
    return sendPage(request, reply, page, { personal: true });
  }

  /** Sends a page without user data. Redirects signed-in users from pages for anonymous users to the applications. */
  async function publicScreen(
    request: FastifyRequest,
    reply: FastifyReply,
    language: Language,
    { path, access }: Screen,
  ) {
    if (access === 'anonymous' && (await mayPass(request)))
      return goTo(reply, `/${language}/apps${rawQuery(request)}`);
    rememberLanguage(request, reply, language);
    // its address contains a ticket, which must not appear in links and Referer headers
    const bringsTicket = path === sandboxPage;
    if (bringsTicket) reply.header('referrer-policy', 'no-referrer');
    const address = bringsTicket ? { path, query: '', carried: '' } : pageAddress(request);
    const render = () => site.renderScreen(path, language, address);
    // links keep the query, so only the page without a query is the same for every user
    const page =
      address.query === '' ? { cache: site.cache, key: `${language} ${path}`, render } : render();
    return sendPage(request, reply, page);
  }

  function registerLanguage(language: Language) {
    server.get(`/${language}`, (request, reply) =>
      goTo(reply, `/${language}/${rawQuery(request)}`),
    );

    // signed-in users continue to the applications
    server.get(`/${language}/`, async (request, reply) => {
      const refused = startChecks.refusedRequest(request, language);
      if (refused !== undefined) return sendRefused(request, reply, refused);
      const session = await sessionCookie.find(request);
      const again = session && !isMet(await findSignInRequirements(request), session);
      if (session && !again) return goTo(reply, `/${language}/apps${rawQuery(request)}`);
      rememberLanguage(request, reply, language);
      const told = noticeOf(request);
      // a failure is shown rather than the reason for the new sign-in
      const notice = again && told === 'none' ? 'sign-in-again' : told;
      return sendPage(request, reply, await loginPage(request, language, notice));
    });

    server.get<{ Params: { '*': string } }>(`/${language}/*`, async (request, reply) => {
      const path = request.params['*'];
      const screen = screens.get(path);
      if (!screen) return missing(request, reply, language, path);
      if (screen.access === 'public') return publicScreen(request, reply, language, screen);
      const refused = startChecks.refusedRequest(request, language);
      if (refused !== undefined) return sendRefused(request, reply, refused);
      if (screen.access === 'signed-in') return guarded(request, reply, language, path);
      return publicScreen(request, reply, language, screen);
    });
  }

  for (const language of languages) registerLanguage(language);
  // home and every known page without a language redirect to the remembered language
  for (const path of ['', ...screens.keys()])
    for (const address of path === '' ? ['/'] : [`/${path}`, `/${path}/`])
      server.get(address, (request, reply) => chooseLanguage(request, reply, path));
}
