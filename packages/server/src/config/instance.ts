// Collects the data that pages show about the organisation, from the settings: names, support addresses and logos.

import type { Instance } from '@brama/contract/instance';
import { type Language, languages } from '@brama/contract/paths';
import type { Config } from './config.ts';

const helpWord: Record<Language, string> = { uk: 'Допомога', en: 'Help' };

type Settings = Pick<
  Config,
  | 'baseUrl'
  | 'organisationNameUk'
  | 'organisationNameEn'
  | 'supportEmail'
  | 'supportBotEmployees'
  | 'supportBotStudents'
  | 'statusUrl'
>;

/** URL paths of the configured logos and of the style sheet of the organisation. */
type FilePaths = {
  organisation?: string | undefined;
  diia?: string | undefined;
  styles?: string | undefined;
};

export function describeInstance(config: Settings, files: FilePaths) {
  const names: Record<Language, string> = {
    uk: config.organisationNameUk,
    en: config.organisationNameEn,
  };
  const { supportEmail } = config;
  const describe = (language: Language): Instance => ({
    organisation: names[language],
    host: new URL(config.baseUrl).host,
    logo: files.organisation,
    diiaLogo: files.diia,
    styles: files.styles,
    contact: supportEmail
      ? { href: `mailto:${supportEmail}`, text: supportEmail }
      : { href: `/${language}/faq`, text: helpWord[language] },
    bots: {
      employees: config.supportBotEmployees,
      students: config.supportBotStudents,
    },
    status: config.statusUrl,
  });
  return Object.fromEntries(languages.map((language) => [language, describe(language)])) as Record<
    Language,
    Instance
  >;
}
