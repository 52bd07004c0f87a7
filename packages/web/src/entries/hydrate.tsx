// Hydrates a page. An error that no component catches is replaced by the error page. If that fails too, the
// server-rendered page stays.
import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { newReference, reportBrokenPage } from '../browser/report-error.ts';
import { endScriptWatch } from './script-failure.ts';

type Surround = (inside: ReactNode) => ReactNode;

function crashHandler(element: HTMLElement, surround: Surround, root: () => Root | undefined) {
  const asBuilt = [...element.childNodes].map((node) => node.cloneNode(true));
  let crashed = false;
  const restore = () => element.replaceChildren(...asBuilt);
  return (error: unknown) => {
    console.error(error);
    const reference = newReference();
    // reported here, because the error page itself may fail to load or to render
    reportBrokenPage(error, reference);
    // React must first finish with the broken tree
    if (crashed) setTimeout(restore);
    else
      import('../errors/crash-page.tsx').then(
        ({ CrashPage }) =>
          root()?.render(surround(<CrashPage error={error} reference={reference} />)),
        restore,
      );
    crashed = true;
  };
}

/** Hydrates a page that the server rendered completely. In the development server, renders it instead. */
export function hydratePage(page: ReactNode, surround: Surround): void {
  const element = document.getElementById('root');
  if (!element) throw new Error('the page has no #root');
  endScriptWatch();
  let root: Root | undefined;
  const onUncaughtError = crashHandler(element, surround, () => root);
  // in steps with low priority: the page is already visible, and input must not wait
  startTransition(() => {
    if (import.meta.env.DEV) {
      root = createRoot(element, { onUncaughtError });
      root.render(surround(page));
    } else root = hydrateRoot(element, surround(page), { onUncaughtError });
  });
}
