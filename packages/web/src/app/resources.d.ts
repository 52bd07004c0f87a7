// Declares the text keys to i18next, from the Ukrainian texts. An unknown key is a compile error.
import type errorCodes from '../../locales/error-codes.json';
import type account from '../../locales/uk/account.json';
import type accountMenu from '../../locales/uk/account-menu.json';
import type adminErrors from '../../locales/uk/admin-errors.json';
import type apps from '../../locales/uk/apps.json';
import type authSuccess from '../../locales/uk/auth-success.json';
import type buttonWizard from '../../locales/uk/button-wizard.json';
import type common from '../../locales/uk/common.json';
import type consoleWords from '../../locales/uk/console.json';
import type errors from '../../locales/uk/errors.json';
import type faq from '../../locales/uk/faq.json';
import type handIn from '../../locales/uk/hand-in.json';
import type interaction from '../../locales/uk/interaction.json';
import type legal from '../../locales/uk/legal.json';
import type login from '../../locales/uk/login.json';
import type mail from '../../locales/uk/mail.json';
import type password from '../../locales/uk/password.json';
import type privacyPolicy from '../../locales/uk/privacy-policy.json';
import type profile from '../../locales/uk/profile.json';
import type received from '../../locales/uk/received.json';
import type recovery from '../../locales/uk/recovery.json';
import type secondFactor from '../../locales/uk/second-factor.json';
import type secondFactorSetUp from '../../locales/uk/second-factor-set-up.json';
import type setup from '../../locales/uk/setup.json';
import type termsOfUse from '../../locales/uk/terms-of-use.json';
import type { MethodWords } from '../sign-in/methods.tsx';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      interaction: typeof interaction;
      account: typeof account;
      'account-menu': typeof accountMenu;
      'admin-errors': typeof adminErrors;
      apps: typeof apps;
      'auth-success': typeof authSuccess;
      'button-wizard': typeof buttonWizard;
      common: typeof common;
      console: typeof consoleWords;
      errors: typeof errors & { codes: typeof errorCodes.uk };
      faq: typeof faq;
      legal: typeof legal;
      login: typeof login;
      'privacy-policy': typeof privacyPolicy;
      mail: typeof mail;
      password: typeof password;
      profile: typeof profile;
      'hand-in': typeof handIn;
      received: typeof received;
      'second-factor': typeof secondFactor;
      recovery: typeof recovery;
      'second-factor-set-up': typeof secondFactorSetUp;
      setup: typeof setup;
      'terms-of-use': typeof termsOfUse;
    } & MethodWords;
  }
}
