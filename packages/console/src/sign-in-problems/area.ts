// The refused sign-in whose error page has shown a code.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';

export const signInProblemsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in-problems/$code',
    loader: () => loadWords('sign-in-problems', 'events'),
    component: lazyRouteComponent(() => import('./attempt-page.tsx'), 'AttemptPage'),
  }),
] as const;
