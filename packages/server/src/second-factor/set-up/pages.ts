// What the page for setting up a second factor shows, and the page with new recovery codes.

import { accountPath } from '@brama/contract/pages/account/sections';
import type { PageProps } from '@brama/contract/pages/page-props';
import type { Language } from '@brama/contract/paths';
import { totpUri } from '../../factors/totp.ts';
import { pageAddress } from '../../pages/address.ts';
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

type CodesProps = PageProps['second-factor-codes'];

/** What the page with recovery codes says. */
export type Told = Pick<CodesProps, 'codes' | 'after' | 'href'> & { hasEndedOthers?: boolean };

/** Sends the page that shows new recovery codes, once. Without codes it offers to make new ones. */
export function sendCodes(
  { site, http, now }: Pick<SecondFactorContext, 'site' | 'http' | 'now'>,
  { request, reply, language }: PageExchange,
  { id, username }: Pick<User, 'id' | 'username'>,
  { hasEndedOthers = false, ...given }: Told,
) {
  const userHash = http.sessionCookie.userHashOf(id);
  const createdAt = new Date(now()).toISOString();
  const props = { ...given, username, userHash, hasEndedOthers, createdAt };
  // the codes cannot be shown again, so the language switch leads to another page
  const address = { ...pageAddress(request), path: accountPath };
  const html = site.renderPage('second-factor-codes', language, props, address);
  return sendPage(request, reply, html, { personal: true });
}
