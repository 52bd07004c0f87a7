// Applications: the list, one application, and creation.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../area.ts';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';
import { oneOf, pickTexts } from '../ui/search-params.ts';

export const applicationsArea: Area = {
  id: 'applications',
  to: '/applications',
  group: 'access',
  permission: 'applications.read',
  label: { uk: 'Сервіси', en: 'Applications' },
  actions: [
    {
      id: 'new',
      to: '/applications/new',
      permission: 'applications.manage',
      label: { uk: 'Під’єднати сервіс', en: 'Connect an application' },
    },
  ],
};

const protocols = ['oidc', 'cas', 'ticket', 'link'] as const;
const loader = () => loadWords('applications');

export const applicationsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/applications',
    validateSearch: (given: Record<string, unknown>) => ({
      ...pickTexts(given, ['q', 'ownerId', 'cursor']),
      protocol: oneOf(given['protocol'], protocols),
    }),
    loader,
    component: lazyRouteComponent(
      () => import('./application-list-page.tsx'),
      'ApplicationListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/applications/new',
    validateSearch: (given: Record<string, unknown>) => ({
      protocol: oneOf(given['protocol'], protocols),
    }),
    loader,
    component: lazyRouteComponent(() => import('./new-application-page.tsx'), 'NewApplicationPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/applications/$id/users',
    validateSearch: (given: Record<string, unknown>) => pickTexts(given, ['cursor']),
    loader: () => loadWords('applications'),
    component: lazyRouteComponent(
      () => import('./application-users-page.tsx'),
      'ApplicationUsersPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/applications/$id',
    loader,
    component: lazyRouteComponent(() => import('./application-page.tsx'), 'ApplicationPage'),
  }),
] as const;
