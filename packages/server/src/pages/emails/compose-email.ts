// Composes emails to users with the words of the pages: the last paragraph names the service and the account.

import type { Language } from '@brama/contract/paths';
import type { Email, EmailFact } from '../../mail/email.ts';
import type { User } from '../../users/user.ts';
import type { Site } from '../web-build.ts';

/** What emails need of the web application. */
export type EmailSite = Pick<Site, 'instance' | 'translate'>;

type Deps = { site: EmailSite; baseUrl: string };

type Content = {
  subject: string;
  paragraphs: Email['paragraphs'];
  facts?: readonly EmailFact[];
  /** The address is the secondary one of the user. */
  isSecondary?: boolean;
};

/** Emails have no time zone of their reader. */
const timeZone = 'Europe/Kyiv';
const locales: Record<Language, string> = { uk: 'uk', en: 'en-GB' };

/** Returns date and time in Kyiv, in words of the language. */
export function timeIn(language: Language, at: number): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(locales[language], format).format(at);
}

export function createEmailComposer({ site, baseUrl }: Deps) {
  const host = new URL(baseUrl).host;
  return {
    /** Returns whom to contact, for a reader who is not on our pages. */
    contactIn(language: Language): string {
      const { href, text } = site.instance[language].contact;
      return href.startsWith('mailto:') ? text : baseUrl + href;
    },

    /** Returns a row of the table of facts. */
    fact(
      language: Language,
      name:
        | 'username'
        | 'guest'
        | 'groups'
        | 'application'
        | 'secret'
        | 'requester'
        | 'browser'
        | 'network',
      value: string,
    ): EmailFact {
      return { name: site.translate(language)(`mail:facts.${name}`), value };
    },

    /** Returns a row with a time in Kyiv. */
    time(language: Language, name: 'when' | 'until', at: number): EmailFact {
      const t = site.translate(language);
      return {
        name: t(`mail:facts.${name}`),
        value: t('mail:facts.in-kyiv', { when: timeIn(language, at) }),
      };
    },

    compose(
      { username, email }: User,
      language: Language,
      { subject, paragraphs, facts = [], isSecondary = false }: Content,
    ): Email {
      const { organisation } = site.instance[language];
      const t = site.translate(language);
      const kind = isSecondary ? 'mail:about-secondary' : 'mail:about';
      const end = t(kind, { username, organisation, host });
      return {
        language,
        to: email ?? '',
        subject,
        brand: t('common:brand'),
        organisation,
        paragraphs: [...paragraphs, end],
        facts,
      };
    },
  };
}
