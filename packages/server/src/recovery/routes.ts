// The pages of account recovery: plain forms that need no JavaScript, and two calls that add a passkey.

import { type Language, languages, paths, secondFactorPath } from '@brama/contract/paths';
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
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { fail, RequestError } from '../errors.ts';
import { registerForms } from '../http/forms.ts';
import { returns, typed } from '../http/server.ts';
import { pageAddress, rawQuery } from '../pages/address.ts';
import { acceptedLanguage, rememberLanguage } from '../pages/language/language.ts';
import type { Recovery, RecoveryMail } from './context.ts';
import { typedIn } from './pages.ts';
import {
  findRecovered,
  type RecoveredUser,
  recoveryPasskeyOptions,
  setUpPasskey,
  setUpPassword,
} from './set-up.ts';
import { requestRecoveryLink, useAccessCode, useRecoveryLink } from './start.ts';

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** @throws `request.invalid` */
function parsed<Schema extends z.ZodType>(
  schema: Schema,
  { body }: FastifyRequest,
): z.output<Schema> {
  const form = schema.safeParse(body);
  return form.success ? form.data : fail('request.invalid');
}

function registerOptions(scope: FastifyInstance, recovery: Recovery, language: Language) {
  scope.get(`/${language}/${recoveryPath}`, (request, reply) => {
    rememberLanguage(request, reply, language);
    return recovery.pages.show({ request, reply }, language, 'recovery', {
      email: recovery.mail !== undefined,
      diia: recovery.isDiiaOn,
      passkey: recovery.passkeys !== undefined,
    });
  });
}

function registerLink(
  scope: FastifyInstance,
  recovery: Recovery,
  mail: RecoveryMail,
  language: Language,
) {
  const { pages, http } = recovery;
  const below = `/${language}/${recoveryPath}`;

  async function takeName({ request, reply }: Exchange) {
    try {
      const { username } = parsed(recoveryEmailForm, request);
      await requestRecoveryLink(recovery, mail, request, language, username);
    } catch (error) {
      const username = typedIn(request, 'username');
      return pages.showRefusal(
        { request, reply },
        language,
        'recovery-email',
        error,
        (message) => ({
          message,
          username,
        }),
      );
    }
    // the link in the email has no return parameters: a cookie of this browser keeps them
    const { carried } = pageAddress(request);
    http.returnToCookie.rememberReturnParams(reply, carried);
    return reply.redirect(`${below}/sent${carried}`, 303);
  }

  async function takeLink({ request, reply }: Exchange) {
    try {
      const { code } = parsed(recoveryLinkForm, request);
      await useRecoveryLink(recovery, { request, reply }, code);
    } catch (error) {
      // an expired code is not shown again, because the user needs a new one
      const isOver = error instanceof RequestError && error.code === 'recovery.link-over';
      const code = isOver ? '' : typedIn(request, 'code');
      return pages.showRefusal({ request, reply }, language, 'recovery-link', error, (message) => ({
        message,
        code,
      }));
    }
    const query = http.returnToCookie.takeReturnParams(request, reply, {});
    return reply.redirect(`${below}/set-up${query}`, 303);
  }

  scope.get(`${below}/email`, (request, reply) => {
    rememberLanguage(request, reply, language);
    const props = { message: '', username: '' };
    return pages.show({ request, reply }, language, 'recovery-email', props);
  });
  scope.get(`${below}/sent`, (request, reply) => {
    rememberLanguage(request, reply, language);
    return pages.show({ request, reply }, language, 'recovery-sent', {});
  });
  scope.get(`${below}/link`, (request, reply) => {
    rememberLanguage(request, reply, language);
    return pages.show({ request, reply }, language, 'recovery-link', { message: '', code: '' });
  });
  scope.post(`${below}/email`, (request, reply) => takeName({ request, reply }));
  scope.post(`${below}/link`, (request, reply) => takeLink({ request, reply }));
}

function registerAccessCode(scope: FastifyInstance, recovery: Recovery, language: Language) {
  const { pages } = recovery;
  const page = 'recovery-access-code';
  const address = `/${language}/${recoveryPath}/access-code`;
  scope.get(address, (request, reply) => {
    rememberLanguage(request, reply, language);
    return pages.show({ request, reply }, language, page, { message: '', username: '' });
  });
  scope.post(address, async (request, reply) => {
    try {
      await useAccessCode(recovery, { request, reply }, parsed(accessCodeForm, request));
    } catch (error) {
      const username = typedIn(request, 'username');
      return pages.showRefusal({ request, reply }, language, page, error, (message) => ({
        message,
        username,
      }));
    }
    const { carried } = pageAddress(request);
    return reply.redirect(`/${language}/${recoveryPath}/set-up${carried}`, 303);
  });
}

function registerSetUp(scope: FastifyInstance, recovery: Recovery, language: Language) {
  const { pages, leastLength: minLength, passkeys } = recovery;
  const page = 'recovery-set-up';
  const address = `/${language}/${recoveryPath}/set-up`;

  const hashOf = ({ user }: RecoveredUser) => recovery.http.sessionCookie.userHashOf(user.id);
  const propsOf = (recovered: RecoveredUser, message = '') => ({
    message,
    minLength,
    passkey: passkeys !== undefined,
    username: recovered.user.username,
    userHash: hashOf(recovered),
  });
  const toOptions = ({ request, reply }: Exchange, status: 302 | 303) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(`/${language}/${recoveryPath}${pageAddress(request).carried}`, status);

  scope.get(address, async (request, reply) => {
    const recovered = await findRecovered(recovery, request);
    if (!recovered) return toOptions({ request, reply }, 302);
    rememberLanguage(request, reply, language);
    return pages.show({ request, reply }, language, page, propsOf(recovered));
  });
  scope.post(address, async (request, reply) => {
    const recovered = await findRecovered(recovery, request);
    if (!recovered) return toOptions({ request, reply }, 303);
    try {
      const { newPassword, pendingUser } = parsed(recoverySetUpForm, request);
      // another recovery has begun in this browser
      if (pendingUser !== hashOf(recovered)) fail('session.user-changed');
      const result = await setUpPassword(recovery, { request, reply }, recovered, newPassword);
      const next = result === 'started' ? 'apps' : secondFactorPath;
      return reply.redirect(`/${language}/${next}${returnQuery(rawQuery(request))}`, 303);
    } catch (error) {
      const props = (message: string) => propsOf(recovered, message);
      return pages.showRefusal({ request, reply }, language, page, error, props);
    }
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
  await registerForms(server, (scope) => {
    for (const language of languages) {
      registerOptions(scope, recovery, language);
      if (mail) registerLink(scope, recovery, mail, language);
      registerAccessCode(scope, recovery, language);
      registerSetUp(scope, recovery, language);
    }
  });
  if (recovery.passkeys) registerPasskey(server, recovery);
}
