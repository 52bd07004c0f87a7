// Names of the translation files, each `locales/{language}/{namespace}.json`.
export const namespaces = ['common', 'errors', 'login', 'apps', 'profile'] as const;

export type Namespace = (typeof namespaces)[number];
