// The emails about what a command has done to their accounts. A command sends them itself.

import type { Logger } from 'pino';
import type { FullConfig } from '../app/config.ts';
import type { Database } from '../database/connect.ts';
import type { NotifyUser } from '../events/notice.ts';
import { EventStore } from '../events/store.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { createMailer } from '../mail/mailer.ts';
import { createAccountNotices } from '../pages/emails/account-notices.ts';
import { UserStore } from '../users/store.ts';
import type { CommandContext } from './api/refused.ts';

export type OpenSite = NonNullable<CommandContext['open']>;

type Deps = { db: Database; log: Logger; config: FullConfig };

/** Sends emails to users. `finish` waits until the mail server has them. */
export type UserEmails = { notifyUser: NotifyUser; finish(): Promise<void> };

/** Opens all that emails need. */
export function createUserEmails({ db, log, config }: Deps, open: OpenSite): UserEmails {
  const { mail: settings } = config;
  if (!settings) return { notifyUser: () => undefined, finish: async () => undefined };
  const mailer = createMailer({ settings, log, show: console.error });
  const jobQueue = createJobQueue(log, async () => undefined);
  const { notifyUser } = createAccountNotices({
    site: open(config),
    baseUrl: config.baseUrl,
    now: Date.now,
    mail: { mailer, jobQueue },
    users: new UserStore(db),
    events: new EventStore(db, Date.now),
    // only emails about new browsers are limited
    limits: { take: async () => 0 },
  });
  return {
    notifyUser,
    async finish() {
      await jobQueue.finish();
      mailer.close();
    },
  };
}
