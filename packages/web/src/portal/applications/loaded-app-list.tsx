// The list of applications, whose script loads while the rest of the page becomes interactive. Until then, and if it does
// not load, the list of the server stays: its links and forms need no script.
import { type ComponentType, lazy, Suspense } from 'react';

const load = async () => (await import('./app-list.tsx')).AppList;

/** Never resolves, so that React keeps what the server rendered. */
const never = new Promise<never>(() => undefined);

/** Loads at once, not with the first rendering. */
function createList(): ComponentType {
  const loaded = load().catch(() => never);
  return lazy(async () => ({ default: await loaded }));
}

const List = import.meta.env.SSR ? await load() : createList();

/** One element for all renderings: React would replace a list that changes before its script has loaded. */
export const loadedAppList = (
  <Suspense>
    <List />
  </Suspense>
);
