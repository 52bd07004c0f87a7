// Every page that is prerendered whole: the screens that need no user, the page that Google leads back to,
// the page of unknown paths, and the page of requests that failed.
import { googleAuthPage, notFoundPage, troublePage } from '@brama/contract/built-pages';
import { type PageDescription, screens } from './screens.ts';

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
};

const googleAuth: PageDescription = {
  path: googleAuthPage,
  title: 'google-auth:page-title',
  namespaces: ['google-auth'],
  file: 'src/google/google-auth-page.tsx',
  load: () => import('./google/google-auth-page.tsx'),
};

export const publicPages: readonly PageDescription[] = [
  ...screens.filter(({ access }) => access !== 'signed-in'),
  googleAuth,
  notFound,
  trouble,
];
