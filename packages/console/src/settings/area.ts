// The settings of the server, as they are in effect.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../area.ts';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';
import { oneOf, pickTexts } from '../ui/search-params.ts';

export const settingsArea: Area = {
  id: 'settings',
  to: '/settings',
  group: 'system',
  permission: 'settings.read',
  label: { uk: 'Налаштування сервера', en: 'Server settings' },
};

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    validateSearch: (given: Record<string, unknown>) => ({
      ...pickTexts(given, ['q']),
      only: oneOf(given['only'], ['changed']),
    }),
    loader: () => loadWords('settings'),
    component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
  }),
] as const;
