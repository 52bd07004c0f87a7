// Back-channel logout: notifies clients that a session is over (OpenID Connect Back-Channel Logout 1.0). The grants are the
// queue of the notifications.

import type { FastifyBaseLogger } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Database } from '../../../database/connect.ts';
import type { Application } from '../../application.ts';
import type { ApplicationActivity } from '../../diagnostics/activity.ts';
import { LogoutDelivery, type NotificationQueue } from '../../sign-out/delivery.ts';
import { LeaseQueue } from '../../sign-out/lease-queue.ts';
import { type Grant, grantColumns } from '../adapters/grants.ts';

/** Members of the library's clients that its published types lack. */
type LogoutClient = {
  backchannelLogoutUri?: string;
  backchannelLogout(sub: string, sid: string): Promise<unknown>;
};

type Deps = {
  queue: NotificationQueue<Grant>;
  provider(): Promise<Provider>;
  byClientId(clientId: string): Promise<Application | undefined>;
  activity: Pick<ApplicationActivity, 'notified'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
};

class UnknownClient extends Error {
  override name = 'UnknownClient';
}

export const createLogoutQueue = (db: Database, now: () => number): NotificationQueue<Grant> =>
  new LeaseQueue(db, now, {
    table: 'oidc_grants',
    id: 'id',
    receiver: 'client_id',
    items: db.selectFrom('oidc_grants').select([...grantColumns]),
  });

export function createBackchannelLogout({ queue, provider, byClientId, activity, log }: Deps) {
  return new LogoutDelivery<Grant>({
    queue,
    async send({ clientId, userId, sid }) {
      const { Client } = await provider();
      const client = (await Client.find(clientId)) as LogoutClient | undefined;
      // the application may come back, and its client was not notified: try again later
      if (!client) throw new UnknownClient();
      if (!client.backchannelLogoutUri) return false;
      await client.backchannelLogout(userId, sid);
      return true;
    },
    factsOf: async ({ clientId: client }) => ({
      application: (await byClientId(client))?.id,
      client,
    }),
    activity,
    log,
  });
}
