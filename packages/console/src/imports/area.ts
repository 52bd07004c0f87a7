// Imports of users: the sources with their last imports, one source with its settings, and one import with its rows and the decision.
import { importCodes, importStates, rowKinds } from '@brama/contract/admin/imports/codes';
import { languages } from '@brama/contract/paths';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../area.ts';
import { loadWords, loadWordsIn } from '../i18n/words.ts';
import { root } from '../root.ts';
import { oneOf, pickTexts } from '../ui/search-params.ts';

export const importsArea: Area = {
  id: 'imports',
  to: '/imports',
  group: 'people',
  permission: 'imports.read',
  label: { uk: 'Імпорт', en: 'Imports' },
  actions: [
    {
      id: 'new-source',
      to: '/imports/sources/new',
      permission: 'users.import',
      label: { uk: 'Створити джерело користувачів', en: 'Create a source of users' },
    },
  ],
};

// the fields of users have the same names everywhere
const loader = () => loadWords('imports', 'profile', 'users');

export const importsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/imports',
    validateSearch: (given: Record<string, unknown>) => ({
      ...pickTexts(given, ['source', 'cursor']),
      state: oneOf(given['state'], importStates),
    }),
    loader,
    component: lazyRouteComponent(() => import('./import-list-page.tsx'), 'ImportListPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/imports/sources/new',
    loader: () => loadWords('imports', 'import-files', 'profile', 'users'),
    component: lazyRouteComponent(() => import('./new-source-page.tsx'), 'NewSourcePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/imports/sources/$name/import',
    loader: () => loadWords('imports', 'import-files', 'profile', 'users'),
    component: lazyRouteComponent(() => import('./import-file-page.tsx'), 'ImportFilePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/imports/sources/$name',
    loader: () => loadWords('imports', 'import-files', 'profile', 'users'),
    component: lazyRouteComponent(() => import('./source-page.tsx'), 'SourcePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/imports/$id/access-codes',
    loader: async () => {
      await loadWords('new-users', 'imports');
      // the slips are in both languages; without their words no codes are issued
      return Promise.all(languages.map((one) => loadWordsIn(one, 'new-users')));
    },
    component: lazyRouteComponent(() => import('./access-codes-page.tsx'), 'AccessCodesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/imports/$id',
    validateSearch: (given: Record<string, unknown>) => ({
      ...pickTexts(given, ['cursor']),
      kind: oneOf(given['kind'], rowKinds),
      code: oneOf(given['code'], importCodes),
    }),
    // “Import now” leads from one import to another
    remountDeps: ({ params }) => params.id,
    loader: () => loadWords('imports', 'new-users', 'profile', 'users'),
    component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
  }),
] as const;
