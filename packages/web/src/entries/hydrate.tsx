// Hydrates a page. An error that no component catches is replaced by the error page. If that fails too, the
// server-rendered page stays.
import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { newReference, reportBrokenPage } from '../browser/report-error.ts';
import { CrashPage } from '../errors/crash-page.tsx';
import { endScriptWatch } from './script-failure.ts';

type Surround = (inside: ReactNode) => ReactNode;

function crashHandler(element: HTMLElement, surround: Surround, root: () => Root | undefined) {
  const asBuilt = [...element.childNodes].map((node) => node.cloneNode(true));
  let crashed = false;
  return (error: unknown) => {
    console.error(error);
    const reference = newReference();
    // here and not by the page: it may never be drawn
    reportBrokenPage(error, reference);
    // after React has finished with the broken tree
    if (!crashed)
      setTimeout(() => root()?.render(surround(<CrashPage error={error} reference={reference} />)));
    else setTimeout(() => element.replaceChildren(...asBuilt));
    crashed = true;
  };
}

/** For a page that is prerendered whole; under the development server for every page. */
export function hydratePage(page: ReactNode, surround: Surround): void {
  const element = document.getElementById('root');
  if (!element) throw new Error('the page has no #root');
  endScriptWatch();
  let root: Root | undefined;
  const onUncaughtError = crashHandler(element, surround, () => root);
  // in small steps: the page is there already, and typing goes first
  startTransition(() => {
    if (import.meta.env.DEV) {
      root = createRoot(element, { onUncaughtError });
      root.render(surround(page));
    } else root = hydrateRoot(element, surround(page), { onUncaughtError });
  });
}

/** For a page of which only the shell is prerendered. */
export function replaceShell(page: ReactNode, surround: Surround): void {
  const element = document.getElementById('root');
  if (!element) throw new Error('the page has no #root');
  endScriptWatch();
  const root: Root = createRoot(element, {
    onUncaughtError: crashHandler(element, surround, () => root),
  });
  startTransition(() => root.render(surround(page)));
}
