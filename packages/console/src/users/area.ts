// Users: the list, one user, and creation.
import { methodIds } from '@brama/contract/sign-in/methods';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { startQueries } from '../api/me.ts';
import type { Area } from '../area.ts';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';
import { oneOf, pickTexts } from '../ui/search-params.ts';
import { userFiltersIn } from '../ui/user-filters.ts';
import { userCountQuery, usersQuery } from './list-queries.ts';
import { accountQuery } from './queries.ts';

export const usersArea: Area = {
  id: 'users',
  to: '/users',
  group: 'people',
  permission: 'users.read',
  label: { uk: 'Користувачі', en: 'Users' },
  actions: [
    {
      id: 'new',
      to: '/users/new',
      permission: 'users.write',
      label: { uk: 'Створити користувача', en: 'Create a user' },
    },
  ],
};

const orders = ['username', 'fullName', 'createdAt', 'lastSignIn'] as const;
const sorts = orders.flatMap((order) => [order, `-${order}` as const]);
const loader = () => loadWords('users', 'profile', 'sign-in-problems', 'events');

export const usersRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/users',
    validateSearch: (given: Record<string, unknown>) => ({
      ...userFiltersIn(given),
      ...pickTexts(given, ['cursor']),
      sort: oneOf(given['sort'], sorts),
    }),
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queries }, deps }) => {
      const { cursor: _cursor, sort: _sort, ...filters } = deps;
      startQueries('users.read', () => [
        queries.prefetchQuery(usersQuery(deps)),
        queries.prefetchQuery(userCountQuery(filters)),
      ]);
      return loader();
    },
    component: lazyRouteComponent(() => import('./user-list-page.tsx'), 'UserListPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/users/new',
    loader,
    component: lazyRouteComponent(() => import('./new-user-page.tsx'), 'NewUserPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/users/$id',
    validateSearch: (given: Record<string, unknown>) => ({
      ...pickTexts(given, ['application', 'network', 'at']),
      method: oneOf(given['method'], methodIds),
    }),
    loader: ({ context: { queries }, params: { id } }) => {
      startQueries('users.read', () => [queries.prefetchQuery(accountQuery(id))]);
      return loader();
    },
    component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/users/$id/view',
    loader: () => loadWords('users', 'profile', 'account'),
    component: lazyRouteComponent(() => import('./view-page.tsx'), 'ViewPage'),
  }),
] as const;
