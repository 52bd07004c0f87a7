// Renders the sign-in page for one request: the notice, the requested application and the sign-in methods that it
// accepts.

import type { LoginNotice } from '@brama/contract/pages/login-page';
import type { PageProps } from '@brama/contract/pages/page-props';
import { idleWords, waitWords } from '@brama/contract/pages/wait-words';
import { type Language, paths } from '@brama/contract/paths';
import { methodNotices } from '@brama/contract/sign-in/methods';
import { isSharedComputer, sharedComputerParameter } from '@brama/contract/sign-in/return-params';
import type { FastifyRequest } from 'fastify';
import type { FindSignInOffer, SignInOffer } from '../http/sign-in-requirements.ts';
import { pageAddress } from './address.ts';
import type { Refusal } from './refusal.ts';
import type { CacheablePage } from './send-page.ts';
import type { Site } from './web-build.ts';

type ShownApplication = PageProps['sign-in']['application'];

/** Returns what the page shows of an application; null if there is none with this id. */
export type ShowApplication = (id: string, language: Language) => Promise<ShownApplication>;

/** Returns the titles of the applications with these names, without unknown names. */
export type TitlesByNames = (names: readonly string[], language: Language) => Promise<string[]>;

export type LoginPage = (
  request: FastifyRequest,
  language: Language,
  notice: LoginNotice,
  more?: {
    /** The username that the user typed. Default: the one that the application suggests. */
    typed?: string;
    /** Whether “This is a shared computer” is checked. Default: as the query says. */
    sharedComputer?: boolean;
    /** For the notice `throttled`. */
    waitSeconds?: number;
  },
) => Promise<string | CacheablePage>;

function refusedNotice({ code }: Refusal): LoginNotice {
  if (code === undefined) return 'invalid-credentials';
  return code === 'sign-in.throttled' ? 'throttled' : 'unavailable';
}

/** Renders the page after its form was refused. It keeps the typed username and drops the password. */
export const refusedLoginPage = (
  loginPage: LoginPage,
  request: FastifyRequest,
  language: Language,
  refusal: Refusal,
) =>
  loginPage(request, language, refusedNotice(refusal), {
    typed: refusal.kept['username']?.trim() ?? '',
    sharedComputer: refusal.kept[sharedComputerParameter] === 'true',
    waitSeconds: refusal.retryAfterSeconds ?? 0,
  });

/** Queries with which the page is the same for every user: none, or a notice only. */
const sharedQueries: ReadonlySet<string> = new Set([
  '',
  '?signed-out',
  '?session=ended',
  '?password=changed',
  ...Object.entries(methodNotices).flatMap(([parameter, notices]) =>
    Object.keys(notices).map((value) => `?${parameter}=${value}`),
  ),
]);

const maxNames = 20;

type Deps = {
  site: Site;
  showApplication: ShowApplication;
  titlesByNames: TitlesByNames;
  findSignInOffer: FindSignInOffer;
  /** The idle lifetime of sessions on shared computers. */
  sharedIdleSeconds: number;
};

/**
 * Returns the methods that meet the requirements; all methods if no method does. If methods are missing, also a sentence
 * that explains it, and the address to continue without the voluntary level.
 */
function offerOf(
  { methods, translate }: Site,
  wanted: SignInOffer | undefined,
  carried: string,
  language: Language,
) {
  const fitting = methods.filter((id) => wanted?.methods?.includes(id) ?? true);
  if (fitting.length === 0 || fitting.length === methods.length)
    return { methods: [...methods], sentence: '', continueHref: '' };
  const t = translate(language);
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  const ways = list.format(fitting.map((id) => t(`login:only.ways.${id}`)));
  return wanted?.isVoluntary
    ? {
        methods: fitting,
        sentence: ` ${t('login:only.preferred', { ways })}`,
        continueHref: `${paths.withoutLevel}${carried}`,
      }
    : { methods: fitting, sentence: ` ${t('login:only.text', { ways })}`, continueHref: '' };
}

export function createLoginPage(deps: Deps): LoginPage {
  const { site } = deps;

  /**
   * Returns the titles of the applications in the query that could not be notified of a sign-out. Unknown names are
   * left out, so that no link can put its own text on this page.
   */
  async function notNotified(request: FastifyRequest, language: Language): Promise<string> {
    const { untold } = request.query as Record<string, unknown>;
    if (typeof untold !== 'string') return '';
    const titles = await deps.titlesByNames(untold.split(',').slice(0, maxNames), language);
    return new Intl.ListFormat(language).format(titles);
  }

  /** Returns the application to which the user continues. */
  async function goalOf(carried: string, language: Language): Promise<ShownApplication> {
    const appId = new URLSearchParams(carried).get('appId');
    // without the database the page is still sent
    return appId === null ? null : deps.showApplication(appId, language).catch(() => null);
  }

  return async (request, language, notice, more = {}) => {
    const { typed, sharedComputer, waitSeconds = 0 } = more;
    const address = pageAddress(request);
    const isPartly = notice === 'signed-out-partly';
    const untold = isPartly ? await notNotified(request, language).catch(() => '') : '';
    // without the database the page is still sent
    const wanted = await deps.findSignInOffer(request).catch(() => undefined);
    const { sentence, ...offer } = offerOf(site, wanted, address.carried, language);
    const props = {
      ...offer,
      // a forged link with unknown names must not report a failed sign-out
      notice: isPartly && untold === '' ? ('signed-out' as const) : notice,
      username: typed ?? wanted?.loginHint ?? '',
      application: await goalOf(address.carried, language),
      lead: `${site.translate(language)('login:description')}${sentence}`,
      untold,
      sharedComputer: sharedComputer ?? isSharedComputer(address.query),
      sharedIdle: idleWords(deps.sharedIdleSeconds, language),
      wait: notice === 'throttled' ? waitWords(waitSeconds, language) : '',
    };
    const render = () => site.renderPage('sign-in', language, props, address);
    const isSame =
      typed === undefined && sharedComputer === undefined && sharedQueries.has(address.query);
    if (!isSame) return render();
    // these queries name no application, so the key covers all differences
    return { cache: site.cache, key: `${language} ${props.notice} ${address.query}`, render };
  };
}
