// Every page except the sign-in page: screens, the Google callback, interaction pages, password pages, and error pages.
import {
  errorPageId,
  type InteractionPage,
  interactionPages,
  notFoundPage,
  passwordPages,
  recoveryPages,
  setUpPages,
  userChangedPage,
  verifyPages,
} from '@brama/contract/pages/page-ids';
import { googleAuthPage, googleLinkPage } from '@brama/contract/sign-in/google/method';
import { type PageDescription, screens } from './screens.ts';

const answerModules = {
  consent: { file: 'src/consent/consent.tsx', load: () => import('../consent/consent.tsx') },
  'native-confirm': {
    file: 'src/consent/native-confirm.tsx',
    load: () => import('../consent/native-confirm.tsx'),
  },
  'no-access': { file: 'src/errors/no-access.tsx', load: () => import('../errors/no-access.tsx') },
  'no-method': { file: 'src/errors/no-method.tsx', load: () => import('../errors/no-method.tsx') },
  'level-needed': {
    file: 'src/errors/level-needed.tsx',
    load: () => import('../errors/level-needed.tsx'),
  },
  'request-over': {
    file: 'src/errors/request-over.tsx',
    load: () => import('../errors/request-over.tsx'),
  },
  'request-refused': {
    file: 'src/errors/request-refused.tsx',
    load: () => import('../errors/request-refused.tsx'),
  },
  'sign-out': { file: 'src/sign-out/sign-out.tsx', load: () => import('../sign-out/sign-out.tsx') },
  'signed-out': {
    file: 'src/sign-out/signed-out.tsx',
    load: () => import('../sign-out/signed-out.tsx'),
  },
  device: { file: 'src/device/device.tsx', load: () => import('../device/device.tsx') },
  'device-again': {
    file: 'src/device/device-again.tsx',
    load: () => import('../device/device-again.tsx'),
  },
  'device-confirm': {
    file: 'src/device/device-confirm.tsx',
    load: () => import('../device/device-confirm.tsx'),
  },
  'device-done': {
    file: 'src/device/device-done.tsx',
    load: () => import('../device/device-done.tsx'),
  },
  'device-refused': {
    file: 'src/device/device-refused.tsx',
    load: () => import('../device/device-refused.tsx'),
  },
  'try-again': { file: 'src/errors/try-again.tsx', load: () => import('../errors/try-again.tsx') },
};

/** Pages that explain why an action of the user failed. */
const failedAnswers: readonly InteractionPage[] = [
  'device-again',
  'no-access',
  'no-method',
  'request-over',
  'request-refused',
  'try-again',
];

const notFound: PageDescription = {
  path: notFoundPage,
  title: 'errors:not-found.title',
  namespaces: ['errors'],
  file: 'src/errors/not-found.tsx',
  load: () => import('../errors/not-found.tsx'),
  failed: true,
};

const trouble: PageDescription = {
  path: errorPageId,
  title: 'errors:trouble.title',
  namespaces: ['errors'],
  file: 'src/errors/server-error.tsx',
  load: () => import('../errors/server-error.tsx'),
  failed: true,
  hasOwnAddress: false,
};

const userChanged: PageDescription = {
  path: userChangedPage,
  title: 'errors:user-changed.title',
  namespaces: ['errors'],
  file: 'src/errors/user-changed.tsx',
  load: () => import('../errors/user-changed.tsx'),
  hasOwnAddress: false,
};

const interactions = interactionPages.map(
  (path): PageDescription => ({
    path,
    title: `interaction:${path}.title`,
    namespaces: ['interaction', 'errors'],
    ...answerModules[path],
    ...(failedAnswers.includes(path) && { failed: true }),
    hasOwnAddress: false,
  }),
);

const passwordModules = {
  password: { file: 'src/password/password.tsx', load: () => import('../password/password.tsx') },
  'password-set': {
    file: 'src/password/password-set.tsx',
    load: () => import('../password/password-set.tsx'),
  },
  'password-recent': {
    file: 'src/password/password-recent.tsx',
    load: () => import('../password/password-recent.tsx'),
  },
  'password-changed': {
    file: 'src/password/password-changed.tsx',
    load: () => import('../password/password-changed.tsx'),
  },
  'password-forgot': {
    file: 'src/password/password-forgot.tsx',
    load: () => import('../password/password-forgot.tsx'),
  },
  'password-sent': {
    file: 'src/password/password-sent.tsx',
    load: () => import('../password/password-sent.tsx'),
  },
  'password-reset': {
    file: 'src/password/password-reset.tsx',
    load: () => import('../password/password-reset.tsx'),
  },
};

const passwords = passwordPages.map(
  (path): PageDescription => ({
    path,
    title: `password:${path}.title`,
    // the texts of the password field are in the namespace of the sign-in page
    namespaces: ['password', 'login', 'errors'],
    ...passwordModules[path],
  }),
);

const verifyModules = {
  'second-factor': {
    file: 'src/second-factor/second-factor.tsx',
    load: () => import('../second-factor/second-factor.tsx'),
  },
  'second-factor-recovery': {
    file: 'src/second-factor/second-factor-recovery.tsx',
    load: () => import('../second-factor/second-factor-recovery.tsx'),
  },
};

const verifications = verifyPages.map(
  (path): PageDescription => ({
    path,
    title: `second-factor:${path}.title`,
    namespaces: ['second-factor', 'errors'],
    ...verifyModules[path],
  }),
);

const recoveryModules = {
  recovery: {
    file: 'src/recovery/recovery.tsx',
    load: () => import('../recovery/recovery.tsx'),
  },
  'recovery-email': {
    file: 'src/recovery/recovery-email.tsx',
    load: () => import('../recovery/recovery-email.tsx'),
  },
  'recovery-sent': {
    file: 'src/recovery/recovery-sent.tsx',
    load: () => import('../recovery/recovery-sent.tsx'),
  },
  'recovery-link': {
    file: 'src/recovery/recovery-link.tsx',
    load: () => import('../recovery/recovery-link.tsx'),
  },
  'recovery-access-code': {
    file: 'src/recovery/access-code.tsx',
    load: () => import('../recovery/access-code.tsx'),
  },
  'recovery-set-up': {
    file: 'src/recovery/set-up.tsx',
    load: () => import('../recovery/set-up.tsx'),
  },
  'secondary-email': {
    file: 'src/recovery/secondary-email.tsx',
    load: () => import('../recovery/secondary-email.tsx'),
  },
  'secondary-email-confirm': {
    file: 'src/recovery/secondary-email-confirm.tsx',
    load: () => import('../recovery/secondary-email-confirm.tsx'),
  },
  'secondary-email-confirmed': {
    file: 'src/recovery/secondary-email-confirmed.tsx',
    load: () => import('../recovery/secondary-email-confirmed.tsx'),
  },
};

const recoveries = recoveryPages.map(
  (path): PageDescription => ({
    path,
    title: `recovery:${path}.title`,
    // the new password has the texts of the password pages, a new passkey those of the account page
    namespaces:
      path === 'recovery-set-up'
        ? ['recovery', 'password', 'login', 'profile', 'errors']
        : ['recovery', 'errors'],
    ...recoveryModules[path],
  }),
);

const setUpModules = {
  'second-factor-set-up': {
    title: 'second-factor-set-up:set-up.title',
    file: 'src/second-factor/set-up/set-up.tsx',
    load: () => import('../second-factor/set-up/set-up.tsx'),
  },
  'second-factor-codes': {
    title: 'second-factor-set-up:codes.title',
    file: 'src/second-factor/set-up/codes.tsx',
    load: () => import('../second-factor/set-up/codes.tsx'),
  },
} as const;

const setUps = setUpPages.map(
  (path): PageDescription => ({
    path,
    // the texts of adding a passkey are in the namespace of “My data”
    namespaces: ['second-factor-set-up', 'profile', 'errors'],
    ...setUpModules[path],
  }),
);

const googleAuth: PageDescription = {
  path: googleAuthPage,
  title: 'google-auth:page-title',
  namespaces: ['google-auth'],
  file: 'src/sign-in/google/google-auth-page.tsx',
  load: () => import('../sign-in/google/google-auth-page.tsx'),
  hasOwnAddress: false,
};

const googleLink: PageDescription = {
  path: googleLinkPage,
  title: 'google-auth:to-google.title',
  namespaces: ['google-auth'],
  file: 'src/sign-in/google/google-link-page.tsx',
  load: () => import('../sign-in/google/google-link-page.tsx'),
  hasOwnAddress: false,
};

export const publicPages: readonly PageDescription[] = [
  ...screens,
  googleAuth,
  googleLink,
  ...interactions,
  ...passwords,
  ...verifications,
  ...recoveries,
  ...setUps,
  notFound,
  trouble,
  userChanged,
];
