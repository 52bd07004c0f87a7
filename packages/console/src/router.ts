// The router of the console.
import { createRouter } from '@tanstack/react-router';
import { queries } from './api/queries.ts';
import { routeTree } from './areas.ts';
import { history } from './navigation.ts';
import { basePath } from './page-data.ts';

import { BrokenPage, PendingPage } from './shell/page-states.tsx';
import { NotFoundText } from './ui/not-found-text.tsx';

type SearchParams = Readonly<Record<string, unknown>>;

export const router = createRouter({
  routeTree,
  history,
  basepath: basePath,
  context: { queries },
  scrollRestoration: true,
  // values are texts: `?q=007` must not become a number
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch(given: SearchParams) {
    const texts = Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, `${value}`]],
    );
    return texts.length === 0 ? '' : `?${new URLSearchParams(texts)}`;
  },
  defaultNotFoundComponent: NotFoundText,
  defaultErrorComponent: BrokenPage,
  defaultPendingComponent: PendingPage,
  defaultPendingMs: 150,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
