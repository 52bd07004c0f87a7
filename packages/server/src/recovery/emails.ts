// Writes the emails with links: to confirm a secondary address, and to get back into the account by it.

import type { Language } from '@brama/contract/paths';
import { recoveryPath, secondaryEmailPath } from '@brama/contract/recovery/paths';
import type { Email } from '../mail/email.ts';
import { createEmailComposer, type EmailSite } from '../pages/emails/compose-email.ts';
import type { User } from '../users/user.ts';

type Deps = { site: EmailSite; baseUrl: string };

export function createRecoveryEmails({ site, baseUrl }: Deps) {
  const { compose, fact } = createEmailComposer({ site, baseUrl });

  /** The secret is behind the `#`, so that it reaches no server, log or Referer. */
  function withLink(
    kind: 'recovery' | 'secondary-email',
    { user, language, to }: { user: User; language: Language; to: string },
    page: string,
    token: string,
  ): Email {
    const t = site.translate(language);
    const paragraphs = [
      t(`mail:${kind}.text`, { username: user.username }),
      { label: t(`mail:${kind}.link`), href: `${page}#${token}` },
      t(`mail:${kind}.until`),
      t(`mail:${kind}.code`, { page, code: token }),
      t(`mail:${kind}.ignore`),
    ];
    return compose({ ...user, email: to }, language, {
      subject: t(`mail:${kind}.subject`),
      paragraphs,
      facts: [fact(language, 'username', user.username)],
      isSecondary: true,
    });
  }

  type To = Parameters<typeof withLink>[1];
  return {
    recovery: (to: To, token: string) =>
      withLink('recovery', to, `${baseUrl}/${to.language}/${recoveryPath}/link`, token),
    confirmation: (to: To, token: string) =>
      withLink(
        'secondary-email',
        to,
        `${baseUrl}/${to.language}/${secondaryEmailPath}/confirm`,
        token,
      ),
  };
}

export type RecoveryEmails = ReturnType<typeof createRecoveryEmails>;
