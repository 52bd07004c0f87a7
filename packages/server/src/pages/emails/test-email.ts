// The email with which an administrator checks the mail server. It names no account, because an operator may send it to any address.

import type { Language } from '@brama/contract/paths';
import type { Email } from '../../mail/email.ts';
import { createEmailComposer, type EmailSite } from './compose-email.ts';

type Deps = { site: EmailSite; baseUrl: string };

export function createTestEmail(deps: Deps, to: string, language: Language, at: number): Email {
  const { site, baseUrl } = deps;
  const { organisation } = site.instance[language];
  const t = site.translate(language);
  return {
    language,
    to,
    subject: t('mail:test.subject'),
    brand: t('common:brand'),
    organisation,
    paragraphs: [
      t('mail:test.text'),
      t('mail:test.about', { organisation, host: new URL(baseUrl).host }),
    ],
    facts: [createEmailComposer(deps).time(language, 'when', at)],
  };
}
