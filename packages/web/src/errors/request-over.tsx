// The request of an application that waited for this sign-in is over: one click begins it again.
import { useTranslation } from 'react-i18next';
import { AppsLink } from '../interaction/apps-link.tsx';
import { ClosedPage } from '../interaction/closed-page.tsx';

export function Screen() {
  const { t } = useTranslation('interaction');
  return (
    <ClosedPage
      action={t('request-over.action')}
      lead={t('request-over.text')}
      title={t('request-over.title')}
    >
      <AppsLink />
    </ClosedPage>
  );
}
