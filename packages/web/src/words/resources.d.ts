// Tells i18next which keys exist, from the Ukrainian words: an unknown key is a compile error.
import type apps from '../../locales/uk/apps.json';
import type common from '../../locales/uk/common.json';
import type errors from '../../locales/uk/errors.json';
import type login from '../../locales/uk/login.json';
import type profile from '../../locales/uk/profile.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      apps: typeof apps;
      common: typeof common;
      errors: typeof errors;
      login: typeof login;
      profile: typeof profile;
    };
  }
}
