// The email to administrators about a user with a role who got back into the account by the secondary address. It has no link, so that
// it is no pattern for a deception.

import { timeIn } from './account-notices.ts';
import { createEmailComposer } from './compose-email.ts';
import { createSendNotices, type NoticeDeps } from './send-notices.ts';

/** Sends the emails later. Never throws. */
export type NotifyRolesSuspended = (
  administratorIds: readonly string[],
  suspended: { username: string; until: number },
) => void;

export function createNotifyRolesSuspended(deps: NoticeDeps): NotifyRolesSuspended {
  const { compose } = createEmailComposer(deps);
  const send = createSendNotices(deps);
  return (administratorIds, { username, until }) =>
    send(administratorIds, (user, language) => {
      const t = deps.site.translate(language);
      return compose(user, language, t('mail:roles-suspended.subject'), [
        t('mail:roles-suspended.text', { username, when: timeIn(language, until) }),
        t('mail:roles-suspended.check'),
      ]);
    });
}
