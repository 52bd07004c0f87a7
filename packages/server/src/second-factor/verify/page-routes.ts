// The pages on which a user enters the code of an authenticator app, or a recovery code. Plain forms, with and without
// JavaScript.

import type { ErrorCode } from '@brama/contract/errors';
import { type VerifyPage, verifyPages } from '@brama/contract/pages/page-ids';
import { secondFactorPath, userHashParameter } from '@brama/contract/paths';
import { recoveryPath } from '@brama/contract/recovery/paths';
import { recoveryCodePath, setUpPath } from '@brama/contract/second-factor/second-factor';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, RequestError } from '../../errors.ts';
import { pageAddress, rawQuery } from '../../pages/address.ts';
import {
  formPage,
  Instead,
  leadTo,
  type PageExchange,
  Refused,
  registerFormPages,
  textIn,
} from '../../pages/form-page.ts';
import type { Refusal, RefusalWords } from '../../pages/refusal.ts';
import { sendPage } from '../../pages/send-page.ts';
import { amrOf, isRecovered } from '../../sessions/assurance.ts';
import { findAmrWithFactor } from '../../sessions/factor-wait.ts';
import { verifyCode } from './codes.ts';
import { findSubject, isVerifiable, type Subject, type Verification } from './context.ts';
import { overProps, propsFor } from './page-props.ts';

const pathOf: Record<VerifyPage, string> = {
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

const leadBelow = ({ request, language }: PageExchange, path: string) =>
  leadTo(`/${language}/${path}${returnQuery(rawQuery(request))}`);

/** Nothing waits for a second factor. */
function leadToSignIn({ http }: Verification, { request, language }: PageExchange) {
  const query = returnQuery(rawQuery(request));
  return leadTo(http.sessionCookie.signInAddress(request, language, query));
}

/**
 * The same for a user who has sent a form, who learns that the time is over. If another tab has finished the sign-in, the sign-in page
 * leads to the applications.
 */
const leadToEnded = ({ request, language }: PageExchange) =>
  leadTo(`/${language}/${returnQuery(rawQuery(request), { session: 'ended' })}`);

/** After too many wrong codes nothing waits any more, and the page says so. */
const tellOver = ({ site }: Verification, { status }: Refusal) =>
  new Instead(({ request, reply, language }) => {
    const page = site.renderPage('second-factor', language, overProps, pageAddress(request));
    return sendPage(request, reply, page, { status, personal: true });
  });

async function load(verification: Verification, exchange: PageExchange, refusal?: Refusal) {
  const subject = await findSubject(verification, exchange.request);
  if (!subject && refusal?.kept['isOver'] === 'true') return tellOver(verification, refusal);
  if (!subject) return leadToSignIn(verification, exchange);
  const path = await otherPath(verification, subject);
  return path === undefined ? subject : leadBelow(exchange, path);
}

/**
 * Returns whether another tab has finished the sign-in of this form, or the session has all that a code adds. A code that does not count
 * yet adds no `mfa`.
 */
async function isFinished(
  { db, http, now }: Pick<Verification, 'db' | 'http' | 'now'>,
  request: FastifyRequest,
  { user, session }: Subject,
): Promise<boolean> {
  if (!session) return false;
  if (textIn(request, 'pendingUser') === http.sessionCookie.userHashOf(user.id)) return true;
  const amr = amrOf(session);
  if (amr.includes('mfa')) return true;
  // all factors of a user who must wait are new
  const factor = { amr: ['otp'], addedAt: now() };
  const raised = await findAmrWithFactor(db, session, factor, now());
  return raised.every((one) => amr.includes(one));
}

async function loadForForm(verification: Verification, exchange: PageExchange) {
  const { request } = exchange;
  const subject = await findSubject(verification, request);
  if (!subject) return leadToEnded(exchange);
  if (!isVerifiable(subject)) return leadBelow(exchange, secondFactorPath);
  return (await isFinished(verification, request, subject)) ? leadBelow(exchange, 'apps') : subject;
}

/** Verifies the code. @throws {RequestError} also for a form of another user. */
async function takeCode(
  verification: Verification,
  exchange: PageExchange,
  page: VerifyPage,
  subject: Subject,
): Promise<'done' | 'over' | Refused> {
  const { request } = exchange;
  // a pending sign-in has a field of its own for the user, because another user may be signed in
  const user = textIn(request, subject.pending ? 'pendingUser' : userHashParameter);
  if (user !== verification.http.sessionCookie.userHashOf(subject.user.id))
    fail('session.user-changed');
  const code = textIn(request, 'code').trim();
  if (code === '') fail('request.invalid');
  const result = await verifyCode(verification, exchange, subject, {
    kind: page === 'second-factor' ? 'app' : 'recovery',
    code,
    remember: textIn(request, 'remember') === 'true',
  });
  if (result === 'done' || result === 'over') return result;
  const wrong = new RequestError('second-factor.wrong-code', { alreadyLogged: true });
  return new Refused(wrong, { isOver: `${result === 'exhausted'}` });
}

const wordsOf =
  (page: VerifyPage): RefusalWords =>
  ({ code }, t, wait) => {
    if (code === 'request.invalid') return t(`second-factor:${page}.empty`);
    if (code === 'second-factor.wrong-code') return t(`second-factor:${page}.wrong`);
    if (code === 'second-factor.throttled') return t(`second-factor:${page}.throttled`, { wait });
    return undefined;
  };

/** Errors that the page explains. */
const explained: readonly ErrorCode[] = ['second-factor.throttled', 'request.invalid'];

const verifyPage = (verification: Verification, page: VerifyPage) =>
  formPage({
    path: pathOf[page],
    page,
    load: (exchange, refusal) => load(verification, exchange, refusal),
    props: (shown, subject, { request }) => propsFor(verification, request, subject, page, shown),
    words: wordsOf(page),
  }).takes({
    load: (exchange) => loadForForm(verification, exchange),
    keeps: ['remember'],
    act: (exchange, _, subject) => takeCode(verification, exchange, page, subject),
    next: (exchange, result) =>
      result === 'done' ? leadBelow(exchange, 'apps') : leadToEnded(exchange),
    explains: (error) => error instanceof RequestError && explained.includes(error.code),
  });

export const registerVerifyPages = (server: FastifyInstance, verification: Verification) =>
  registerFormPages(
    server,
    verification.site,
    verifyPages.map((page) => verifyPage(verification, page)),
  );
