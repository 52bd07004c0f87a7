// Who has rights of administration.
import { roles } from '@brama/contract/admin/roles';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../area.ts';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';
import { oneOf, pickTexts } from '../ui/search-params.ts';

export const rolesArea: Area = {
  id: 'roles',
  to: '/roles',
  group: 'oversight',
  permission: 'roles.read',
  label: { uk: 'Ролі', en: 'Roles' },
};

export const rolesRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/roles',
    validateSearch: (given: Record<string, unknown>) => ({
      ...pickTexts(given, ['cursor']),
      role: oneOf(given['role'], roles),
    }),
    loader: () => loadWords('roles'),
    component: lazyRouteComponent(() => import('./roles-page.tsx'), 'RolesPage'),
  }),
] as const;
