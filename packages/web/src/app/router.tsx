// Turns the screens for signed-in users into routes, each with layout, gate, title, texts and error page. The router's
// base path is the language, so links inside contain no language.
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createBrowserRouter,
  Outlet,
  type RouteObject,
  useLoaderData,
  useLocation,
} from 'react-router';
import { languageInPath, pageAddress } from '../browser/address.ts';
import { CurrentAddress } from '../browser/page-address.ts';
import { RouteError } from '../errors/route-error.tsx';
import { BrokenFrame } from '../frame/errors/broken-frame.tsx';
import { usePageTitle } from '../frame/navigation/use-page-title.ts';
import { useRouteFocus } from '../frame/navigation/use-route-focus.ts';
import { Page } from '../frame/page/page.tsx';
import { ProtectedGate } from '../session/protected-gate.tsx';
import { type Screen, type ScreenModule, screens } from './screens.ts';

function Layout({ children }: { children: ReactNode }) {
  // the router's path has no language, so the address comes from `location`
  const { search } = useLocation();
  useRouteFocus();
  return (
    <CurrentAddress value={pageAddress({ pathname: location.pathname, search })}>
      <Page footer="private">{children}</Page>
    </CurrentAddress>
  );
}

/** Loads the code and the texts of a screen in parallel. */
async function loadScreen(screen: Screen): Promise<ScreenModule> {
  const words = i18next.loadNamespaces([...screen.namespaces]);
  const [module] = await Promise.all([screen.load(), words]);
  return module;
}

function ScreenRoute({ screen }: { screen: Screen }) {
  const { Screen: Content, Skeleton } = useLoaderData<ScreenModule>();
  const { t } = useTranslation(screen.namespaces);
  const heading = t(screen.title);
  usePageTitle(heading);
  return (
    <ProtectedGate heading={heading} skeleton={Skeleton ? <Skeleton /> : null}>
      <Content />
    </ProtectedGate>
  );
}

function routeOf(screen: Screen): RouteObject {
  return {
    path: screen.path,
    // not the router's own `lazy`: when that fails on the first page, no error page is drawn (8.5.1)
    loader: () => loadScreen(screen),
    shouldRevalidate: () => false,
    element: <ScreenRoute screen={screen} />,
    errorElement: <RouteError />,
  };
}

const frame = (
  <Layout>
    <Outlet />
  </Layout>
);
const brokenFrame = (
  <BrokenFrame>
    <RouteError />
  </BrokenFrame>
);

export type Router = ReturnType<typeof createRouter>;

export function createRouter() {
  const language = languageInPath(location.pathname);
  const children = screens.filter(({ access }) => access === 'signed-in').map(routeOf);
  return createBrowserRouter([{ element: frame, errorElement: brokenFrame, children }], {
    basename: language ? `/${language}` : '/',
  });
}
