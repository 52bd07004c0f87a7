// Every page except the sign-in page: screens, the Google callback, interaction pages, password pages, and error pages.
import {
  errorPageId,
  type InstallationPage,
  type InteractionPage,
  installationPages,
  interactionPages,
  notFoundPage,
  type PasswordPage,
  passwordPages,
  type RecoveryPage,
  recoveryPages,
  setUpPages,
  userChangedPage,
  type VerifyPage,
  verifyPages,
} from '@brama/contract/pages/page-ids';
import { googleAuthPage, googleLinkPage } from '@brama/contract/sign-in/google/method';
import type { ComponentType } from 'react';
import { type PageDescription, screens } from './screens.ts';

type Group<Path extends string> = {
  file: string;
  load: () => Promise<{ screens: Record<Path, ComponentType> }>;
};

/** Returns how to load a screen. The screens of a group load together, so that every page carries fewer addresses of files. */
function screenOf<Path extends string>({ file, load }: Group<Path>, path: Path) {
  return { file, load: async () => ({ Screen: (await load()).screens[path] }) };
}

const interactionGroup: Group<InteractionPage> = {
  file: 'src/app/groups/interactions.ts',
  load: () => import('./groups/interactions.ts'),
};
const passwordGroup: Group<PasswordPage> = {
  file: 'src/app/groups/passwords.ts',
  load: () => import('./groups/passwords.ts'),
};
const verifyGroup: Group<VerifyPage> = {
  file: 'src/app/groups/verifications.ts',
  load: () => import('./groups/verifications.ts'),
};
const recoveryGroup: Group<RecoveryPage> = {
  file: 'src/app/groups/recoveries.ts',
  load: () => import('./groups/recoveries.ts'),
};

const installationGroup: Group<InstallationPage> = {
  file: 'src/app/groups/installations.ts',
  load: () => import('./groups/installations.ts'),
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
    ...screenOf(interactionGroup, path),
    ...(failedAnswers.includes(path) && { failed: true }),
    hasOwnAddress: false,
  }),
);

const passwords = passwordPages.map(
  (path): PageDescription => ({
    path,
    title: `password:${path}.title`,
    // the texts of the password field are in the namespace of the sign-in page
    namespaces: ['password', 'login', 'errors'],
    ...screenOf(passwordGroup, path),
  }),
);

const verifications = verifyPages.map(
  (path): PageDescription => ({
    path,
    title: `second-factor:${path}.title`,
    namespaces: ['second-factor', 'errors'],
    ...screenOf(verifyGroup, path),
  }),
);

const recoveries = recoveryPages.map(
  (path): PageDescription => ({
    path,
    title: `recovery:${path}.title`,
    // the new password has the texts of the password pages, a new passkey those of the account page
    namespaces:
      path === 'recovery-set-up'
        ? ['recovery', 'password', 'login', 'profile', 'errors']
        : ['recovery', 'errors'],
    ...screenOf(recoveryGroup, path),
  }),
);

const installations = installationPages.map(
  (path): PageDescription => ({
    path,
    title: `setup:${path}.title`,
    namespaces: ['setup', 'errors'],
    ...screenOf(installationGroup, path),
    ...(path === 'setup-done' && { hasOwnAddress: false }),
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
  ...installations,
  notFound,
  trouble,
  userChanged,
];
