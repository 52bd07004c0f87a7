// Whether the parts of the installation work.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../area.ts';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';

export const statusArea: Area = {
  id: 'status',
  to: '/status',
  group: 'system',
  permission: 'settings.read',
  label: { uk: 'Стан системи', en: 'System status' },
};

export const statusRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/status',
    loader: () => loadWords('status'),
    component: lazyRouteComponent(() => import('./status-page.tsx'), 'StatusPage'),
  }),
] as const;
