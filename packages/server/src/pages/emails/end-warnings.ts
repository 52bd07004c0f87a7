// The emails that warn before an end date. They reach the sponsor of a guest, a user whom a source no longer names, and the owners of an
// application with a secret.

import type { Language } from '@brama/contract/paths';
import { createEmailComposer } from './compose-email.ts';
import { createSendNotices, type NoticeDeps } from './send-notices.ts';

type EndingGuest = { sponsorId: string; username: string; fullName: string; validUntil: number };

/** Returns a function that warns the sponsor of a guest later. It never throws. */
export function createWarnSponsor(deps: NoticeDeps) {
  const { compose, fact, time } = createEmailComposer(deps);
  const send = createSendNotices(deps);
  return ({ sponsorId, username, fullName, validUntil }: EndingGuest): void =>
    send([sponsorId], (sponsor, language) => {
      const t = deps.site.translate(language);
      return compose(sponsor, language, {
        subject: t('mail:ending-guest.subject', { username }),
        paragraphs: [
          t('mail:ending-guest.text'),
          t('mail:ending-guest.what-to-do'),
          t('mail:ending-guest.why'),
        ],
        facts: [
          fact(language, 'guest', fullName),
          fact(language, 'username', username),
          time(language, 'until', validUntil),
        ],
      });
    });
}

type EndingAccess = {
  userId: string;
  endsAt: number;
  endsAccount: boolean;
  groups: Record<Language, string[]>;
};

/** Returns a function that notifies a user later whom a source no longer names. It never throws. */
export function createNotifyEndingAccess(deps: NoticeDeps) {
  const { compose, fact, time } = createEmailComposer(deps);
  const send = createSendNotices(deps);
  return ({ userId, endsAt, endsAccount, groups }: EndingAccess): void =>
    send([userId], (user, language) => {
      const t = deps.site.translate(language);
      const kind = endsAccount ? 'account' : 'groups';
      const names = groups[language];
      return compose(user, language, {
        subject: t(`mail:ending-access.${kind}.subject`),
        paragraphs: [
          t(`mail:ending-access.${kind}.text`),
          t('mail:ending-access.what-to-do'),
          t('mail:ending-access.why'),
        ],
        facts: [
          fact(language, 'username', user.username),
          ...(names.length > 0 ? [fact(language, 'groups', names.join(', '))] : []),
          time(language, 'until', endsAt),
        ],
      });
    });
}

type EndingSecret = {
  ownerIds: readonly string[];
  title: Record<Language, string>;
  name: string;
  expiresAt: number;
};

/** Returns a function that warns the owners of an application later. It never throws. */
export function createWarnOwners(deps: NoticeDeps) {
  const { compose, fact, time } = createEmailComposer(deps);
  const send = createSendNotices(deps);
  return ({ ownerIds, title, name, expiresAt }: EndingSecret): void =>
    send(ownerIds, (user, language) => {
      const t = deps.site.translate(language);
      const application = title[language];
      return compose(user, language, {
        subject: t('mail:ending-secret.subject', { application }),
        paragraphs: [
          t('mail:ending-secret.text'),
          t('mail:ending-secret.what-to-do'),
          t('mail:ending-secret.why'),
        ],
        facts: [
          fact(language, 'application', application),
          fact(language, 'secret', name),
          time(language, 'until', expiresAt),
        ],
      });
    });
}
