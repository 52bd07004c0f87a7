// The email to administrators about an action that waits for the approval of one of them. It has no link and no text that the
// requester has typed, so it cannot be used to deceive them.

import type { ApprovalAction } from '@brama/contract/admin/user-access/approval-actions';
import { timeIn } from './account-notices.ts';
import { createEmailComposer } from './compose-email.ts';
import { createSendNotices, type NoticeDeps } from './send-notices.ts';

type Asked = { action: ApprovalAction; username: string; requestedBy: string; expiresAt: number };

/** Sends the emails later. Never throws. */
export type NotifyApprovers = (approverIds: readonly string[], asked: Asked) => void;

export function createNotifyApprovers(deps: NoticeDeps): NotifyApprovers {
  const { compose } = createEmailComposer(deps);
  const send = createSendNotices(deps);
  return (approverIds, { action, username, requestedBy, expiresAt }) =>
    send(approverIds, (user, language) => {
      const t = deps.site.translate(language);
      return compose(user, language, t('mail:approval.subject'), [
        t(`mail:approval.${action}`, { username, requester: requestedBy }),
        t('mail:approval.until', { when: timeIn(language, expiresAt) }),
        t('mail:approval.check'),
      ]);
    });
}
