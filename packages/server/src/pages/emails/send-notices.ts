// Sends emails that the server writes by itself, each in the language that its reader has chosen.

import { type Language, languages } from '@brama/contract/paths';
import type { EventStore } from '../../events/store.ts';
import { requesterFor } from '../../jobs/fair-queue.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { Email } from '../../mail/email.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { UserStore } from '../../users/store.ts';
import type { User } from '../../users/user.ts';
import type { EmailSite } from './compose-email.ts';

export type NoticeDeps = {
  site: EmailSite;
  baseUrl: string;
  /** Undefined if email is off. */
  mail: { mailer: Mailer; jobQueue: JobQueue } | undefined;
  users: UserStore;
  events: EventStore;
};

type Write = (user: User, language: Language) => Email;

/** Returns a function that sends an email to each of these users later, if they are enabled and have an address. It never throws. */
export function createSendNotices({ mail, users, events }: NoticeDeps) {
  async function send(mailer: Mailer, userId: string, write: Write) {
    const user = await users.byId(userId);
    if (!user?.email || user.disabled) return;
    await mailer.send(write(user, (await events.languageOf(userId)) ?? languages[0]));
  }

  return (userIds: readonly string[], write: Write): void => {
    if (!mail) return;
    const { mailer, jobQueue } = mail;
    for (const userId of userIds) {
      jobQueue.add('notice', requesterFor(userId), () => send(mailer, userId, write));
    }
  };
}
