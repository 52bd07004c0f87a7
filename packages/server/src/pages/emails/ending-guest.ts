// The email that warns the sponsor of a guest before the end date.

import { timeIn } from './account-notices.ts';
import { createEmailComposer } from './compose-email.ts';
import { createSendNotices, type NoticeDeps } from './send-notices.ts';

type Ending = { sponsorId: string; username: string; fullName: string; validUntil: number };

/** Returns a function that sends the email later. It never throws. */
export function createWarnSponsor(deps: NoticeDeps) {
  const { compose } = createEmailComposer(deps);
  const send = createSendNotices(deps);
  return ({ sponsorId, username, fullName, validUntil }: Ending): void =>
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
