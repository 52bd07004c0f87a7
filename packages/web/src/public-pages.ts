// Every page that is prerendered whole: the screens that need no user, the page that Google leads back to,
// what stands between an application and a person, the pages where passwords are chosen, the page of unknown
// paths, and the page of requests that failed.
import {
  answerPages,
  consentMarks,
  googleAuthPage,
  notFoundPage,
  passwordPages,
  troublePage,
  userChangedPage,
} from '@brama/contract/built-pages';
import { type PageDescription, screens } from './screens.ts';

const answerModules = {
  consent: () => import('./pages/consent.tsx'),
  'native-confirm': () => import('./pages/native-confirm.tsx'),
  'no-access': () => import('./pages/no-access.tsx'),
  'no-method': () => import('./pages/no-method.tsx'),
  'request-over': () => import('./pages/request-over.tsx'),
  'request-refused': () => import('./pages/request-refused.tsx'),
  'sign-out': () => import('./pages/sign-out.tsx'),
  'signed-out': () => import('./pages/signed-out.tsx'),
  device: () => import('./pages/device.tsx'),
  'device-again': () => import('./pages/device-again.tsx'),
  'device-confirm': () => import('./pages/device-confirm.tsx'),
  'device-done': () => import('./pages/device-done.tsx'),
  'device-refused': () => import('./pages/device-refused.tsx'),
  'try-again': () => import('./pages/try-again.tsx'),
};

/** Of pages whose own address has no language, or cannot be opened again: the server says where their links lead. */
const addressState = ['path', 'query', 'carried'] as const;

const consentState = Object.keys(consentMarks) as (keyof typeof consentMarks)[];

const notFound: PageDescription = {
  path: notFoundPage,
  title: 'errors:not-found.title',
  namespaces: ['errors'],
  file: 'src/pages/not-found.tsx',
  load: () => import('./pages/not-found.tsx'),
};

const trouble: PageDescription = {
  path: troublePage,
  title: 'errors:trouble.title',
  namespaces: ['errors'],
  file: 'src/pages/trouble.tsx',
  load: () => import('./pages/trouble.tsx'),
  state: [...addressState, 'message', 'reference', 'wayOn'],
};

const userChanged: PageDescription = {
  path: userChangedPage,
  title: 'errors:user-changed.title',
  namespaces: ['errors'],
  file: 'src/pages/user-changed.tsx',
  load: () => import('./pages/user-changed.tsx'),
};

const answers = answerPages.map(
  (path): PageDescription => ({
    path,
    title: `answers:${path}.title`,
    namespaces: ['answers', 'errors'],
    file: `src/pages/${path}.tsx`,
    load: answerModules[path],
    state: [
      ...addressState,
      'message',
      'untold',
      'wayOn',
      'proof',
      'userCode',
      'site',
      'asked',
      'person',
      'askHref',
      'askText',
      'whyUk',
      'whyEn',
      'factName',
      'receivedBefore',
      'receivedDiffers',
      'receivedAfter',
      'nearestBefore',
      'nearestDiffers',
      'nearestAfter',
      'otherRegistered',
      'reference',
      ...(path === 'consent' ? consentState : []),
    ],
  }),
);

const passwordModules = {
  password: () => import('./pages/password.tsx'),
  'password-set': () => import('./pages/password-set.tsx'),
  'password-recent': () => import('./pages/password-recent.tsx'),
  'password-changed': () => import('./pages/password-changed.tsx'),
  'password-forgot': () => import('./pages/password-forgot.tsx'),
  'password-sent': () => import('./pages/password-sent.tsx'),
  'password-reset': () => import('./pages/password-reset.tsx'),
};

const passwords = passwordPages.map(
  (path): PageDescription => ({
    path,
    title: `password:${path}.title`,
    // the field of the password has its words from the sign-in page
    namespaces: ['password', 'login', 'errors'],
    file: `src/pages/${path}.tsx`,
    load: passwordModules[path],
    state: ['message', 'username', 'userHash', 'userCode', 'least'],
  }),
);

const googleAuth: PageDescription = {
  path: googleAuthPage,
  title: 'google-auth:page-title',
  namespaces: ['google-auth'],
  file: 'src/google/google-auth-page.tsx',
  load: () => import('./google/google-auth-page.tsx'),
  state: addressState,
};

export const publicPages: readonly PageDescription[] = [
  ...screens.filter(({ access }) => access !== 'signed-in'),
  googleAuth,
  ...answers,
  ...passwords,
  notFound,
  trouble,
  userChanged,
];
