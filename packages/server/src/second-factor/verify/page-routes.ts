// The pages on which a user enters the code of an authenticator app, or a recovery code. Plain forms, with and without
// JavaScript.

import type { ErrorCode } from '@brama/contract/errors';
import {
  type Language,
  languages,
  secondFactorPath,
  userHashParameter,
} from '@brama/contract/paths';
import { recoveryPath } from '@brama/contract/recovery/paths';
import { recoveryCodePath, setUpPath } from '@brama/contract/second-factor/second-factor';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, RequestError } from '../../errors.ts';
import { registerForms } from '../../http/forms.ts';
import { rawQuery } from '../../pages/address.ts';
import { rememberLanguage } from '../../pages/language/language.ts';
import { amrOf, isRecovered } from '../../sessions/assurance.ts';
import { findAmrWithFactor } from '../../sessions/factor-wait.ts';
import { verifyCode } from './codes.ts';
import type { Exchange } from './complete.ts';
import { findSubject, isVerifiable, type Subject, type Verification } from './context.ts';
import { showPage, showRefusal, type VerifyPageId } from './pages.ts';

type Where = { language: Language; page: VerifyPageId };

const verifyPages = ['second-factor', 'second-factor-recovery'] as const;

const pathOf: Record<VerifyPageId, string> = {
  'second-factor': secondFactorPath,
  'second-factor-recovery': recoveryCodePath,
};

const stepPaths = { 'set-up': setUpPath, recovered: `${recoveryPath}/set-up` } as const;

/** Returns where the browser goes instead of this page; undefined if the user can provide a second factor here. */
async function otherPath(
  { totp, passkeys }: Verification,
  { user, pending, session }: Subject,
): Promise<string | undefined> {
  if (pending) return pending.step === 'verify' ? undefined : stepPaths[pending.step];
  if (amrOf(session).includes('mfa')) return 'apps';
  // the sign-in page
  if (isRecovered(session)) return '';
  const hasFactor = (await totp.find(user.id)) || (await passkeys?.hasPasskey(user.id));
  return hasFactor ? undefined : stepPaths['set-up'];
}

function goTo({ request, reply }: Exchange, language: Language, path: string, status: 302 | 303) {
  const address = `/${language}/${path}${returnQuery(rawQuery(request))}`;
  return reply.header('cache-control', 'no-store').redirect(address, status);
}

/**
 * Nothing waits for a second factor. A user who has sent a form learns that the time is over. If another tab has finished the
 * sign-in, the sign-in page leads to the applications.
 */
function goToSignIn(
  { http }: Verification,
  { request, reply }: Exchange,
  language: Language,
  status: 302 | 303,
) {
  const query = rawQuery(request);
  const address =
    status === 303
      ? `/${language}/${returnQuery(query, { session: 'ended' })}`
      : http.sessionCookie.signInAddress(request, language, returnQuery(query));
  return reply.header('cache-control', 'no-store').redirect(address, status);
}

async function open(verification: Verification, exchange: Exchange, where: Where) {
  const { language } = where;
  const subject = await findSubject(verification, exchange.request);
  if (!subject) return goToSignIn(verification, exchange, language, 302);
  const path = await otherPath(verification, subject);
  if (path !== undefined) return goTo(exchange, language, path, 302);
  rememberLanguage(exchange.request, exchange.reply, language);
  return showPage(verification, exchange, where, subject);
}

type Fields = { code: string; remember: boolean; user: string };

/** The form of a pending sign-in has a field of its own for the user, because another user may be signed in. */
function fieldsOf(body: unknown, { pending }: Subject): Fields {
  const given = (body ?? {}) as Record<string, unknown>;
  const textOf = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
  return {
    code: textOf('code').trim(),
    remember: given['remember'] === 'true',
    user: textOf(pending ? 'pendingUser' : userHashParameter),
  };
}

/**
 * Returns whether another tab has finished the sign-in of this form, or the session has all that a code adds. A code that does not count
 * yet adds no `mfa`.
 */
async function isFinished(
  { db, http, now }: Pick<Verification, 'db' | 'http' | 'now'>,
  { body }: FastifyRequest,
  { user, session }: Subject,
): Promise<boolean> {
  if (!session) return false;
  const { pendingUser } = (body ?? {}) as Record<string, unknown>;
  if (pendingUser === http.sessionCookie.userHashOf(user.id)) return true;
  const amr = amrOf(session);
  if (amr.includes('mfa')) return true;
  // all factors of a user who must wait are new
  const factor = { amr: ['otp'], addedAt: now() };
  const raised = await findAmrWithFactor(db, session, factor, now());
  return raised.every((one) => amr.includes(one));
}

/** Verifies the code. @throws {RequestError} also for a form of another user. */
async function submit(
  verification: Verification,
  exchange: Exchange,
  { page }: Where,
  { subject, fields }: { subject: Subject; fields: Fields },
) {
  const { code, remember, user } = fields;
  if (user !== verification.http.sessionCookie.userHashOf(subject.user.id))
    fail('session.user-changed');
  if (code === '') fail('request.invalid');
  const kind = page === 'second-factor' ? 'app' : 'recovery';
  return verifyCode(verification, exchange, subject, { kind, code, remember });
}

/** Errors that the page explains. For others the user gets the error page. */
const explained: readonly ErrorCode[] = ['second-factor.throttled', 'request.invalid'];

async function takeForm(verification: Verification, exchange: Exchange, where: Where) {
  const { language } = where;
  const { request } = exchange;
  const subject = await findSubject(verification, request);
  if (!subject) return goToSignIn(verification, exchange, language, 303);
  if (!isVerifiable(subject)) return goTo(exchange, language, secondFactorPath, 303);
  if (await isFinished(verification, request, subject))
    return goTo(exchange, language, 'apps', 303);
  const fields = fieldsOf(request.body, subject);
  const { remember } = fields;
  const show = (error: unknown, isOver = false) =>
    showRefusal(verification, exchange, where, subject, { error, isOver, remember });
  try {
    const result = await submit(verification, exchange, where, { subject, fields });
    if (result === 'done') return goTo(exchange, language, 'apps', 303);
    if (result === 'over') return goToSignIn(verification, exchange, language, 303);
    const wrong = new RequestError('second-factor.wrong-code', { alreadyLogged: true });
    return show(wrong, result === 'exhausted');
  } catch (error) {
    if (error instanceof RequestError && explained.includes(error.code)) return show(error);
    throw error;
  }
}

export async function registerVerifyPages(server: FastifyInstance, verification: Verification) {
  await registerForms(server, (scope) => {
    for (const language of languages)
      for (const page of verifyPages) {
        const address = `/${language}/${pathOf[page]}`;
        const where = { language, page };
        scope.get(address, (request, reply) => open(verification, { request, reply }, where));
        scope.post(address, (request, reply) => takeForm(verification, { request, reply }, where));
      }
  });
}
