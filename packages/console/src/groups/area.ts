// Groups of users: the list, one group, and creation.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../area.ts';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';
import { oneOf, pickTexts } from '../ui/search-params.ts';

export const groupsArea: Area = {
  id: 'groups',
  to: '/groups',
  group: 'people',
  permission: 'groups.read',
  label: { uk: 'Групи', en: 'Groups' },
  actions: [
    {
      id: 'new',
      to: '/groups/new',
      permission: 'groups.write',
      label: { uk: 'Створити групу', en: 'Create a group' },
    },
  ],
};

const loader = () => loadWords('groups');

export const groupsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/groups',
    validateSearch: (given: Record<string, unknown>) => pickTexts(given, ['q', 'cursor']),
    loader,
    component: lazyRouteComponent(() => import('./group-list-page.tsx'), 'GroupListPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/groups/new',
    loader,
    component: lazyRouteComponent(() => import('./new-group-page.tsx'), 'NewGroupPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/groups/$name',
    validateSearch: (given: Record<string, unknown>) => ({
      ...pickTexts(given, ['cursor', 'application', 'refusedCursor']),
      period: oneOf(given['period'], ['now', 'coming', 'past', 'all']),
    }),
    loader,
    component: lazyRouteComponent(() => import('./group-page.tsx'), 'GroupPage'),
  }),
] as const;
