// Statistics of sign-ins.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../area.ts';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';
import { oneOf } from '../ui/search-params.ts';

export const statisticsArea: Area = {
  id: 'statistics',
  to: '/statistics',
  group: 'oversight',
  permission: 'users.read',
  label: { uk: 'Статистика входів', en: 'Sign-in statistics' },
};

export const statisticsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/statistics',
    validateSearch: (given: Record<string, unknown>) => ({
      period: oneOf(given['period'], ['day', 'week', 'month']),
    }),
    loader: () => loadWords('statistics'),
    component: lazyRouteComponent(() => import('./statistics-page.tsx'), 'StatisticsPage'),
  }),
] as const;
