// Writes the emails about passwords: reset link, changed password, and the link for a first password.

import { accountSectionPath } from '@brama/contract/pages/account/sections';
import { type Language, languages, passwordPath } from '@brama/contract/paths';
import type { Email } from '../../../mail/email.ts';
import {
  createEmailComposer,
  type EmailSite,
  timeIn,
} from '../../../pages/emails/compose-email.ts';
import type { User } from '../../../users/user.ts';

type Deps = { site: EmailSite; baseUrl: string };

export function createPasswordEmails({ site, baseUrl }: Deps) {
  const { compose, contactIn, fact, time } = createEmailComposer({ site, baseUrl });
  /** Of each language the words; the first one also has the link. */
  function invitationIn(
    language: Language,
    { username, token, expiresAt }: { username: string; token: string; expiresAt: number },
    { hasLink }: { hasLink: boolean },
  ): Email['paragraphs'] {
    const t = site.translate(language);
    const page = `${baseUrl}/${language}/${passwordPath}/reset`;
    return [
      t('mail:invitation.text', { username }),
      ...(hasLink ? [{ label: t('mail:invitation.link'), href: `${page}#${token}` }] : []),
      t('mail:invitation.until', { when: timeIn(language, expiresAt) }),
      t('mail:invitation.code', { page, code: token }),
      t('mail:invitation.ignore', { contact: contactIn(language) }),
    ];
  }

  return {
    /** Without a language, which is not known before the first sign-in, the email has all. */
    invitation(
      user: User,
      language: Language | undefined,
      link: { token: string; expiresAt: number },
    ): Email {
      const inLanguages = language ? [language] : languages;
      const [first] = inLanguages;
      const invited = { ...link, username: user.username };
      return compose(user, first, {
        subject: inLanguages
          .map((one) => site.translate(one)('mail:invitation.subject'))
          .join(' / '),
        paragraphs: inLanguages.flatMap((one) =>
          invitationIn(one, invited, { hasLink: one === first }),
        ),
        facts: [fact(first, 'username', user.username), time(first, 'until', link.expiresAt)],
      });
    },

    /** The secret is behind the `#`, so that it reaches no server, log or Referer. */
    reset(user: User, language: Language, token: string): Email {
      const t = site.translate(language);
      const page = `${baseUrl}/${language}/${passwordPath}/reset`;
      return compose(user, language, {
        subject: t('mail:reset.subject'),
        paragraphs: [
          t('mail:reset.text', { username: user.username }),
          { label: t('mail:reset.link'), href: `${page}#${token}` },
          t('mail:reset.until'),
          t('mail:reset.code', { page, code: token }),
          t('mail:reset.ignore'),
        ],
        facts: [fact(language, 'username', user.username)],
      });
    },

    changed(user: User, language: Language): Email {
      const t = site.translate(language);
      return compose(user, language, {
        subject: t('mail:changed.subject'),
        paragraphs: [
          t('mail:changed.text', { username: user.username }),
          {
            label: t('mail:notice.link'),
            href: `${baseUrl}/${language}/${accountSectionPath('activity')}`,
          },
          t('mail:not-you', { contact: contactIn(language) }),
        ],
        facts: [fact(language, 'username', user.username)],
      });
    },
  };
}

export type PasswordEmails = ReturnType<typeof createPasswordEmails>;
