// Writes the emails about passwords: reset link, and changed password.

import { type Language, passwordPath } from '@brama/contract/paths';
import type { Email } from '../../../mail/email.ts';
import { createEmailComposer } from '../../../pages/emails/compose-email.ts';
import type { Site } from '../../../pages/web-build.ts';
import type { User } from '../../../users/user.ts';

type Deps = { site: Site; baseUrl: string };

export function createPasswordEmails({ site, baseUrl }: Deps) {
  const { compose, contactIn } = createEmailComposer({ site, baseUrl });
  return {
    /** The secret is behind the `#`, so that it reaches no server, log or Referer. */
    reset(user: User, language: Language, token: string): Email {
      const t = site.translate(language);
      const page = `${baseUrl}/${language}/${passwordPath}/reset`;
      return compose(user, language, t('mail:reset.subject'), [
        t('mail:reset.text', { username: user.username }),
        { label: t('mail:reset.link'), href: `${page}#${token}` },
        t('mail:reset.until'),
        t('mail:reset.code', { page, code: token }),
        t('mail:reset.ignore'),
      ]);
    },

    changed(user: User, language: Language): Email {
      const t = site.translate(language);
      return compose(user, language, t('mail:changed.subject'), [
        t('mail:changed.text', { username: user.username }),
        t('mail:not-you', { contact: contactIn(language) }),
      ]);
    },
  };
}

export type PasswordEmails = ReturnType<typeof createPasswordEmails>;
