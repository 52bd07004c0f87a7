// What the pages show about the organisation: names, support and logos, from the settings.

import type { Instance, OptionalLink } from '@brama/contract/instance';
import { type Language, languages, passwordPath } from '@brama/contract/paths';
import type { Config } from './config.ts';

/** Without a link the element stays in the page, but hidden. */
function optional(href: string | undefined): OptionalLink {
  return href === undefined ? { href: 'data:,', shown: 'no' } : { href, shown: 'yes' };
}

const helpWord: Record<Language, string> = { uk: 'Допомога', en: 'Help' };

type Settings = Pick<
  Config,
  | 'baseUrl'
  | 'mail'
  | 'organisationNameUk'
  | 'organisationNameEn'
  | 'supportEmail'
  | 'supportBotEmployees'
  | 'supportBotStudents'
>;

/** URL paths of the configured logos. */
type LogoPaths = { organisation?: string | undefined; diia?: string | undefined };

export function describeInstance(config: Settings, logos: LogoPaths) {
  const names: Record<Language, string> = {
    uk: config.organisationNameUk,
    en: config.organisationNameEn,
  };
  const { supportEmail } = config;
  const describe = (language: Language): Instance => ({
    organisation: names[language],
    host: new URL(config.baseUrl).host,
    logo: optional(logos.organisation),
    diiaLogo: optional(logos.diia),
    contact: supportEmail
      ? { href: `mailto:${supportEmail}`, text: supportEmail }
      : { href: `/${language}/faq`, text: helpWord[language] },
    bots: {
      employees: optional(config.supportBotEmployees),
      students: optional(config.supportBotStudents),
    },
    forgotPassword: optional(config.mail && `/${language}/${passwordPath}/forgot`),
  });
  return Object.fromEntries(languages.map((language) => [language, describe(language)])) as Record<
    Language,
    Instance
  >;
}
