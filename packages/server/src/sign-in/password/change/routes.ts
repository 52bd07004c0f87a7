// Routes for changing the password: the page with its form, the API route, and the address where password managers look for
// the page (https://w3c.github.io/webappsec-change-password-url/).

import type { PasswordPage } from '@brama/contract/pages/page-ids';
import {
  changePasswordPath,
  type Language,
  languages,
  passwordPath,
  paths,
} from '@brama/contract/paths';
import { changePasswordRequest } from '@brama/contract/sign-in/password/schemas';
import { emptyResponse } from '@brama/contract/sign-in/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail, RequestError } from '../../../errors.ts';
import { registerForms } from '../../../http/forms.ts';
import { typed } from '../../../http/server.ts';
import {
  acceptedLanguage,
  rememberedLanguage,
  rememberLanguage,
} from '../../../pages/language/language.ts';
import type { SignedIn } from '../../../sessions/store.ts';
import type { Password } from '../context.ts';
import { changePassword, type RequiredConfirmation, requiredConfirmation } from './change.ts';

const pageOf: Record<RequiredConfirmation, PasswordPage> = {
  'current-password': 'password',
  'sign-in': 'password-recent',
  'second-factor': 'password-recent',
  nothing: 'password-set',
};

/** The page that a user sees who must do this first, and what it says. */
function pageFor(required: RequiredConfirmation) {
  const missing = required === 'second-factor' ? ('second-factor' as const) : ('sign-in' as const);
  return { page: pageOf[required], missing };
}

/** Empty fields count as missing. */
function filledIn(body: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => value !== ''));
}

export async function registerChange(server: FastifyInstance, password: Password) {
  const { pages, http } = password;
  const { sessionCookie, returnToCookie } = http;

  function toSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    language: Language,
    status: 302 | 303,
  ) {
    returnToCookie.rememberPage(reply, passwordPath);
    const address = sessionCookie.signInAddress(request, language, '');
    return reply.header('cache-control', 'no-store').redirect(address, status);
  }

  const ownOf = ({ user }: SignedIn) => ({
    username: user.username,
    userHash: sessionCookie.userHashOf(user.id),
  });

  async function showPage(request: FastifyRequest, reply: FastifyReply, language: Language) {
    const signedIn = await sessionCookie.signedIn(request);
    if (!signedIn) return toSignIn(request, reply, language, 302);
    rememberLanguage(request, reply, language);
    const { page, missing } = pageFor(await requiredConfirmation(password, signedIn));
    return pages.show(request, reply, language, page, { ...ownOf(signedIn), missing });
  }

  async function takeForm(request: FastifyRequest, reply: FastifyReply, language: Language) {
    try {
      const form = changePasswordRequest.safeParse(filledIn(request.body));
      if (!form.success) fail('request.invalid');
      await changePassword(password, { request, reply }, form.data, language);
      return reply.redirect(`/${language}/${passwordPath}/changed`, 303);
    } catch (error) {
      const signedIn = await sessionCookie.signedIn(request);
      if (!signedIn && error instanceof RequestError)
        return toSignIn(request, reply, language, 303);
      if (!signedIn) throw error;
      const { page, missing } = pageFor(await requiredConfirmation(password, signedIn));
      const own = { ...ownOf(signedIn), missing };
      return pages.showRefusal(request, reply, language, page, { error, ...own });
    }
  }

  function registerLanguage(scope: FastifyInstance, language: Language) {
    const address = `/${language}/${passwordPath}`;
    scope.get(address, (request, reply) => showPage(request, reply, language));
    scope.post(address, (request, reply) => takeForm(request, reply, language));
    scope.get(`${address}/changed`, async (request, reply) => {
      const signedIn = await sessionCookie.signedIn(request);
      if (!signedIn) return toSignIn(request, reply, language, 302);
      rememberLanguage(request, reply, language);
      const { userHash } = ownOf(signedIn);
      return pages.show(request, reply, language, 'password-changed', { userHash });
    });
  }

  await registerForms(server, (scope) => {
    for (const language of languages) registerLanguage(scope, language);
  });
  for (const address of [changePasswordPath, `/${passwordPath}`])
    server.get(address, (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .redirect(`/${rememberedLanguage(request)}/${passwordPath}`, 302),
    );
  typed(server).post(
    paths.password,
    { schema: { body: changePasswordRequest, response: { 200: emptyResponse } } },
    async (request, reply) => {
      const language = acceptedLanguage(request);
      await changePassword(password, { request, reply }, request.body, language);
      return {};
    },
  );
}
