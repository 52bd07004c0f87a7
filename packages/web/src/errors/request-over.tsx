// The page for an expired request of an application. Its button starts the sign-in to the application again.
import { useTranslation } from '../i18n/use-translation.ts';
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
