// The user is signed in without access to the application. The page says so; its button returns an error to the
// application.
import { useTranslation } from '../i18n/use-translation.ts';
import { AppsLink } from '../interaction/apps-link.tsx';
import { ClosedLead, ClosedPage } from '../interaction/closed-page.tsx';

export function Screen() {
  const { t } = useTranslation('interaction');
  return (
    <ClosedPage
      action={t('no-access.action')}
      lead={<ClosedLead of="no-access" />}
      title={t('no-access.title')}
    >
      <AppsLink />
    </ClosedPage>
  );
}
