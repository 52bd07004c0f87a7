// Events: what happened, who did it and whom it concerns.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { startQueries } from '../api/me.ts';
import type { Area } from '../area.ts';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';
import { pickTexts } from '../ui/search-params.ts';
import { eventsQuery } from './queries.ts';

export const eventsArea: Area = {
  id: 'events',
  to: '/events',
  group: 'oversight',
  permission: 'events.read',
  label: { uk: 'Події', en: 'Events' },
};

export const eventsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/events',
    validateSearch: (given: Record<string, unknown>) =>
      pickTexts(given, [
        'type',
        'userId',
        'actorId',
        'applicationId',
        'network',
        'result',
        'from',
        'to',
        'cursor',
      ]),
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queries }, deps }) => {
      startQueries('events.read', () => [queries.prefetchQuery(eventsQuery(deps))]);
      return loadWords(
        'events',
        // the words of details are those of the records they are about
        'users',
        'profile',
        'groups',
        'applications',
        'approvals',
        'imports',
        'tokens',
      );
    },
    component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
  }),
] as const;
