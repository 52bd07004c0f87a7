// Composes emails to users with the words of the pages: the last paragraph names the service and the account.

import type { Language } from '@brama/contract/paths';
import type { Email } from '../../mail/email.ts';
import type { User } from '../../users/user.ts';
import type { Site } from '../web-build.ts';

type Deps = { site: Site; baseUrl: string };

export function createEmailComposer({ site, baseUrl }: Deps) {
  const host = new URL(baseUrl).host;
  return {
    /** Returns whom to contact, for a reader who is not on our pages. */
    contactIn(language: Language): string {
      const { href, text } = site.instance[language].contact;
      return href.startsWith('mailto:') ? text : baseUrl + href;
    },

    /** `isSecondary`: the address is the secondary one of the user. */
    compose(
      { username, email }: User,
      language: Language,
      subject: string,
      paragraphs: Email['paragraphs'],
      { isSecondary = false } = {},
    ): Email {
      const { organisation } = site.instance[language];
      const kind = isSecondary ? 'mail:about-secondary' : 'mail:about';
      const end = site.translate(language)(kind, { username, organisation, host });
      return { language, to: email ?? '', subject, paragraphs: [...paragraphs, end] };
    },
  };
}
