// The pages for a forgotten password: plain forms that need no JavaScript.

import { accountSecured } from '@brama/contract/pages/login-page';
import { passwordPath } from '@brama/contract/paths';
import {
  forgottenPasswordRequest,
  resetPasswordRequest,
} from '@brama/contract/sign-in/password/schemas';
import type { FastifyInstance } from 'fastify';
import { pageAddress } from '../../../pages/address.ts';
import { formPage, registerFormPages } from '../../../pages/form-page.ts';
import { newPasswordWords } from '../../../pages/refusal.ts';
import { type Reset, requestLink, resetPassword } from './reset.ts';

const forgotPage = (reset: Reset) =>
  formPage({
    path: `${passwordPath}/forgot`,
    page: 'password-forgot',
    props({ message, code, kept }, _, { request }) {
      const query = request.query as Record<string, unknown>;
      // a refused form says only why
      const secured = code === undefined && query[accountSecured.name] === accountSecured.value;
      return { message, username: kept('username'), secured };
    },
  }).takes({
    fields: forgottenPasswordRequest,
    keeps: ['username'],
    act: ({ request, language }, { username }) => requestLink(reset, request, language, username),
    next({ request, reply }) {
      // the link in the email has no return parameters: a cookie of this browser keeps them
      const { carried } = pageAddress(request);
      reset.password.http.returnToCookie.rememberReturnParams(reply, carried);
      return `${passwordPath}/sent${carried}`;
    },
  });

const sentPage = formPage({
  path: `${passwordPath}/sent`,
  page: 'password-sent',
  props: () => ({}),
});

const resetPage = ({ password }: Reset) =>
  formPage({
    path: `${passwordPath}/reset`,
    page: 'password-reset',
    props: ({ message, code, kept }) => ({
      message,
      // an expired code is not shown again, because the user needs a new one
      code: code === 'password.link-over' ? '' : kept('code'),
      minLength: password.leastLength,
    }),
    words: newPasswordWords(password.leastLength),
  }).takes({
    fields: resetPasswordRequest,
    keeps: ['code'],
    async act({ request, reply, language }, { code, newPassword }) {
      const given = { token: code.trim(), newPassword };
      const applyCookie = await resetPassword(password, request, language, given);
      applyCookie(reply);
    },
    next: ({ request, reply }) =>
      password.http.returnToCookie.takeReturnParams(request, reply, { password: 'changed' }),
  });

export const registerReset = (server: FastifyInstance, reset: Reset) =>
  registerFormPages(server, reset.password.site, [forgotPage(reset), sentPage, resetPage(reset)]);
