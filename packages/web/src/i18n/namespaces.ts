// Names of the translation files, each `locales/{language}/{namespace}.json`.
export const namespaces = [
  'common',
  'errors',
  'login',
  'diia',
  'google-auth',
  'apps',
  'profile',
  'password',
  'mail',
  'faq',
  'legal',
  'privacy-policy',
  'terms-of-use',
  'auth-success',
  'answers',
  'button-wizard',
  'received',
] as const;

export type Namespace = (typeof namespaces)[number];
