// The pages for a forgotten password: plain forms that need no JavaScript.

import { accountSecured } from '@brama/contract/pages/login-page';
import { type Language, languages, passwordPath } from '@brama/contract/paths';
import {
  forgottenPasswordRequest,
  resetPasswordRequest,
} from '@brama/contract/sign-in/password/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail, RequestError } from '../../../errors.ts';
import { registerForms } from '../../../http/forms.ts';
import { pageAddress } from '../../../pages/address.ts';
import { rememberLanguage } from '../../../pages/language/language.ts';
import { type Reset, requestLink, resetPassword } from './reset.ts';

/** Returns the content of a field, also of an invalid form. */
function typedIn(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value.slice(0, 256) : '';
}

export async function registerReset(server: FastifyInstance, reset: Reset) {
  const { pages, http } = reset.password;
  const { returnToCookie } = http;

  async function takeName(request: FastifyRequest, reply: FastifyReply, language: Language) {
    try {
      const form = forgottenPasswordRequest.safeParse(request.body);
      if (!form.success) fail('request.invalid');
      await requestLink(reset, request, language, form.data.username);
      // the link in the email has no return parameters: a cookie of this browser keeps them
      const { carried } = pageAddress(request);
      returnToCookie.rememberReturnParams(reply, carried);
      return reply.redirect(`/${language}/${passwordPath}/sent${carried}`, 303);
    } catch (error) {
      const username = typedIn(request.body, 'username');
      return pages.showRefusal(request, reply, language, 'password-forgot', { error, username });
    }
  }

  async function takePassword(request: FastifyRequest, reply: FastifyReply, language: Language) {
    try {
      const form = resetPasswordRequest.safeParse(request.body);
      if (!form.success) fail('request.invalid');
      const { code, newPassword } = form.data;
      const given = { token: code.trim(), newPassword };
      const applyCookie = await resetPassword(reset.password, request, language, given);
      applyCookie(reply);
      const query = returnToCookie.takeReturnParams(request, reply, { password: 'changed' });
      return reply.redirect(`/${language}/${query}`, 303);
    } catch (error) {
      // an expired code is not shown again, because the user needs a new one
      const isOver = error instanceof RequestError && error.code === 'password.link-over';
      const code = isOver ? '' : typedIn(request.body, 'code');
      return pages.showRefusal(request, reply, language, 'password-reset', { error, code });
    }
  }

  await registerForms(server, (scope) => {
    for (const language of languages) {
      const below = `/${language}/${passwordPath}`;
      for (const page of ['forgot', 'sent', 'reset'] as const)
        scope.get(`${below}/${page}`, (request, reply) => {
          rememberLanguage(request, reply, language);
          const query = request.query as Record<string, unknown>;
          const secured = query[accountSecured.name] === accountSecured.value;
          return pages.show(request, reply, language, `password-${page}`, { secured });
        });
      scope.post(`${below}/forgot`, (request, reply) => takeName(request, reply, language));
      scope.post(`${below}/reset`, (request, reply) => takePassword(request, reply, language));
    }
  });
}
