// The pages for a forgotten password. Plain forms, with and without JavaScript.

import { type Language, languages, passwordPath } from '@brama/contract/paths';
import { forgottenPasswordRequest, resetPasswordRequest } from '@brama/contract/sign-in/password/schemas';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { fail, RequestError } from '../../../errors.ts';
import type { ReturnToCookie } from '../../../http/return-to-cookie.ts';
import { pageAddress } from '../../../pages/address.ts';
import { rememberLanguage } from '../../../pages/language/language.ts';
import type { PasswordPages } from '../password-pages.ts';
import type { Reset } from './reset.ts';

type Deps = { reset: Reset; pages: PasswordPages; returnToCookie: ReturnToCookie };

/** What stands in a field of a form that could not be taken. */
function typedIn(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value.slice(0, 256) : '';
}

export async function registerReset(
  server: FastifyInstance,
  { reset, pages, returnToCookie }: Deps,
) {
  async function ask(request: FastifyRequest, reply: FastifyReply, language: Language) {
    try {
      const form = forgottenPasswordRequest.safeParse(request.body);
      if (!form.success) fail('request.invalid');
      await reset.ask(request, language, form.data.username);
      // the letter brings only itself: where its reader was going stays in this browser
      const { carried } = pageAddress(request);
      returnToCookie.rememberReturnParams(reply, carried);
      return reply.redirect(`/${language}/${passwordPath}/sent${carried}`, 303);
    } catch (error) {
      const username = typedIn(request.body, 'username');
      return pages.showRefusal(request, reply, language, 'password-forgot', { error, username });
    }
  }

  async function use(request: FastifyRequest, reply: FastifyReply, language: Language) {
    try {
      const form = resetPasswordRequest.safeParse(request.body);
      if (!form.success) fail('request.invalid');
      const { code, newPassword } = form.data;
      const mark = await reset.use(request, language, { token: code.trim(), newPassword });
      mark(reply);
      const query = returnToCookie.takeReturnParams(request, reply, { password: 'changed' });
      return reply.redirect(`/${language}/${query}`, 303);
    } catch (error) {
      // one that is over helps nobody who types the next
      const isOver = error instanceof RequestError && error.code === 'password.link-over';
      const code = isOver ? '' : typedIn(request.body, 'code');
      return pages.showRefusal(request, reply, language, 'password-reset', { error, code });
    }
  }

  const forms: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(formbody);
    for (const language of languages) {
      const below = `/${language}/${passwordPath}`;
      for (const page of ['forgot', 'sent', 'reset'] as const)
        scope.get(`${below}/${page}`, (request, reply) => {
          rememberLanguage(request, reply, language);
          return pages.show(request, reply, language, `password-${page}`);
        });
      scope.post(`${below}/forgot`, (request, reply) => ask(request, reply, language));
      scope.post(`${below}/reset`, (request, reply) => use(request, reply, language));
    }
  };
  await server.register(forms);
}
