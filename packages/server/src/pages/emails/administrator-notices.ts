// Emails to administrators about a user with a role. They have no link and no text that the requester has typed, so that they are no
// pattern for a deception.

import type { ApprovalAction } from '@brama/contract/admin/user-access/approval-actions';
import { createEmailComposer, timeIn } from './compose-email.ts';
import { createSendNotices, type NoticeDeps } from './send-notices.ts';

type Asked = { action: ApprovalAction; username: string; requestedBy: string; expiresAt: number };

/** Sends the emails about an action that waits for the approval of one of them. Returns at once and never throws. */
export type NotifyApprovers = (approverIds: readonly string[], asked: Asked) => void;

export function createNotifyApprovers(deps: NoticeDeps): NotifyApprovers {
  const { compose, fact, time } = createEmailComposer(deps);
  const send = createSendNotices(deps);
  return (approverIds, { action, username, requestedBy, expiresAt }) =>
    send(approverIds, (user, language) => {
      const t = deps.site.translate(language);
      return compose(user, language, {
        subject: t('mail:approval.subject'),
        paragraphs: [
          t(`mail:approval.${action}`, { username, requester: requestedBy }),
          t('mail:approval.until', { when: timeIn(language, expiresAt) }),
          t('mail:approval.check'),
        ],
        facts: [
          // only the server asks to restore roles
          ...(action === 'roles.restore' ? [] : [fact(language, 'requester', requestedBy)]),
          fact(language, 'username', username),
          time(language, 'until', expiresAt),
        ],
      });
    });
}

/** Sends the emails about a user with a role who got back into the account by the secondary address. Returns at once and never throws. */
export type NotifyRolesSuspended = (
  administratorIds: readonly string[],
  suspended: { username: string; until: number },
) => void;

export function createNotifyRolesSuspended(deps: NoticeDeps): NotifyRolesSuspended {
  const { compose, fact, time } = createEmailComposer(deps);
  const send = createSendNotices(deps);
  return (administratorIds, { username, until }) =>
    send(administratorIds, (user, language) => {
      const t = deps.site.translate(language);
      return compose(user, language, {
        subject: t('mail:roles-suspended.subject'),
        paragraphs: [
          t('mail:roles-suspended.text', { username, when: timeIn(language, until) }),
          t('mail:roles-suspended.check'),
        ],
        facts: [fact(language, 'username', username), time(language, 'until', until)],
      });
    });
}
