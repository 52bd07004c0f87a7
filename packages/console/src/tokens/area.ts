// API tokens.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../area.ts';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';
import { pickTexts } from '../ui/search-params.ts';

export const tokensArea: Area = {
  id: 'tokens',
  to: '/tokens',
  group: 'system',
  permission: 'tokens.read',
  label: { uk: 'Ключі для програм', en: 'API tokens' },
  actions: [
    {
      id: 'new',
      to: '/tokens/new',
      permission: 'tokens.write',
      label: { uk: 'Створити ключ для програм', en: 'Create an API token' },
    },
  ],
};

const loader = () => loadWords('tokens');

export const tokensRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/tokens',
    validateSearch: (given: Record<string, unknown>) => pickTexts(given, ['cursor']),
    loader,
    component: lazyRouteComponent(() => import('./tokens-page.tsx'), 'TokensPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tokens/new',
    loader,
    component: lazyRouteComponent(() => import('./new-token-page.tsx'), 'NewTokenPage'),
  }),
] as const;
