// The emails that warn before an end date: the sponsor of a guest, and the owners of an application with a secret.

import type { Language } from '@brama/contract/paths';
import { timeIn } from './account-notices.ts';
import { createEmailComposer } from './compose-email.ts';
import { createSendNotices, type NoticeDeps } from './send-notices.ts';

type EndingGuest = { sponsorId: string; username: string; fullName: string; validUntil: number };

/** Returns a function that warns the sponsor of a guest later. It never throws. */
export function createWarnSponsor(deps: NoticeDeps) {
  const { compose } = createEmailComposer(deps);
  const send = createSendNotices(deps);
  return ({ sponsorId, username, fullName, validUntil }: EndingGuest): void =>
    send([sponsorId], (sponsor, language) => {
      const t = deps.site.translate(language);
      const when = timeIn(language, validUntil);
      return compose(sponsor, language, t('mail:ending-guest.subject', { username }), [
        t('mail:ending-guest.text', { name: fullName, username, when }),
        t('mail:ending-guest.what-to-do'),
        t('mail:ending-guest.why'),
      ]);
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
  const { compose } = createEmailComposer(deps);
  const send = createSendNotices(deps);
  return ({ ownerIds, title, name, expiresAt }: EndingSecret): void =>
    send(ownerIds, (user, language) => {
      const t = deps.site.translate(language);
      const application = title[language];
      const when = timeIn(language, expiresAt);
      return compose(user, language, t('mail:ending-secret.subject', { application }), [
        t('mail:ending-secret.text', { application, name, when }),
        t('mail:ending-secret.what-to-do'),
        t('mail:ending-secret.why'),
      ]);
    });
}
