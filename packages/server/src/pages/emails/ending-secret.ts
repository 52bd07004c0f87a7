// The email that warns owners of an application before one of its secrets ends, each in the language of the last sign-in.

import { type Language, languages } from '@brama/contract/paths';
import type { Database } from '../../database/connect.ts';
import type { EventStore } from '../../events/store.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { UserStore } from '../../users/store.ts';
import type { Site } from '../web-build.ts';
import { timeIn } from './account-notices.ts';
import { createEmailComposer } from './compose-email.ts';

type Ending = {
  ownerIds: readonly string[];
  title: Record<Language, string>;
  name: string;
  expiresAt: number;
};

type Deps = {
  db: Database;
  site: Site;
  baseUrl: string;
  /** Undefined if email is off. */
  mail: { mailer: Mailer; jobQueue: JobQueue } | undefined;
  users: Pick<UserStore, 'byId'>;
  events: Pick<EventStore, 'lastOf'>;
};

/** Returns a function that sends the emails later. It never throws. */
export function createWarnOwners({ db, site, baseUrl, mail, users, events }: Deps) {
  const { compose } = createEmailComposer({ site, baseUrl });

  async function send(mailer: Mailer, userId: string, { title, name, expiresAt }: Ending) {
    const user = await users.byId(userId);
    if (!user?.email || user.disabled) return;
    const last = await events.lastOf(db, userId, ['sign-in.succeeded']);
    const language = last?.details.language ?? languages[0];
    const t = site.translate(language);
    const application = title[language];
    const when = timeIn(language, expiresAt);
    const paragraphs = [
      t('mail:ending-secret.text', { application, name, when }),
      t('mail:ending-secret.what-to-do'),
      t('mail:ending-secret.why'),
    ];
    const subject = t('mail:ending-secret.subject', { application });
    await mailer.send(compose(user, language, subject, paragraphs));
  }

  return (ending: Ending): void => {
    if (!mail) return;
    const { mailer, jobQueue } = mail;
    for (const userId of ending.ownerIds) {
      const requester = { group: userId, source: '', isTrusted: false };
      jobQueue.add('notice', requester, () => send(mailer, userId, ending));
    }
  };
}
