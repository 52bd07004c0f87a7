// Writes the emails about passwords: reset link, and changed password.

import { type Language, passwordPath } from '@brama/contract/paths';
import type { Email } from '../../../mail/email.ts';
import type { Site } from '../../../pages/web-build.ts';
import type { User } from '../../../users/user.ts';

type Deps = { site: Site; baseUrl: string };

export function createPasswordEmails({ site, baseUrl }: Deps) {
  const host = new URL(baseUrl).host;

  /** Returns whom to contact, for a reader who is not on our pages. */
  function contactIn(language: Language): string {
    const { href, text } = site.instance[language].contact;
    return href.startsWith('mailto:') ? text : baseUrl + href;
  }

  function composeEmail(
    { username, email }: User,
    language: Language,
    subject: string,
    paragraphs: Email['paragraphs'],
  ): Email {
    const { organisation } = site.instance[language];
    const end = site.translate(language)('mail:about', { username, organisation, host });
    return { language, to: email ?? '', subject, paragraphs: [...paragraphs, end] };
  }

  return {
    /** The secret is behind the `#`, so that it reaches no server, log or Referer. */
    reset(user: User, language: Language, token: string): Email {
      const t = site.translate(language);
      const page = `${baseUrl}/${language}/${passwordPath}/reset`;
      return composeEmail(user, language, t('mail:reset.subject'), [
        t('mail:reset.text', { username: user.username }),
        { label: t('mail:reset.link'), href: `${page}#${token}` },
        t('mail:reset.until'),
        t('mail:reset.code', { page, code: token }),
        t('mail:reset.ignore'),
      ]);
    },

    changed(user: User, language: Language): Email {
      const t = site.translate(language);
      return composeEmail(user, language, t('mail:changed.subject'), [
        t('mail:changed.text', { username: user.username }),
        t('mail:not-you', { contact: contactIn(language) }),
      ]);
    },
  };
}

export type PasswordEmails = ReturnType<typeof createPasswordEmails>;
