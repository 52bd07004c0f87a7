// A page with one screen in the public frame. The server and the browser render the same tree, so that the browser can
// hydrate it.
import { type AccountMenu as Account, accountMenuId } from '@brama/contract/pages/account/menu';
import { userChangedPage } from '@brama/contract/pages/page-ids';
import { type ComponentType, useCallback, useMemo, useState } from 'react';
import { type ButtonFacts, CurrentButton } from '../browser/button-facts.ts';
import { CurrentAddress, usePageAddress } from '../browser/page-address.ts';
import { ReplaceQuery } from '../frame/navigation/replace-query.ts';
import { usePageTitle } from '../frame/navigation/use-page-title.ts';
import { Page } from '../frame/page/page.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { AccountMenu } from '../portal/account-menu/account-menu.tsx';
import type { PageDescription } from './screens.ts';

type PublicPageProps = {
  page: PageDescription;
  screen: ComponentType;
  button: ButtonFacts | undefined;
  /** Undefined for visitors, and while the server renders: it adds the menu when it sends the page. */
  account?: Account | undefined;
};

const noButton: ButtonFacts = { origin: '' };

export function PublicPage(props: PublicPageProps) {
  const { page, screen: Content, button = noButton, account } = props;
  const { t } = useTranslation(['common', ...page.namespaces]);
  usePageTitle(t(page.title), page.failed && t('common:error-prefix'));
  const opened = usePageAddress();
  const [query, setQuery] = useState(opened.query);
  const address = useMemo(() => ({ ...opened, query }), [opened, query]);
  const replaceQuery = useCallback((changed: string) => {
    history.replaceState(history.state, '', `${location.pathname}${changed}${location.hash}`);
    setQuery(changed);
  }, []);
  // the notice that another user has signed in does not reveal who
  const menu = page.path !== userChangedPage && (
    <div id={accountMenuId}>{account && <AccountMenu account={account} />}</div>
  );
  return (
    <CurrentAddress value={address}>
      <ReplaceQuery value={replaceQuery}>
        <CurrentButton value={button}>
          <Page footer={page.access === 'signed-in' ? 'private' : 'public'} menu={menu}>
            <Content />
          </Page>
        </CurrentButton>
      </ReplaceQuery>
    </CurrentAddress>
  );
}
