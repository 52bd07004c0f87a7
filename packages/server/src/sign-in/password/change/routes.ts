// Routes for changing the password: the page with its form, the API route, and the address where password managers look for
// the page (https://w3c.github.io/webappsec-change-password-url/).

import type { PasswordPage } from '@brama/contract/pages/page-ids';
import { changePasswordPath, passwordPath, paths } from '@brama/contract/paths';
import { changePasswordRequest } from '@brama/contract/sign-in/password/schemas';
import { emptyResponse } from '@brama/contract/sign-in/schemas';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fail } from '../../../errors.ts';
import { typed } from '../../../http/server.ts';
import {
  formPage,
  Instead,
  loadSignedIn,
  type PageExchange,
  registerFormPages,
} from '../../../pages/form-page.ts';
import { acceptedLanguage, rememberedLanguage } from '../../../pages/language/language.ts';
import { newPasswordWords } from '../../../pages/refusal.ts';
import type { Password } from '../context.ts';
import { changePassword, type RequiredConfirmation, withConfirmation } from './change.ts';

const pageOf = {
  'current-password': 'password',
  'sign-in': 'password-recent',
  'second-factor': 'password-recent',
  nothing: 'password-set',
} as const satisfies Record<RequiredConfirmation, PasswordPage>;

/** An empty field counts as missing. */
const filledForm = z.preprocess(
  (body) => Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => value !== '')),
  changePasswordRequest,
);

const changedPath = `${passwordPath}/changed`;

function changePage(password: Password) {
  const { http, leastLength: minLength } = password;
  const loadUser = loadSignedIn(http, passwordPath);
  async function load(exchange: PageExchange) {
    const signedIn = await loadUser(exchange);
    return signedIn instanceof Instead ? signedIn : withConfirmation(password, signedIn);
  }
  return formPage({
    path: passwordPath,
    load,
    page: ({ required }) => pageOf[required],
    props({ message }, { user: { id, username }, required }) {
      const userHash = http.sessionCookie.userHashOf(id);
      return required === 'sign-in' || required === 'second-factor'
        ? { userHash, missing: required }
        : { userHash, username, message, minLength };
    },
    words: newPasswordWords(minLength),
  }).takes({
    fields: filledForm,
    act: (exchange, form, confirming) => changePassword(password, exchange, confirming, form),
    next: changedPath,
    again: load,
  });
}

const changedPage = ({ http }: Password) =>
  formPage({
    path: changedPath,
    page: 'password-changed',
    load: loadSignedIn(http, passwordPath),
    props: (_, { user }) => ({ userHash: http.sessionCookie.userHashOf(user.id) }),
  });

export async function registerChange(server: FastifyInstance, password: Password) {
  await registerFormPages(server, password.site, [changePage(password), changedPage(password)]);
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
      const signedIn =
        (await password.http.sessionCookie.signedIn(request)) ?? fail('session.required');
      const confirming = await withConfirmation(password, signedIn);
      const language = acceptedLanguage(request);
      await changePassword(password, { request, reply, language }, confirming, request.body);
      return {};
    },
  );
}
