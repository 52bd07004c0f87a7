// Renders the page for setting up a second factor, and the page with new recovery codes.

import { accountPath } from '@brama/contract/pages/account/sections';
import type { PageProps } from '@brama/contract/pages/page-props';
import type { Language } from '@brama/contract/paths';
import { setUpPath } from '@brama/contract/second-factor/second-factor';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { totpUri } from '../../factors/totp.ts';
import { pageAddress } from '../../pages/address.ts';
import { sendPage } from '../../pages/send-page.ts';
import type { User } from '../../users/user.ts';
import type { SecondFactorContext } from './context.ts';
import { type Enrolment, encryptEnrolment } from './enrolment.ts';
import type { Owner } from './owner.ts';

export type Exchange = { request: FastifyRequest; reply: FastifyReply; language: Language };

type Shown = { codeError?: string; message?: string; status?: number };

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? '';

/** Sends the page with this secret. */
export async function sendSetUp(
  context: SecondFactorContext,
  { request, reply, language }: Exchange,
  owner: Owner,
  enrolment: Enrolment,
  { codeError = '', message = '', status = 200 }: Shown = {},
) {
  const { site, factors, http, issuer, passkeyAdding, now } = context;
  const { user, pending } = owner;
  const { secret } = enrolment;
  const dueAt = pending?.dueAt ?? 0;
  const props: PageProps['second-factor-set-up'] = {
    userHash: pending ? '' : http.sessionCookie.userHashOf(user.id),
    username: user.username,
    secret: inGroups(secret),
    uri: await totpUri(secret, issuer, user.username),
    enrolment: encryptEnrolment(context, owner, enrolment),
    replaces: (await factors.totp.find(user.id)) !== undefined,
    dueAt: dueAt > now() ? new Date(dueAt).toISOString() : null,
    offersPasskey: pending !== undefined && passkeyAdding !== undefined,
    codeError,
    message,
  };
  // the address may be that of a form without a page of its own
  const address = { ...pageAddress(request), path: setUpPath };
  const html = site.renderPage('second-factor-set-up', language, props, address);
  return sendPage(request, reply, html, { status, personal: true });
}

type CodesProps = PageProps['second-factor-codes'];

/** What the page with recovery codes says. */
export type Told = Pick<CodesProps, 'codes' | 'after' | 'href'> & { hasEndedOthers?: boolean };

/** Sends the page that shows new recovery codes, once. Without codes it offers to make new ones. */
export function sendCodes(
  { site, http, now }: Pick<SecondFactorContext, 'site' | 'http' | 'now'>,
  { request, reply, language }: Exchange,
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
