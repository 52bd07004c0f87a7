// The email that warns owners of an application before one of its secrets ends.

import type { Language } from '@brama/contract/paths';
import { timeIn } from './account-notices.ts';
import { createEmailComposer } from './compose-email.ts';
import { createSendNotices, type NoticeDeps } from './send-notices.ts';

type Ending = {
  ownerIds: readonly string[];
  title: Record<Language, string>;
  name: string;
  expiresAt: number;
};

/** Returns a function that sends the emails later. It never throws. */
export function createWarnOwners(deps: NoticeDeps) {
  const { compose } = createEmailComposer(deps);
  const send = createSendNotices(deps);
  return ({ ownerIds, title, name, expiresAt }: Ending): void =>
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
