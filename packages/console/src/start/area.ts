// The start page.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';

export const startRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    loader: () => loadWords('start', 'sign-in-problems'),
    component: lazyRouteComponent(() => import('./start-page.tsx'), 'StartPage'),
  }),
] as const;
