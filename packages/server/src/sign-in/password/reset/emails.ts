// The letters about passwords, in words.

import { type Language, passwordPath } from '@brama/contract/paths';
import { z } from 'zod';
import type { Email } from '../../../mail/email.ts';
import type { Site } from '../../../pages/web-build.ts';
import type { User } from '../../../users/user.ts';

/** The namespace `mail`. */
const mailWords = z.object({
  about: z.string(),
  'not-you': z.string(),
  reset: z.object({
    subject: z.string(),
    text: z.string(),
    link: z.string(),
    until: z.string(),
    code: z.string(),
    ignore: z.string(),
  }),
  changed: z.object({ subject: z.string(), text: z.string() }),
});

type Deps = { site: Site; baseUrl: string };

function filled(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{\{(\w{1,20})\}\}/g, (mark, name: string) => values[name] ?? mark);
}

export function createPasswordEmails({ site, baseUrl }: Deps) {
  const wordsIn = (language: Language) => mailWords.parse(site.words(language, 'mail'));
  const host = new URL(baseUrl).host;

  /** Whom to ask, for somebody who reads this far from our pages. */
  function contactIn(language: Language): string {
    const { href, text } = site.instance[language].contact;
    return href.startsWith('mailto:') ? text : baseUrl + href;
  }

  function letter(
    { username, email }: User,
    language: Language,
    subject: string,
    paragraphs: Email['paragraphs'],
  ): Email {
    const { about } = wordsIn(language);
    const { organisation } = site.instance[language];
    const end = filled(about, { username, organisation, host });
    return { language, to: email ?? '', subject, paragraphs: [...paragraphs, end] };
  }

  return {
    /** The secret stands behind the `#`: it reaches no server, log or Referer. */
    reset(user: User, language: Language, token: string): Email {
      const { reset: say } = wordsIn(language);
      const page = `${baseUrl}/${language}/${passwordPath}/reset`;
      return letter(user, language, say.subject, [
        filled(say.text, { username: user.username }),
        { label: say.link, href: `${page}#${token}` },
        say.until,
        filled(say.code, { page, code: token }),
        say.ignore,
      ]);
    },

    changed(user: User, language: Language): Email {
      const { changed: say, 'not-you': notYou } = wordsIn(language);
      return letter(user, language, say.subject, [
        filled(say.text, { username: user.username }),
        filled(notYou, { contact: contactIn(language) }),
      ]);
    },
  };
}

export type PasswordEmails = ReturnType<typeof createPasswordEmails>;
