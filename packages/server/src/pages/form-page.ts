// Pages with forms that need no JavaScript. An area declares what a page shows, what its forms contain, what they do and where the user
// continues. This file opens the page, reads a form, and leads one that is refused back to the page, which says why.

import { type ErrorCode, errorTable } from '@brama/contract/errors';
import type { PageId, PageProps } from '@brama/contract/pages/page-props';
import { type Language, languages } from '@brama/contract/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { fail } from '../errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { type FormOptions, registerForms } from '../http/forms.ts';
import { logError } from '../http/replies.ts';
import { wantsPage } from '../http/request-kind.ts';
import type { ReturnToCookie } from '../http/return-to-cookie.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { SignedIn } from '../sessions/store.ts';
import { pageAddress, rawQuery } from './address.ts';
import { rememberLanguage } from './language/language.ts';
import {
  type Kept,
  leadToRefusal,
  type Refusal,
  type RefusalWords,
  refusalWords,
  takeRefusal,
} from './refusal.ts';
import { type CacheablePage, sendPage } from './send-page.ts';
import type { Site } from './web-build.ts';

/** A request for a page in one language. */
export type PageExchange = Exchange & { language: Language };

/** Stands for another response than the page. */
export class Instead {
  readonly send: (exchange: PageExchange) => unknown;

  constructor(send: (exchange: PageExchange) => unknown) {
    this.send = send;
  }
}

/** Leads to another page of this site. */
export const leadTo = (address: string) =>
  new Instead(({ request, reply }) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(address, request.method === 'POST' ? 303 : 302),
  );

/** What an act returns that refuses a form and passes more values to the page than the form keeps. */
export class Refused {
  /** An error, or the status of a form that only lacks something. */
  readonly why: unknown;
  readonly kept: Kept;

  constructor(why: unknown, kept: Kept = {}) {
    this.why = why;
    this.kept = kept;
  }
}

/** How an area serves a page. */
type Served<Subject> = {
  /** Below the language. */
  path: string;
  /** Returns what the page is about, or what the user gets instead. */
  load?: Load<Subject>;
  render(
    site: Site,
    exchange: PageExchange,
    subject: Subject,
    refusal: Refusal | undefined,
  ): Promise<string | CacheablePage>;
  /** Default: it contains user data. */
  isPersonal?: boolean;
  /** Another route opens the page. */
  isOpenedElsewhere?: boolean;
};

/** `refusal`: why the form that led to the page was refused. */
type Load<Subject> = (exchange: PageExchange, refusal?: Refusal) => Promise<Subject | Instead>;

type Form<Subject, Fields, Result> = {
  /** Below the language. Default: the path of the page. */
  path?: string;
  /** Default: what the page loads. */
  load?: Load<Subject>;
  /** Default: `act` reads the body. */
  fields?: z.ZodType<Fields>;
  /** The error of a form that does not match. Default: `request.invalid`. */
  invalid?: ErrorCode;
  /** Names of the fields that the page shows again; never a password or a code of an authenticator. */
  keeps?: readonly string[];
  /** Does what the user wants. @throws why the form is refused. */
  act(exchange: PageExchange, fields: Fields, subject: Subject): Promise<Result | Refused>;
  /** Returns the path below the language where the user continues. */
  next: string | ((exchange: PageExchange, result: Result, subject: Subject) => string | Instead);
  /** Returns whether the page explains the error. The error page explains the others. Default: it explains all. */
  explains?(error: unknown): boolean;
  /** Loads again after a refusal. Default: the page keeps what it was about. */
  again?(exchange: PageExchange, refusal: Refusal, before: Subject): Promise<Subject | Instead>;
};

/** Returns the content of a field, also of an invalid form. A field that is missing or sent twice counts as empty. */
export function textIn({ body }: Pick<FastifyRequest, 'body'>, field: string): string {
  const value = (body as Record<string, unknown> | undefined)?.[field];
  return typeof value === 'string' ? value : '';
}

const longestKept = 256;

function refusalOf(
  { request, reply }: Exchange,
  { why, kept: more }: Refused,
  keeps: readonly string[],
): Refusal {
  const typed = keeps.map((field) => [field, textIn(request, field).slice(0, longestKept)]);
  const kept = { ...Object.fromEntries(typed), ...more };
  if (typeof why === 'number') return { status: why, kept };
  const { code, fields, retryAfterSeconds } = logError(why, request, reply);
  return { status: errorTable[code].status, code, fields, retryAfterSeconds, kept };
}

export class FormPage<Subject> {
  readonly #page: Served<Subject>;
  readonly #forms: { path: string; take(site: Site, exchange: PageExchange): unknown }[] = [];

  constructor(page: Served<Subject>) {
    this.#page = page;
  }

  /** Adds a form to the page. */
  takes<Fields = undefined, Result = void>(form: Form<Subject, Fields, Result>): this {
    this.#forms.push({
      path: form.path ?? this.#page.path,
      take: (site, exchange) => this.#take(site, exchange, form),
    });
    return this;
  }

  register(scope: FastifyInstance, site: Site, language: Language): void {
    if (!this.#page.isOpenedElsewhere)
      scope.get(`/${language}/${this.#page.path}`, (request, reply) =>
        this.#open(site, { request, reply, language }),
      );
    for (const { path, take } of this.#forms)
      scope.post(`/${language}/${path}`, (request, reply) =>
        take(site, { request, reply, language }),
      );
  }

  async #open(site: Site, exchange: PageExchange) {
    const { request, reply, language } = exchange;
    const refusal = takeRefusal(exchange, this.#pathIn(language));
    const subject = (await this.#page.load?.(exchange, refusal)) as Subject | Instead;
    if (subject instanceof Instead) return subject.send(exchange);
    rememberLanguage(request, reply, language);
    return this.#show(site, exchange, subject, refusal);
  }

  #pathIn(language: Language) {
    return `/${language}/${this.#page.path}`;
  }

  async #take<Fields, Result>(
    site: Site,
    exchange: PageExchange,
    form: Form<Subject, Fields, Result>,
  ) {
    const { load = this.#page.load, next } = form;
    const subject = (await load?.(exchange)) as Subject | Instead;
    if (subject instanceof Instead) return subject.send(exchange);
    const result = await this.#act(exchange, form, subject);
    if (result instanceof Refused) return this.#refuse(site, exchange, form, subject, result);
    const to = typeof next === 'string' ? next : next(exchange, result, subject);
    if (to instanceof Instead) return to.send(exchange);
    return exchange.reply.redirect(`/${exchange.language}/${to}`, 303);
  }

  async #act<Fields, Result>(
    exchange: PageExchange,
    { fields, invalid = 'request.invalid', act, explains }: Form<Subject, Fields, Result>,
    subject: Subject,
  ): Promise<Result | Refused> {
    try {
      const form = fields?.safeParse(exchange.request.body);
      if (form?.success === false) fail(invalid);
      return await act(exchange, form?.data as Fields, subject);
    } catch (error) {
      if (explains && !explains(error)) throw error;
      return new Refused(error);
    }
  }

  /**
   * Answers a refused form. Nothing else decides how: a browser opens the page by GET, so that Back and Reload do not send the form again.
   * A script gets the page at once. So does everybody after a server error: proxies see its status, and Reload is the retry.
   */
  async #refuse<Fields, Result>(
    site: Site,
    exchange: PageExchange,
    { keeps = [], again }: Form<Subject, Fields, Result>,
    before: Subject,
    refused: Refused,
  ) {
    const refusal = refusalOf(exchange, refused, keeps);
    const subject = again ? await again(exchange, refusal, before) : before;
    if (subject instanceof Instead) return subject.send(exchange);
    const { request, language } = exchange;
    if (refusal.status >= 500 || !wantsPage(request))
      return this.#show(site, exchange, subject, refusal);
    const address = { path: this.#pathIn(language), query: rawQuery(request) };
    return leadToRefusal(exchange, address, refusal);
  }

  async #show(site: Site, exchange: PageExchange, subject: Subject, refusal?: Refusal) {
    const page = await this.#page.render(site, exchange, subject, refusal);
    return sendPage(exchange.request, exchange.reply, page, {
      status: refusal?.status ?? 200,
      personal: this.#page.isPersonal ?? true,
    });
  }
}

/** Loads the signed-in user. Leads others to the sign-in page, and then back to `page`. */
export const loadSignedIn =
  (
    {
      sessionCookie,
      returnToCookie,
    }: { sessionCookie: SessionCookie; returnToCookie: ReturnToCookie },
    page: string,
  ): Load<SignedIn> =>
  async ({ request, reply, language }) => {
    const signedIn = await sessionCookie.signedIn(request);
    if (signedIn) return signedIn;
    returnToCookie.rememberPage(reply, page);
    return leadTo(sessionCookie.signInAddress(request, language, ''));
  };

/** What a page shows of a refused form. All of it is empty when the user opens the page. */
export type Shown = {
  /** The reason, in the language of the page. */
  message: string;
  code: ErrorCode | undefined;
  /** Returns what the form has kept. */
  kept(field: string): string;
};

/** Declares a page whose props depend on what it is about and on a refused form. */
export function formPage<Page extends PageId, Subject = undefined>({
  page,
  props,
  words,
  ...served
}: Pick<Served<Subject>, 'path' | 'load'> & {
  page: Page | ((subject: Subject) => Page);
  props(
    shown: Shown,
    subject: Subject,
    exchange: PageExchange,
  ): PageProps[Page] | Promise<PageProps[Page]>;
  /** Words of this page for some reasons. */
  words?: RefusalWords;
}): FormPage<Subject> {
  return new FormPage({
    ...served,
    async render(site, exchange, subject, refusal) {
      const { request, language } = exchange;
      const message = refusal
        ? refusalWords(site.translate(language), language, refusal, words)
        : '';
      const kept = (field: string) => refusal?.kept[field] ?? '';
      const shown = { message, code: refusal?.code, kept };
      const own = typeof page === 'function' ? page(subject) : page;
      const address = { ...pageAddress(request), path: served.path };
      return site.renderPage(own, language, await props(shown, subject, exchange), address);
    },
  });
}

/** Registers the pages and their forms in each language. */
export async function registerFormPages(
  server: FastifyInstance,
  site: Site,
  pages: readonly Pick<FormPage<unknown>, 'register'>[],
  options: FormOptions = {},
): Promise<void> {
  const register = (scope: FastifyInstance) => {
    for (const language of languages)
      for (const page of pages) page.register(scope, site, language);
  };
  await registerForms(server, register, options);
}
