// The sign-in service: turns a verified identity into a ticket, and a ticket into a session or a pending sign-in, for every
// method alike.

import type { AccountNotice } from '@brama/contract/events/event-table';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { causeOf } from '../changes/cause.ts';
import type { Database, Queries } from '../database/connect.ts';
import { Change } from '../events/change.ts';
import type { NotifyUser } from '../events/notice.ts';
import type { EventStore } from '../events/store.ts';
import type { PendingSignIns } from '../factors/pending-sign-ins.ts';
import type { SecondFactors } from '../factors/policy.ts';
import type { RememberedBrowsers } from '../factors/remembered-browsers.ts';
import { eventOriginOf } from '../http/limits/event-origin.ts';
import type { PendingCookie, RememberedCookie } from '../http/second-factor-cookies.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { responseLanguage } from '../pages/language/language.ts';
import { hasShownFactor } from '../sessions/assurance.ts';
import { labelOf } from '../sessions/browser-label.ts';
import type { SignIn } from '../sessions/session.ts';
import type { SessionStore, StartedSession } from '../sessions/store.ts';
import { identify } from '../users/match-identity.ts';
import type { SignInMethod, SignInService } from './method.ts';
import type { SignInTickets } from './ticket-store.ts';
import type { TrustedDevices } from './trusted-devices.ts';

export type SignInServiceDeps = {
  db: Database;
  tickets: SignInTickets;
  sessions: SessionStore;
  sessionCookie: SessionCookie;
  devices: TrustedDevices;
  events: EventStore;
  notifyUser: NotifyUser;
  methods: readonly SignInMethod[];
  secondFactors: SecondFactors;
  rememberedBrowsers: RememberedBrowsers;
  rememberedCookie: RememberedCookie;
  pendingSignIns: PendingSignIns;
  pendingCookie: PendingCookie;
};

/** Stores the events of a started session in its transaction. */
async function recordSignIn(
  { record }: Change,
  request: FastifyRequest,
  { session, replaced }: StartedSession,
  newBrowser: boolean,
) {
  // another user ended it by signing in
  if (replaced)
    await record({
      type: 'session.ended',
      actor: 'unknown',
      userId: replaced.userId,
      sessionUid: replaced.uid,
      origin: null,
      reason: 'another-user',
    });
  await record({
    type: 'sign-in.succeeded',
    method: session.method,
    details: { language: responseLanguage(request), newBrowser },
  });
}

/** Starts the session in the caller's transaction, with all that belongs to it. */
async function start(
  { sessions, sessionCookie, devices, events }: SignInServiceDeps,
  queries: Queries,
  request: FastifyRequest,
  signIn: SignIn,
) {
  const label = labelOf(request.headers['user-agent']);
  const previous = sessionCookie.secretIdOf(request);
  const started = await sessions.start(queries, { ...signIn, label }, previous);
  // a shared computer keeps nothing about its users
  const browser = started.session.isSharedComputer
    ? { isNew: true, applyCookie: undefined }
    : await devices.remember(queries, request, {
        userId: signIn.userId,
        hasSecondFactor: hasShownFactor(signIn),
      });
  // a renewed session is in a browser that the user has been using
  const isNewBrowser = browser.isNew && !started.isRenewed;
  const { uid: sessionUid, userId } = started.session;
  const isFirst = isNewBrowser && (await events.isFirstSignIn(queries, userId));
  const change = new Change({ events }, queries, causeOf(request, { userId, sessionUid }));
  await recordSignIn(change, request, started, isNewBrowser);
  const notice: AccountNotice = isFirst ? 'welcome' : 'new-browser';
  return {
    change,
    started,
    notice: isNewBrowser ? notice : undefined,
    applyCookie: browser.applyCookie,
  };
}

/** Logs the session, sets its cookies, and notifies the user of a new browser, or of the first sign-in. */
async function announce(
  { sessionCookie, pendingCookie, notifyUser }: SignInServiceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { change, started, notice, applyCookie }: Awaited<ReturnType<typeof start>>,
) {
  await change.committed();
  sessionCookie.set(reply, started.secretId, started.session);
  pendingCookie.clear(request, reply);
  applyCookie?.(reply);
  if (!notice) return;
  const { userId } = started.session;
  const origin = eventOriginOf(request);
  const about = { userId, language: responseLanguage(request), origin };
  // after the response, so that the user does not wait for it
  reply.raw.once('finish', () => notifyUser(notice, about));
}

/** Returns the secret id of a pending sign-in, if the sign-in lacks a step. */
async function startPending(
  { secondFactors, rememberedBrowsers, pendingSignIns, rememberedCookie }: SignInServiceDeps,
  queries: Queries,
  request: FastifyRequest,
  signIn: SignIn,
): Promise<string | undefined> {
  const missing = await secondFactors.missingStep(queries, signIn);
  if (!missing) return undefined;
  // on a shared computer the user may not be the one who asked to remember it
  const secret = signIn.isSharedComputer ? undefined : rememberedCookie.read(request);
  const isRemembered =
    missing.step === 'verify' &&
    secret !== undefined &&
    (await rememberedBrowsers.use(queries, signIn.userId, secret));
  if (isRemembered) return undefined;
  return pendingSignIns.create(queries, { ...missing, signIn });
}

export function createSignInService(deps: SignInServiceDeps): SignInService {
  const { db, tickets, methods, pendingCookie } = deps;

  /** Uses the ticket in one transaction. Returns undefined for an invalid ticket. */
  function exchange(request: FastifyRequest, ticket: string, isSharedComputer: boolean) {
    return db.transaction().execute(async (transaction) => {
      const used = await tickets.consume(transaction, ticket);
      if (!used) return undefined;
      const { attempt } = used;
      const signIn = { ...used.signIn, isSharedComputer };
      const method = methods.find(({ id }) => id === signIn.method);
      if (attempt !== undefined) await method?.onSessionStarted?.(transaction, attempt);
      const pending = await startPending(deps, transaction, request, signIn);
      if (pending !== undefined) return { pending };
      return { session: await start(deps, transaction, request, signIn) };
    });
  }

  return {
    async issueTicket(identity, user, options) {
      const result = identify(user);
      if ('refused' in result) return result;
      const ticket = await tickets.issue(result.user.id, identity, options);
      return ticket === undefined ? { refused: 'used' } : { ticket };
    },

    async startSession(request, reply, ticket, isSharedComputer) {
      const result = await exchange(request, ticket, isSharedComputer);
      if (!result) return 'refused';
      if (result.session) {
        await announce(deps, request, reply, result.session);
        return 'started';
      }
      pendingCookie.set(reply, result.pending);
      return 'second-factor';
    },

    async completeSignIn(request, reply, take) {
      const started = await db.transaction().execute(async (transaction) => {
        const signIn = await take(transaction);
        return signIn && start(deps, transaction, request, signIn);
      });
      if (started) await announce(deps, request, reply, started);
      return started !== undefined;
    },

    async completeRecovery(request, reply, take) {
      const result = await db.transaction().execute(async (transaction) => {
        const signIn = await take(transaction);
        if (!signIn) return undefined;
        const missing = await deps.secondFactors.missingStep(transaction, signIn);
        // a passkey that the user still has may be the lost one, so none is asked for here
        if (missing?.step === 'set-up')
          return { pending: await deps.pendingSignIns.create(transaction, { ...missing, signIn }) };
        return { session: await start(deps, transaction, request, signIn) };
      });
      if (!result) return 'refused';
      if (result.session) {
        await announce(deps, request, reply, result.session);
        return 'started';
      }
      pendingCookie.set(reply, result.pending);
      return 'second-factor';
    },
  };
}
