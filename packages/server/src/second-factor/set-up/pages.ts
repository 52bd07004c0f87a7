// What the page for setting up a second factor shows, and the page with new recovery codes.

import { accountPath, accountSectionPath } from '@brama/contract/pages/account/sections';
import type { PageProps } from '@brama/contract/pages/page-props';
import type { Language } from '@brama/contract/paths';
import { secondFactorProps } from '@brama/contract/second-factor/pages';
import { newCodesPath } from '@brama/contract/second-factor/second-factor';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import type { z } from 'zod';
import { totpUri } from '../../factors/totp.ts';
import { wantsPage } from '../../http/request-kind.ts';
import { pageAddress, rawQuery } from '../../pages/address.ts';
import type { PageExchange, Shown } from '../../pages/form-page.ts';
import { sendPage } from '../../pages/send-page.ts';
import type { User } from '../../users/user.ts';
import type { SecondFactorContext } from './context.ts';
import { decryptEnrolment, encryptEnrolment, newEnrolment } from './enrolment.ts';
import type { Owner } from './owner.ts';

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? '';

/** Returns what the page shows: the secret of the refused form, or a new one. */
export async function propsFor(
  context: SecondFactorContext,
  owner: Owner,
  language: Language,
  { message, code, kept }: Shown,
): Promise<PageProps['second-factor-set-up']> {
  const { site, factors, http, issuer, passkeyAdding, now } = context;
  const { user, pending } = owner;
  const t = site.translate(language);
  // the secret was used meanwhile
  const given =
    code === 'session.required' ? undefined : decryptEnrolment(context, owner, kept('enrolment'));
  const enrolment = given ?? (await newEnrolment(context));
  const codeError = kept('codeError') as '' | 'empty' | 'wrong';
  const dueAt = pending?.dueAt ?? 0;
  return {
    userHash: pending ? '' : http.sessionCookie.userHashOf(user.id),
    username: user.username,
    secret: inGroups(enrolment.secret),
    uri: await totpUri(enrolment.secret, issuer, user.username),
    enrolment: encryptEnrolment(context, owner, enrolment),
    replaces: (await factors.totp.find(user.id)) !== undefined,
    dueAt: dueAt > now() ? new Date(dueAt).toISOString() : null,
    offersPasskey: pending !== undefined && passkeyAdding !== undefined,
    codeError: codeError && t(`second-factor-set-up:set-up.errors.${codeError}`),
    message,
  };
}

/** What the page with recovery codes says. */
const told = secondFactorProps['second-factor-codes'].omit({ username: true });
export type Told = Omit<z.infer<typeof told>, 'userHash' | 'hasEndedOthers' | 'createdAt'> & {
  hasEndedOthers?: boolean;
};

const codesPathIn = (language: Language) => `/${language}/${newCodesPath}`;

function renderCodes(
  { site }: Pick<SecondFactorContext, 'site'>,
  { request, language }: PageExchange,
  props: PageProps['second-factor-codes'],
): string {
  // the codes cannot be shown again, so the language switch leads to another page
  const address = { ...pageAddress(request), path: accountPath };
  return site.renderPage('second-factor-codes', language, props, address);
}

/** Leads to the page that shows new recovery codes, once. Without codes it offers to make new ones. `href` may have return parameters. */
export function sendCodes(
  context: Pick<SecondFactorContext, 'site' | 'http' | 'now'>,
  exchange: PageExchange,
  { id, username }: Pick<User, 'id' | 'username'>,
  { hasEndedOthers = false, ...given }: Told,
) {
  const { request, reply, language } = exchange;
  const userHash = context.http.sessionCookie.userHashOf(id);
  const createdAt = new Date(context.now()).toISOString();
  const content = { ...given, userHash, hasEndedOthers, createdAt };
  const path = codesPathIn(language);
  // the address has the return parameters, which may be longer than a cookie
  const [href] = given.href.split('?', 1);
  const notice = { ...content, href };
  // the old codes are void, so a notice that cannot be left must not lose the new ones
  if (!wantsPage(request) || !request.server.oneTimeNotice.leave(reply, path, notice)) {
    const page = renderCodes(context, exchange, { ...content, username });
    return sendPage(request, reply, page, { personal: true });
  }
  return reply
    .header('cache-control', 'no-store')
    .redirect(`${path}${returnQuery(rawQuery(request))}`, 303);
}

/** Shows the codes to which a form has led. On Back and Reload they were shown before. */
export async function showCodes(context: SecondFactorContext, exchange: PageExchange) {
  const { request, reply, language } = exchange;
  const query = returnQuery(rawQuery(request));
  const notice = request.server.oneTimeNotice.take(request, reply, codesPathIn(language));
  const signedIn = await context.http.sessionCookie.signedIn(request);
  if (!signedIn)
    return reply.redirect(context.http.sessionCookie.signInAddress(request, language, query), 303);
  const { id, username } = signedIn.user;
  const userHash = context.http.sessionCookie.userHashOf(id);
  const given = told.safeParse(notice?.content).data;
  const shownBefore = {
    userHash,
    codes: [],
    after: null,
    hasEndedOthers: false,
    createdAt: new Date(context.now()).toISOString(),
    href: `/${language}/${accountSectionPath('sign-in-methods')}`,
  };
  const content = given?.userHash === userHash ? given : shownBefore;
  const href = query === '' ? content.href : `/${language}/apps${query}`;
  const page = renderCodes(context, exchange, { ...content, href, username });
  return sendPage(request, reply, page, { personal: true, signedIn });
}
