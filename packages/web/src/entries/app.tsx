// Entry of the pages for signed-in users. They are one application, so a change of page loads no shared code again.
import '../style/main.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { RouterProvider } from 'react-router/dom';
import { Providers } from '../app/providers.tsx';
import { createRouter, type Router } from '../app/router.tsx';
import { screens } from '../app/screens.ts';
import { pageAddress } from '../browser/address.ts';
import { readPageData } from '../browser/page-data.ts';
import { forgetTicket } from '../browser/storage/received-ticket.ts';
import { yieldToMain } from '../browser/yield-to-main.ts';
import { startI18n } from '../i18n/i18n.ts';
import { onNewsElsewhere } from '../session/session-broadcast.ts';
import { userQuery } from '../session/user-query.ts';
import { replaceShell } from './hydrate.tsx';

const queries = new QueryClient();
// after a sign-out in another tab: this tab may have stored the ticket of the sandbox, whatever page it shows now
onNewsElsewhere('signed-out', forgetTicket);

/** Resolves when the first page can be drawn. Until then the prerendered page stays. */
function firstPage(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    router.subscribe(({ initialized }) => {
      if (initialized) resolve();
    });
  });
}

async function start(): Promise<void> {
  const address = pageAddress(location);
  // the request starts first; its errors are ignored here and shown by the component that needs the user
  void queries.prefetchQuery(userQuery);
  screens
    .find(({ path }) => path === address.path)
    ?.load()
    .catch(() => undefined);
  const data = readPageData();
  await yieldToMain();
  await startI18n(data.words);
  document.documentElement.lang = i18next.language;
  await yieldToMain();
  const router = createRouter();
  await firstPage(router);
  replaceShell(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
    (inside) => (
      <Providers address={address} data={data} i18n={i18next}>
        {inside}
      </Providers>
    ),
  );
}

void start();
