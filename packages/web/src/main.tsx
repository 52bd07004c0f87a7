// Entry of the full application.
import './style/main.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { languageInPath } from './address.ts';
import { ScreenPaths } from './frame/screen-paths.ts';
import { startI18n } from './i18n.ts';
import { createRouter, type Router } from './router.tsx';
import { screens } from './screens.ts';
import { userQuery } from './user-query.ts';

const screenPaths = screens.map(({ path }) => path);
const queries = new QueryClient();

/** Asks for the screen and the user before anything else, so that they come side by side. */
function askEarly(): void {
  const path = location.pathname.split('/').slice(2).join('/');
  const screen = screens.find((candidate) => candidate.path === path);
  // a failure is met again, and shown, where the answer is used
  screen?.load().catch(() => undefined);
  if (screen?.access === 'signed-in') void queries.prefetchQuery(userQuery);
}

/** Resolves when the first page can be drawn; until then the page's own spinner stays. */
function firstPage(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    router.subscribe(({ initialized }) => {
      if (initialized) resolve();
    });
  });
}

async function start(root: HTMLElement): Promise<void> {
  document.documentElement.lang =
    languageInPath(location.pathname) ?? document.documentElement.lang;
  askEarly();
  await startI18n();
  document.documentElement.lang = i18next.language;
  const router = createRouter();
  await firstPage(router);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ScreenPaths value={screenPaths}>
          <RouterProvider router={router} />
        </ScreenPaths>
      </QueryClientProvider>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root) void start(root);
