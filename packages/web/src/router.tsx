// Turns the list of screens into routes: each gets its layout, gate, title, words and error page. The
// language is the base of all paths, so links inside know nothing of it.
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  createBrowserRouter,
  Outlet,
  type RouteObject,
  useLoaderData,
  useLocation,
} from 'react-router';
import { inLanguage, languageInPath, otherLanguage } from './address.ts';
import type { FooterKind } from './frame/footer.tsx';
import { Page } from './frame/page.tsx';
import { usePageTitle } from './frame/use-page-title.ts';
import { useRouteFocus } from './frame/use-route-focus.ts';
import { NotFound } from './pages/not-found.tsx';
import { RouteError } from './pages/route-error.tsx';
import { ProtectedGate } from './protected-gate.tsx';
import { type Screen, type ScreenModule, screens } from './screens.ts';
import { useLanguage } from './words/use-language.ts';

function Layout({ footer }: { footer: FooterKind }) {
  const language = otherLanguage(useLanguage());
  // the router's path has lost its language; what counts is the address itself
  const { search, hash } = useLocation();
  useRouteFocus();
  const switchHref = inLanguage(language, { pathname: location.pathname, search, hash });
  return (
    <Page footer={footer} switchHref={switchHref}>
      <Outlet />
    </Page>
  );
}

/** Code and words of a screen, side by side. */
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
  if (screen.access === 'public') return <Content />;
  return (
    <ProtectedGate heading={heading} skeleton={Skeleton ? <Skeleton /> : null}>
      <Content />
    </ProtectedGate>
  );
}

function routesOf(access: Screen['access']): RouteObject[] {
  return screens
    .filter((screen) => screen.access === access)
    .map((screen) => ({
      path: screen.path,
      // not the router's own `lazy`: when that fails on the first page, no error page is drawn (8.5.1)
      loader: () => loadScreen(screen),
      shouldRevalidate: () => false,
      element: <ScreenRoute screen={screen} />,
      errorElement: <RouteError />,
    }));
}

export type Router = ReturnType<typeof createRouter>;

export function createRouter() {
  const language = languageInPath(location.pathname);
  return createBrowserRouter(
    [
      {
        element: <Layout footer="private" />,
        children: routesOf('signed-in'),
      },
      {
        element: <Layout footer="public" />,
        errorElement: <RouteError />,
        children: [...routesOf('public'), { path: '*', element: <NotFound /> }],
      },
    ],
    { basename: language ? `/${language}` : '/' },
  );
}
