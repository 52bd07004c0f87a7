// Applications that register themselves.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../area.ts';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';

export const registrationsArea: Area = {
  id: 'registrations',
  to: '/registrations',
  group: 'access',
  permission: 'registrations.read',
  label: { uk: 'Самореєстрація', en: 'Self-registrations' },
};

export const registrationsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/registrations',
    loader: () => loadWords('registrations'),
    component: lazyRouteComponent(() => import('./registrations-page.tsx'), 'RegistrationsPage'),
  }),
] as const;
