// Renders the sign-in page for one request: the notice, the requested application and the sign-in methods that it
// accepts.

import type { LoginNotice, MethodId } from '@brama/contract/pages/login-page';
import { waitWords } from '@brama/contract/pages/wait-words';
import { type Language, paths } from '@brama/contract/paths';
import { methodNotices } from '@brama/contract/sign-in/methods';
import type { FastifyRequest } from 'fastify';
import type { FindSignInRequirements, SignInRequirements } from '../http/sign-in-requirements.ts';
import { pageAddress } from './address.ts';
import type { CacheablePage } from './page-cache.ts';
import type { Translate } from './translate.ts';
import type { Site } from './web-build.ts';

/** Returns the title of an application; undefined if there is none with this id. */
export type ApplicationTitle = (id: string, language: Language) => Promise<string | undefined>;

/** Returns the titles of the applications with these names, without unknown names. */
export type TitlesByNames = (names: readonly string[], language: Language) => Promise<string[]>;

export type LoginPage = (
  request: FastifyRequest,
  language: Language,
  notice: LoginNotice,
  more?: {
    /** The username that the user typed. Default: the one that the application suggests. */
    typed?: string;
    /** For the notice `throttled`. */
    waitSeconds?: number;
  },
) => Promise<string | CacheablePage>;

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

const mostNamed = 20;

/** Returns the names in the query, of applications that could not be notified of a sign-out. */
function untoldNames(request: FastifyRequest): string[] {
  const { untold } = request.query as Record<string, unknown>;
  return typeof untold === 'string' ? untold.split(',').slice(0, mostNamed) : [];
}

/**
 * Returns the sentence that the application requires or prefers these methods, so that users do not look for the
 * others.
 */
function onlyBy(
  methods: readonly MethodId[],
  isVoluntary: boolean,
  language: Language,
  t: ReturnType<Translate>,
): string {
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  const ways = list.format(methods.map((id) => t(`login:only.ways.${id}`)));
  return isVoluntary ? t('login:only.wish', { ways }) : t('login:only.text', { ways });
}

type Deps = {
  site: Site;
  applicationTitle: ApplicationTitle;
  titlesByNames: TitlesByNames;
  findSignInRequirements: FindSignInRequirements;
};

export function createLoginPage({
  site,
  applicationTitle,
  titlesByNames,
  findSignInRequirements,
}: Deps): LoginPage {
  /**
   * Returns the methods that meet the requirements; all methods if there are no requirements or no method meets them.
   */
  function methodsFor(demand: SignInRequirements | undefined): readonly MethodId[] {
    const fitting = site.methods.filter((id) => demand?.methods?.includes(id) ?? true);
    return fitting.length > 0 ? fitting : site.methods;
  }

  /**
   * Returns the methods to show. If methods are missing, also a sentence that explains it, and the address to
   * continue without the voluntary level.
   */
  function offerOf(
    demand: SignInRequirements | undefined,
    carried: string,
    say: (methods: readonly MethodId[], isVoluntary: boolean) => string,
  ) {
    const methods = methodsFor(demand);
    if (methods.length === site.methods.length) return { methods, sentence: '', wayOn: '' };
    const isVoluntary = demand?.isVoluntary === true;
    const wayOn = isVoluntary ? `${paths.withoutLevel}${carried}` : '';
    return { methods, sentence: ` ${say(methods, isVoluntary)}`, wayOn };
  }

  /** Returns the titles of existing applications only, so that no link can put its own text on this page. */
  async function untoldTitles(request: FastifyRequest, language: Language): Promise<string> {
    const names = untoldNames(request);
    if (names.length === 0) return '';
    return new Intl.ListFormat(language).format(await titlesByNames(names, language));
  }

  /** Returns the sentence under the heading, with the title of the application to which the user continues. */
  async function goalOf(carried: string, language: Language, t: ReturnType<Translate>) {
    const appId = new URLSearchParams(carried).get('appId');
    // the title is optional: without the database the page is still sent
    const title = appId && (await applicationTitle(appId, language).catch(() => undefined));
    return title ? t('login:continue-to', { app: title }) : t('login:description');
  }

  return async (request, language, notice, { typed, waitSeconds = 0 } = {}) => {
    const address = pageAddress(request);
    const t = site.translate(language);
    const partly = notice === 'signed-out-partly';
    const untold = partly ? await untoldTitles(request, language).catch(() => '') : '';
    const goal = await goalOf(address.carried, language, t);
    // without the database the page is still sent
    const demand = await findSignInRequirements(request).catch(() => undefined);
    const { methods, sentence, wayOn } = offerOf(demand, address.carried, (shown, isVoluntary) =>
      onlyBy(shown, isVoluntary, language, t),
    );
    const props = {
      methods: [...methods],
      // a forged link with unknown names must not report a failed sign-out
      notice: partly && untold === '' ? 'signed-out' : notice,
      username: typed ?? demand?.loginHint ?? '',
      lead: `${goal}${sentence}`,
      untold,
      wait: notice === 'throttled' ? waitWords(waitSeconds, language) : '',
      wayOn,
    };
    const render = () => site.renderPage('sign-in', language, props, address);
    const isSame = typed === undefined && sharedQueries.has(address.query);
    if (!isSame) return render();
    // these queries name no application, so the key covers all differences
    return { cache: site.cache, key: `${language} ${props.notice} ${address.query}`, render };
  };
}
