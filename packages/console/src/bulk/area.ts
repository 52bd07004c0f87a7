// Bulk changes of users: those of the last 30 days, a new one, and one with its progress and results.
import { bulkResults } from '@brama/contract/admin/bulk/act-types';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../area.ts';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';
import { oneOf, pickTexts } from '../ui/search-params.ts';
import { userFiltersIn } from '../ui/user-filters.ts';

export const bulkArea: Area = {
  id: 'bulk',
  to: '/bulk',
  group: 'people',
  permission: 'users.read',
  label: { uk: 'Масові зміни', en: 'Bulk changes' },
  actions: [
    {
      id: 'new',
      to: '/bulk/new',
      permission: 'users.write',
      label: { uk: 'Змінити багатьох користувачів', en: 'Change many users' },
    },
  ],
};

const loader = () => loadWords('bulk');
export const bulkRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/bulk',
    validateSearch: (given: Record<string, unknown>) => pickTexts(given, ['cursor']),
    loader,
    component: lazyRouteComponent(() => import('./bulk-list-page.tsx'), 'BulkListPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/bulk/new',
    // with the filters of the list of users
    validateSearch: (given: Record<string, unknown>) => ({
      ...userFiltersIn(given),
      ...pickTexts(given, ['from', 'act']),
    }),
    loader,
    component: lazyRouteComponent(() => import('./new-bulk-page.tsx'), 'NewBulkPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/bulk/$id',
    validateSearch: (given: Record<string, unknown>) => ({
      ...pickTexts(given, ['cursor']),
      result: oneOf(given['result'], bulkResults),
    }),
    loader,
    component: lazyRouteComponent(() => import('./bulk-page.tsx'), 'BulkPage'),
  }),
] as const;
