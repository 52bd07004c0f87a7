// The signing keys of OpenID Connect.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../area.ts';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';

export const keysArea: Area = {
  id: 'keys',
  to: '/keys',
  group: 'system',
  permission: 'keys.read',
  label: { uk: 'Ключі підпису', en: 'Signing keys' },
};

export const keysRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/keys',
    loader: () => loadWords('keys'),
    component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
  }),
] as const;
