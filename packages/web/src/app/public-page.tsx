// A page with one screen in the public frame. The server and the browser render the same tree, so that the browser can
// hydrate it.
import { type ComponentType, useCallback, useMemo, useState } from 'react';
import { type ButtonFacts, CurrentButton } from '../browser/button-facts.ts';
import { CurrentAddress, usePageAddress } from '../browser/page-address.ts';
import { ReplaceQuery } from '../frame/navigation/replace-query.ts';
import { usePageTitle } from '../frame/navigation/use-page-title.ts';
import { Page } from '../frame/page/page.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import type { PageDescription } from './screens.ts';

type PublicPageProps = {
  page: PageDescription;
  screen: ComponentType;
  button: ButtonFacts | undefined;
};

const noButton: ButtonFacts = { origin: '' };

export function PublicPage({ page, screen: Content, button = noButton }: PublicPageProps) {
  const { t } = useTranslation(['common', ...page.namespaces]);
  usePageTitle(t(page.title), page.failed && t('common:error-prefix'));
  const opened = usePageAddress();
  const [query, setQuery] = useState(opened.query);
  const address = useMemo(() => ({ ...opened, query }), [opened, query]);
  const replaceQuery = useCallback((changed: string) => {
    history.replaceState(history.state, '', `${location.pathname}${changed}${location.hash}`);
    setQuery(changed);
  }, []);
  return (
    <CurrentAddress value={address}>
      <ReplaceQuery value={replaceQuery}>
        <CurrentButton value={button}>
          <Page footer={page.access === 'signed-in' ? 'private' : 'public'}>
            <Content />
          </Page>
        </CurrentButton>
      </ReplaceQuery>
    </CurrentAddress>
  );
}
