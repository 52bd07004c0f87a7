// Serves navigations: redirects to a language, sign-in page, other pages and not-found page. The web application
// defines the content of the pages.

import { accountPath } from '@brama/contract/pages/account/sections';
import { accountSecured, type LoginNotice } from '@brama/contract/pages/login-page';
import { notFoundPage, sandboxPage } from '@brama/contract/pages/page-ids';
import type { PagePart } from '@brama/contract/pages/renderer';
import { type Language, languages, secondFactorPath } from '@brama/contract/paths';
import { methodNotices } from '@brama/contract/sign-in/methods';
import {
  type ReauthenticationPage,
  reauthenticationPage,
  reauthenticationPages,
  returnQuery,
} from '@brama/contract/sign-in/return-params';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReturnToCookie } from '../http/return-to-cookie.ts';
import type { PendingCookie } from '../http/second-factor-cookies.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { FindSignInRequirements } from '../http/sign-in-requirements.ts';
import { isRecentSignIn, type Session } from '../sessions/session.ts';
import type { SignedIn } from '../sessions/store.ts';
import type { User } from '../users/user.ts';
import { pageAddress, rawQuery } from './address.ts';
import { chooseLanguage } from './language/choose-language.ts';
import { rememberLanguage } from './language/language.ts';
import { type LoginPage, refusedLoginPage } from './login-page.ts';
import { takeRefusal } from './refusal.ts';
import { sendPage } from './send-page.ts';
import type { Site } from './web-build.ts';

/** Renders a page for signed-in users. The area of the page provides it. */
export type SignedInPage = (
  request: FastifyRequest,
  signedIn: SignedIn,
  language: Language,
) => Promise<readonly PagePart[]>;

/** Checks of the applications area at the start of a sign-in. */
export type StartChecks = {
  /** Returns the error page for an invalid request of an application; undefined for a valid one. */
  refusedRequest(request: FastifyRequest, language: Language): string | undefined;
  /**
   * Returns the address of the error page for a user without access. Returns undefined if the list of applications
   * shows that error itself.
   */
  refusedUser(request: FastifyRequest, user: User): Promise<string | undefined>;
};

type Screen = Site['description']['screens'][number];

type Pages = {
  findSignInRequirements: FindSignInRequirements;
  site: Site;
  loginPage: LoginPage;
  sessionCookie: SessionCookie;
  returnToCookie: ReturnToCookie;
  pendingCookie: PendingCookie;
  startChecks: StartChecks;
  /** Returns whether the session lacks the second factor for changes of how the user signs in. */
  lacksFactor(session: Session): Promise<boolean>;
  /** Returns whether another sign-in would show a second factor, which actions in the console require. */
  canBeStronger(session: Session): Promise<boolean>;
  /** By path below the language. */
  signedInPages: Record<string, SignedInPage>;
  now: () => number;
};

/** One request for a page in a language. */
type Navigation = {
  pages: Pages;
  request: FastifyRequest;
  reply: FastifyReply;
  language: Language;
};

function noticeOf(request: FastifyRequest): LoginNotice {
  const query = request.query as Record<string, unknown>;
  for (const [parameter, notices] of Object.entries(methodNotices))
    for (const [value, notice] of Object.entries(notices))
      if (query[parameter] === value) return notice;
  if (query['session'] === 'ended') return 'session-ended';
  if (query['password'] === 'changed') return 'password-changed';
  if (query[accountSecured.name] === accountSecured.value) return 'account-secured';
  if (query['signed-out'] === undefined) return 'none';
  return query['untold'] === undefined ? 'signed-out' : 'signed-out-partly';
}

/** Returns whether the session meets the requirements of the authorization request, and of an action in the account. */
async function isSufficient({ pages, request }: Navigation, session: Session): Promise<boolean> {
  const meant = reauthenticationPage(rawQuery(request));
  if (meant && !isRecentSignIn(session, pages.now())) return false;
  if (meant && (await pages.lacksFactor(session))) return false;
  if (meant === 'console' && (await pages.canBeStronger(session))) return false;
  const requirements = await pages.findSignInRequirements(request);
  return requirements?.isMetBy(session) ?? true;
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

/** Sends the error page for an invalid request of an application. Returns undefined for a valid one. */
function sendRefused({ pages, request, reply, language }: Navigation) {
  const page = pages.startChecks.refusedRequest(request, language);
  return page === undefined
    ? undefined
    : sendPage(request, reply, page, { status: 400, personal: true });
}

/** Leads a user who has signed in recently, but without the second factor, to provide it. The page of the change follows. */
async function sendFactorOf(
  { pages, request, reply, language }: Navigation,
  { session }: SignedIn,
  meant: ReauthenticationPage,
) {
  const isRecent = isRecentSignIn(session, pages.now());
  if (!isRecent || !(await pages.lacksFactor(session))) return undefined;
  pages.returnToCookie.rememberPage(reply, reauthenticationPages[meant]);
  return goTo(reply, `/${language}/${secondFactorPath}${returnQuery(rawQuery(request))}`);
}

/**
 * Leads a signed-in user to what the session lacks for the request of an application, or explains why the user cannot provide it.
 * Returns undefined if the sign-in page does, also where it has another notice.
 */
async function sendStepUp({ pages, request, reply, language }: Navigation, signedIn: SignedIn) {
  if (noticeOf(request) !== 'none') return undefined;
  const meant = reauthenticationPage(rawQuery(request));
  if (meant) return sendFactorOf({ pages, request, reply, language }, signedIn, meant);
  const requirements = await pages.findSignInRequirements(request);
  const stepUp = await requirements?.stepUp(signedIn, language);
  if (!stepUp) return undefined;
  if ('location' in stepUp) return goTo(reply, stepUp.location);
  rememberLanguage(request, reply, language);
  return sendPage(request, reply, stepUp.page, { personal: true, signedIn });
}

/** Sends the sign-in page. Redirects signed-in users to the applications. */
async function sendLogin(navigation: Navigation) {
  const { pages, request, reply, language } = navigation;
  const refusal = takeRefusal(navigation, `/${language}/`);
  const signedIn = await pages.sessionCookie.signedIn(request);
  const again = signedIn && !(await isSufficient(navigation, signedIn.session));
  const confirmed = reauthenticationPage(rawQuery(request));
  const stepUp = again && !refusal && (await sendStepUp(navigation, signedIn));
  if (stepUp) return stepUp;
  if (confirmed) pages.returnToCookie.rememberPage(reply, reauthenticationPages[confirmed]);
  if (signedIn && !again) return goTo(reply, `/${language}/apps${rawQuery(request)}`);
  rememberLanguage(request, reply, language);
  if (refusal) {
    const page = await refusedLoginPage(pages.loginPage, request, language, refusal);
    return sendPage(request, reply, page, { status: refusal.status });
  }
  const told = noticeOf(request);
  // a failure is shown rather than the reason for the new sign-in
  if (!again || told !== 'none')
    return sendPage(request, reply, await pages.loginPage(request, language, told));
  const notice = confirmed ? 'confirm-identity' : 'sign-in-again';
  const page = await pages.loginPage(request, language, notice, {
    ...(confirmed && { typed: signedIn.user.username }),
    ...(signedIn.session.isSharedComputer && { sharedComputer: true }),
  });
  return sendPage(request, reply, page, { personal: confirmed !== undefined });
}

/** Sends the not-found page, or redirects to the page that the path means without its trailing slashes. */
function sendNotFound({ pages: { site }, request, reply, language }: Navigation, path: string) {
  const bare = withoutSlashes(path);
  if (site.description.screens.some((screen) => screen.path === bare))
    return goTo(reply, `/${language}/${bare}${rawQuery(request)}`);
  rememberLanguage(request, reply, language);
  const page = site.renderPage(notFoundPage, language, {}, pageAddress(request));
  return sendPage(request, reply, page, { status: 404 });
}

/** Sends a page for signed-in users. Redirects an anonymous user to the sign-in page, which keeps the query. */
async function sendSignedIn({ pages, request, reply, language }: Navigation, path: string) {
  const { sessionCookie, returnToCookie, startChecks, signedInPages } = pages;
  const signedIn = await sessionCookie.signedIn(request);
  if (!signedIn && path === accountPath) returnToCookie.rememberPage(reply, accountPath);
  if (!signedIn && (await pages.pendingCookie.find(request)))
    return goTo(reply, `/${language}/${secondFactorPath}${returnQuery(rawQuery(request))}`);
  if (!signedIn)
    return goTo(reply, sessionCookie.signInAddress(request, language, rawQuery(request)));
  const refusal = await startChecks.refusedUser(request, signedIn.user);
  if (refusal !== undefined) return goTo(reply, refusal);
  // the application that the user wants to open has priority
  const meant = returnQuery(rawQuery(request)) === '' && returnToCookie.takePage(request, reply);
  if (meant && meant !== path) return goTo(reply, `/${language}/${meant}`);
  rememberLanguage(request, reply, language);
  const render = signedInPages[path];
  if (!render) throw new Error(`no page for signed-in users: ${path}`);
  return sendPage(request, reply, await render(request, signedIn, language), { signedIn });
}

/** Sends a page without user data. Redirects signed-in users from pages for anonymous users to the applications. */
async function sendPublic(navigation: Navigation, { path, access }: Screen) {
  const { pages, request, reply, language } = navigation;
  const { site, sessionCookie } = pages;
  const session = access === 'anonymous' ? await sessionCookie.find(request) : undefined;
  if (session && (await isSufficient(navigation, session)))
    return goTo(reply, `/${language}/apps${rawQuery(request)}`);
  rememberLanguage(request, reply, language);
  // its address contains a ticket, which must not appear in links and Referer headers
  const bringsTicket = path === sandboxPage;
  if (bringsTicket) reply.header('referrer-policy', 'no-referrer');
  // the path of the screen, because the request may spell it with escapes, and the body is kept
  const address = bringsTicket
    ? { path, query: '', carried: '' }
    : { ...pageAddress(request), path };
  const render = () => site.renderScreen(path, language, address);
  // links keep the query, so only the page without a query is the same for every user
  const page =
    address.query === '' ? { cache: site.cache, key: `${language} ${path}`, render } : render();
  return sendPage(request, reply, page);
}

function registerLanguage(server: FastifyInstance, pages: Pages, language: Language) {
  const screens = new Map(pages.site.description.screens.map((screen) => [screen.path, screen]));

  server.get(`/${language}`, (request, reply) => goTo(reply, `/${language}/${rawQuery(request)}`));

  server.get(`/${language}/`, async (request, reply) => {
    const navigation = { pages, request, reply, language };
    return sendRefused(navigation) ?? sendLogin(navigation);
  });

  server.get<{ Params: { '*': string } }>(`/${language}/*`, async (request, reply) => {
    const path = request.params['*'];
    const screen = screens.get(path);
    const navigation = { pages, request, reply, language };
    if (!screen) return sendNotFound(navigation, path);
    if (screen.access === 'public') return sendPublic(navigation, screen);
    const send = () =>
      screen.access === 'signed-in'
        ? sendSignedIn(navigation, path)
        : sendPublic(navigation, screen);
    return sendRefused(navigation) ?? send();
  });
}

export function registerPages(server: FastifyInstance, pages: Pages) {
  for (const language of languages) registerLanguage(server, pages, language);
  // home and every known page without a language redirect to the remembered language
  for (const path of ['', ...pages.site.description.screens.map((screen) => screen.path)])
    for (const address of path === '' ? ['/'] : [`/${path}`, `/${path}/`])
      server.get(address, (request, reply) => chooseLanguage(request, reply, path));
}
