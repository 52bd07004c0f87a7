// A page for everybody: one screen in the public frame. The same tree is rendered at build time and in
// the browser, otherwise the browser could not take it over.
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from './frame/page.tsx';
import { usePageTitle } from './frame/use-page-title.ts';
import type { PageDescription } from './screens.ts';

type PublicPageProps = { page: PageDescription; screen: ComponentType };

export function PublicPage({ page, screen: Content }: PublicPageProps) {
  const { t } = useTranslation(page.namespaces);
  usePageTitle(t(page.title));
  return (
    <Page footer="public">
      <Content />
    </Page>
  );
}
