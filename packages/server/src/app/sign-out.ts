// Signs a user out, from the portal or from an application: ends the session and notifies the applications opened in
// it.

import { normalizeAppId } from '@brama/contract/app-id';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../applications/application.ts';
import type { Protocol } from '../applications/protocol.ts';
import { causeOf } from '../changes/cause.ts';
import type { Database } from '../database/connect.ts';
import { inChange } from '../events/change.ts';
import type { SignInMethod } from '../sign-in/method.ts';
import type { Core } from './core.ts';

type Deps = {
  db: Database;
  core: Pick<Core, 'sessions' | 'sessionCookie' | 'applications' | 'events'>;
  methods: readonly SignInMethod[];
  /** Called per sign-out, because protocols receive `signOut` themselves. */
  protocols(): Iterable<Protocol>;
};

/** Ends the session. Returns the applications that were not notified. */
async function endSession(
  { db, core: { sessions, applications, events }, protocols }: Deps,
  request: FastifyRequest,
  secretId: string,
): Promise<Application[]> {
  const session = await sessions.find(secretId);
  const preparing = [...protocols()].flatMap(({ beforeSessionEnd }) =>
    session && beforeSessionEnd ? [beforeSessionEnd(session)] : [],
  );
  const notify = await Promise.all(preparing);
  await inChange(db, { events: events.store }, causeOf(request), async (change) => {
    const ended = await sessions.end(change.queries, secretId);
    if (!ended) return;
    const { uid: sessionUid, userId } = ended;
    await change.record({ type: 'session.ended', userId, sessionUid, reason: 'sign-out' });
  });
  const notNotified = await Promise.all(notify.map((send) => send()));
  const found = await Promise.all(
    notNotified.flat().map((id) => applications.byId(normalizeAppId(id))),
  );
  return found.filter((application) => application !== undefined);
}

export function createSignOut(deps: Deps) {
  const { sessionCookie } = deps.core;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Application[]> => {
    const secretId = sessionCookie.secretIdOf(request);
    const notNotified = secretId === undefined ? [] : await endSession(deps, request, secretId);
    sessionCookie.clear(reply);
    // sign-in methods remove what they stored in this browser
    for (const method of deps.methods) method.onSignOut?.(request, reply);
    return notNotified;
  };
}
