// The logout address of CAS. A page asks the user, because a foreign page could load the address as an image. The request is
// encrypted in the form, so the server stores nothing.

import { signedOutQuery } from '@brama/contract/pages/login-page';
import { defaultLanguage, type Language, languages } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fail } from '../../../errors.ts';
import { pathAndQuery } from '../../../pages/address.ts';
import { rememberedLanguage, responseLanguage } from '../../../pages/language/language.ts';
import { sendPage } from '../../../pages/send-page.ts';
import type { Session } from '../../../sessions/session.ts';
import { formTargetOf, withFormTarget } from '../../hand-over/form-target.ts';
import { sendSignedOut } from '../../sign-out/signed-out-reply.ts';
import type { CasDeps } from '../deps.ts';
import type { FoundService } from '../find-service.ts';

export const logoutPath = '/cas/logout';
export const confirmPath = `${logoutPath}/confirm`;

const logoutForm = z.object({
  uid: z.string(),
  service: z.string().optional(),
  language: z.enum(languages).catch(defaultLanguage),
});
type LogoutForm = z.infer<typeof logoutForm>;

/** The encryption context is part of issued forms. */
const formContext = 'CAS sign-out form';

/** Returns the registered service to which the user returns; any other one is ignored (section 2.3.2). */
async function findReturn({ findService }: CasDeps, service: unknown) {
  const found = typeof service === 'string' ? await findService(service) : undefined;
  return found && 'href' in found ? found : undefined;
}

function repeatAddress(found: FoundService | undefined): string {
  return found ? `${logoutPath}?${new URLSearchParams({ service: found.href })}` : logoutPath;
}

function sendQuestion(
  { encryption, pages }: CasDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { session, found }: { session: Session; found: FoundService | undefined },
) {
  const language = responseLanguage(request);
  if (found) {
    const policy = `${reply.getHeader('content-security-policy')}`;
    const target = formTargetOf(found.href);
    reply.header('content-security-policy', withFormTarget(policy, target));
  }
  const form: LogoutForm = { uid: session.uid, service: found?.href, language };
  const props = {
    application: found?.application.title[language] ?? '',
    action: confirmPath,
    proof: encryption.encrypt(JSON.stringify(form), formContext),
  };
  const address = pathAndQuery(repeatAddress(found));
  const page = pages.interactionPages(language, 'sign-out', props, address);
  return sendPage(request, reply, page, { personal: true });
}

export async function answerLogout(deps: CasDeps, request: FastifyRequest, reply: FastifyReply) {
  const { service } = request.query as { service?: unknown };
  const found = await findReturn(deps, service);
  const session = await deps.http.sessionCookie.find(request);
  if (session) return sendQuestion(deps, request, reply, { session, found });
  return reply.redirect(found?.href ?? signedOutAddress(rememberedLanguage(request)), 303);
}

const signedOutAddress = (language: Language) => `/${language}/${signedOutQuery([])}`;

function readForm({ encryption }: CasDeps, form: URLSearchParams): LogoutForm {
  const text = encryption.decrypt(form.get('proof') ?? '', formContext);
  return text === undefined ? fail('request.invalid') : logoutForm.parse(JSON.parse(text));
}

/** Handles the form of that page, however old the page is. */
export async function handleConfirmation(
  deps: CasDeps,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { uid, service, language } = readForm(deps, request.body as URLSearchParams);
  // the service may have been removed since
  const found = await findReturn(deps, service);
  const session = await deps.http.sessionCookie.find(request);
  // another user has signed in since
  if (session && session.uid !== uid) return reply.redirect(repeatAddress(found), 303);
  // the application that sends the user has ended its own session before
  const notNotified = (await deps.http.signOut(request, reply)).filter(
    ({ id }) => id !== found?.application.id,
  );
  const address = found?.href;
  return sendSignedOut(deps.pages.pageNotices, request, reply, { language, address, notNotified });
}
