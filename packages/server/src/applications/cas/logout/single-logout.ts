// Single logout: notifies the services of a session that it is over (CAS Protocol 3.0.3, section 2.3.3).

import type { FastifyBaseLogger } from 'fastify';
import type { Encryption } from '../../../crypto/encryption.ts';
import type { Database } from '../../../database/connect.ts';
import type { Outbound } from '../../../outbound/request.ts';
import type { Session } from '../../../sessions/session.ts';
import type { ApplicationActivity } from '../../diagnostics/activity.ts';
import { LogoutDelivery } from '../../sign-out/delivery.ts';
import { attemptTimeoutMs } from '../../sign-out/lease-queue.ts';
import { notifyEnded } from '../../sign-out/notifications.ts';
import { type LogoutTarget, logoutContext } from '../tickets/ticket-store.ts';
import { randomText } from '../tickets/ticket-text.ts';
import { createLogoutQueue, createUsedTickets, type UsedTicket } from './logout-queue.ts';
import { logoutForm } from './logout-request.ts';

type Deps = {
  db: Database;
  encryption: Encryption;
  outbound: Outbound;
  /** Returns false if no application uses CAS; then the end of a session needs no statement. */
  isUsed(): Promise<boolean>;
  activity: Pick<ApplicationActivity, 'notified'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  now: () => number;
};

/** `DATA_KEY` has changed since the ticket was used. */
class UndecryptableNotification extends Error {
  override name = 'UndecryptableNotification';
}

class NotificationRefused extends Error {
  override name = 'NotificationRefused';
  readonly response: { status: number };

  constructor(status: number) {
    super();
    this.response = { status };
  }
}

async function send({ encryption, outbound, now }: Deps, used: UsedTicket): Promise<boolean> {
  const { idHash, encryptedLogout } = used;
  if (encryptedLogout === null) return false;
  const text = encryption.decrypt(encryptedLogout, logoutContext(idHash));
  if (text === undefined) throw new UndecryptableNotification();
  const { ticket, address } = JSON.parse(text) as LogoutTarget;
  const form = logoutForm({ id: `LR-${randomText(22)}`, ticket, at: now() });
  const { status } = await outbound.post(address, form, AbortSignal.timeout(attemptTimeoutMs));
  // clients respond to the form in many ways, such as a redirect to their sign-in
  if (status >= 500) throw new NotificationRefused(status);
  return true;
}

/** The back end behind a proxy ticket has no session of the browser to report. */
const endedAt = ({ idHash: id, kind, applicationId, encryptedLogout }: UsedTicket) => ({
  id,
  applicationId: kind === 'ST' ? applicationId : undefined,
  isReachable: encryptedLogout !== null,
});

export function createSingleLogout(deps: Deps) {
  const { db, now, activity, log } = deps;
  const queue = createLogoutQueue(db, now);
  const usedTickets = createUsedTickets(db);
  const delivery = new LogoutDelivery<UsedTicket>({
    queue,
    send: (used) => send(deps, used),
    factsOf: async ({ applicationId: application }) => ({ application }),
    activity,
    log,
  });
  return {
    /**
     * Reads the used tickets of a session before it ends. Returns a function to call after the end: it notifies the services
     * and returns the ids of the applications that were not notified.
     */
    async beforeSessionEnd({ uid }: Pick<Session, 'uid'>): Promise<() => Promise<string[]>> {
      const used = (await deps.isUsed()) ? await usedTickets.listBySession(uid) : [];
      return async () => (used.length === 0 ? [] : notifyEnded(delivery, queue, used.map(endedAt)));
    },
    start: () => delivery.start(),
    stop: () => delivery.stop(),
  };
}
