// The pages of account recovery: plain forms that need no JavaScript, and two calls that add a passkey.

import { paths, secondFactorPath } from '@brama/contract/paths';
import { recoveryPath } from '@brama/contract/recovery/paths';
import {
  accessCodeForm,
  recoveryEmailForm,
  recoveryLinkForm,
  recoverySetUpForm,
} from '@brama/contract/recovery/schemas';
import {
  addPasskeyRequest,
  newPasskeyOptionsResponse,
} from '@brama/contract/sign-in/passkey/schemas';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import { emptyResponse } from '@brama/contract/sign-in/schemas';
import type { FastifyInstance } from 'fastify';
import { fail, RequestError } from '../errors.ts';
import { returns, typed } from '../http/server.ts';
import { pageAddress, rawQuery } from '../pages/address.ts';
import { formPage, leadTo, registerFormPages } from '../pages/form-page.ts';
import { chooseLanguage } from '../pages/language/choose-language.ts';
import { acceptedLanguage } from '../pages/language/language.ts';
import { newPasswordWords } from '../pages/refusal.ts';
import type { Recovery, RecoveryMail } from './context.ts';
import {
  findRecovered,
  type RecoveredUser,
  recoveryPasskeyOptions,
  setUpPasskey,
  setUpPassword,
} from './set-up.ts';
import { requestRecoveryLink, useAccessCode, useRecoveryLink } from './start.ts';

const setUpPath = `${recoveryPath}/set-up`;

function optionsPage(recovery: Recovery) {
  return formPage({
    path: recoveryPath,
    page: 'recovery',
    props: () => ({
      email: recovery.mail !== undefined,
      diia: recovery.isDiiaOn,
      passkey: recovery.passkeys !== undefined,
    }),
  });
}

function emailPage(recovery: Recovery, mail: RecoveryMail) {
  return formPage({
    path: `${recoveryPath}/email`,
    page: 'recovery-email',
    props: ({ message, kept }) => ({ message, username: kept('username') }),
  }).takes({
    fields: recoveryEmailForm,
    keeps: ['username'],
    act: ({ request, language }, { username }) =>
      requestRecoveryLink(recovery, mail, request, language, username),
    next({ request, reply }) {
      // the link in the email has no return parameters: a cookie of this browser keeps them
      const { carried } = pageAddress(request);
      recovery.http.returnToCookie.rememberReturnParams(reply, carried);
      return `${recoveryPath}/sent${carried}`;
    },
  });
}

const sentPage = formPage({
  path: `${recoveryPath}/sent`,
  page: 'recovery-sent',
  props: () => ({}),
});

function linkPage(recovery: Recovery) {
  return formPage({
    path: `${recoveryPath}/link`,
    page: 'recovery-link',
    props: ({ message, code, kept }) => ({
      message,
      // an expired code is not shown again, because the user needs a new one
      code: code === 'recovery.link-over' ? '' : kept('code'),
    }),
  }).takes({
    fields: recoveryLinkForm,
    keeps: ['code'],
    act: (exchange, { code }) => useRecoveryLink(recovery, exchange, code),
    next({ request, reply }) {
      const query = recovery.http.returnToCookie.takeReturnParams(request, reply, {});
      return `${setUpPath}${query}`;
    },
  });
}

const accessCodePath = `${recoveryPath}/access-code`;

function accessCodePage(recovery: Recovery) {
  return formPage({
    path: accessCodePath,
    page: 'recovery-access-code',
    props: ({ message, kept }) => ({ message, username: kept('username') }),
  }).takes({
    fields: accessCodeForm,
    keeps: ['username'],
    act: (exchange, form) => useAccessCode(recovery, exchange, form),
    next: ({ request }) => `${setUpPath}${pageAddress(request).carried}`,
  });
}

function setUpPage(recovery: Recovery) {
  const { leastLength: minLength, passkeys } = recovery;
  const hashOf = ({ user }: RecoveredUser) => recovery.http.sessionCookie.userHashOf(user.id);
  return formPage({
    path: setUpPath,
    page: 'recovery-set-up',
    load: async ({ request, language }) =>
      (await findRecovered(recovery, request)) ??
      leadTo(`/${language}/${recoveryPath}${pageAddress(request).carried}`),
    props: ({ message }, recovered) => ({
      message,
      minLength,
      passkey: passkeys !== undefined,
      username: recovered.user.username,
      userHash: hashOf(recovered),
    }),
    words: newPasswordWords(minLength),
  }).takes({
    fields: recoverySetUpForm,
    act(exchange, { newPassword, pendingUser }, recovered) {
      // another recovery has begun in this browser
      if (pendingUser !== hashOf(recovered)) fail('session.user-changed');
      return setUpPassword(recovery, exchange, recovered, newPassword);
    },
    // another form was first: the page has nothing to set up any more
    explains: (error) => !(error instanceof RequestError && error.code === 'recovery.over'),
    next: ({ request }, result) =>
      `${result === 'started' ? 'apps' : secondFactorPath}${returnQuery(rawQuery(request))}`,
  });
}

function registerPasskey(server: FastifyInstance, recovery: Recovery) {
  typed(server).post(
    paths.recoveryPasskeyOptions,
    returns(newPasskeyOptionsResponse),
    async (request) => {
      const recovered = (await findRecovered(recovery, request)) ?? fail('recovery.over');
      const language = acceptedLanguage(request);
      return { options: await recoveryPasskeyOptions(recovery, recovered, language) };
    },
  );
  typed(server).post(
    paths.recoveryPasskey,
    { schema: { body: addPasskeyRequest, response: { 200: emptyResponse } } },
    async (request, reply) => {
      const recovered = (await findRecovered(recovery, request)) ?? fail('recovery.over');
      await setUpPasskey(recovery, { request, reply }, recovered, request.body);
      return {};
    },
  );
}

export async function registerRecovery(server: FastifyInstance, recovery: Recovery) {
  const { mail } = recovery;
  await registerFormPages(server, recovery.site, [
    optionsPage(recovery),
    ...(mail ? [emailPage(recovery, mail), sentPage, linkPage(recovery)] : []),
    accessCodePage(recovery),
    setUpPage(recovery),
  ]);
  // slips with codes have this address: the browser of the user knows the language
  server.get(`/${accessCodePath}`, (request, reply) =>
    chooseLanguage(request, reply, accessCodePath),
  );
  if (recovery.passkeys) registerPasskey(server, recovery);
}
