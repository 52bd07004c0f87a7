// The sign-in page for one request: the notice, the query, the application the user is on the way to, and the
// methods it takes.

import type { LoginNotice, MethodId } from '@brama/contract/pages/login-page';
import { waitWords } from '@brama/contract/pages/wait-words';
import { type Language, paths } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import type {
  FindSignInRequirements,
  SignInRequirements,
} from '../http/authentication-requirements.ts';
import { pageAddress } from './address.ts';
import type { CacheablePage } from './page-cache.ts';
import type { Translate } from './translate.ts';
import type { Site } from './web-build.ts';

/** Title of an application, if there is one with this id. */
export type ApplicationTitle = (id: string, language: Language) => Promise<string | undefined>;

/** Titles of the applications with these names; unknown names have none. */
export type TitlesByNames = (names: readonly string[], language: Language) => Promise<string[]>;

export type LoginPage = (
  request: FastifyRequest,
  language: Language,
  notice: LoginNotice,
  more?: {
    /** As username; else the application may have said whom it expects. */
    typed?: string;
    /** With the notice `throttled`. */
    waitSeconds?: number;
  },
) => Promise<string | CacheablePage>;

/** With these the page is the same for everybody: none, or a notice alone. */
const sharedQueries: ReadonlySet<string> = new Set([
  '',
  '?signed-out',
  '?session=ended',
  '?password=changed',
  '?google_auth_error=true',
  '?google_auth_error=unavailable',
]);

const mostNamed = 20;

/** Names in the query, of applications that could not be told of a sign-out. */
function untoldNames(request: FastifyRequest): string[] {
  const { untold } = request.query as Record<string, unknown>;
  return typeof untold === 'string' ? untold.split(',').slice(0, mostNamed) : [];
}

/** Says that an application takes people only by these methods, or wishes for them, so that nobody looks for the others. */
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
  /** Those that lead to what the visit is for; all where that is not known. */
  function methodsFor(demand: SignInRequirements | undefined): readonly MethodId[] {
    const fitting = site.methods.filter((id) => demand?.methods?.includes(id) ?? true);
    return fitting.length > 0 ? fitting : site.methods;
  }

  /** The methods to show; where these are not all, a sentence that says so, and the way on without them if there is one. */
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

  /** Only titles of applications there are: nobody writes on our page through its address. */
  async function untoldTitles(request: FastifyRequest, language: Language): Promise<string> {
    const names = untoldNames(request);
    if (names.length === 0) return '';
    return new Intl.ListFormat(language).format(await titlesByNames(names, language));
  }

  /** The sentence under the heading; it names the application the user is on the way to. */
  async function goalOf(carried: string, language: Language, t: ReturnType<Translate>) {
    const appId = new URLSearchParams(carried).get('appId');
    // an ornament: without the database the page comes all the same
    const title = appId && (await applicationTitle(appId, language).catch(() => undefined));
    return title ? t('login:continue-to', { app: title }) : t('login:description');
  }

  return async (request, language, notice, { typed, waitSeconds = 0 } = {}) => {
    const address = pageAddress(request);
    const t = site.translate(language);
    const partly = notice === 'signed-out-partly';
    const untold = partly ? await untoldTitles(request, language).catch(() => '') : '';
    const goal = await goalOf(address.carried, language, t);
    // without the database the page comes all the same
    const demand = await findSignInRequirements(request).catch(() => undefined);
    const { methods, sentence, wayOn } = offerOf(demand, address.carried, (shown, isVoluntary) =>
      onlyBy(shown, isVoluntary, language, t),
    );
    const props = {
      methods: [...methods],
      // names of nothing are no reason to say that something went wrong
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
    // the query holds no application, so that nothing else differs
    return { cache: site.cache, key: `${language} ${props.notice} ${address.query}`, render };
  };
}
