// The application accepts only sign-in methods that are off on this instance. The page names a contact; its button
// returns an error to the application.
import { useTranslation } from '../i18n/use-translation.ts';
import { ClosedLead, ClosedPage } from '../interaction/closed-page.tsx';

export function Screen() {
  const { t } = useTranslation('interaction');
  return (
    <ClosedPage
      action={t('no-method.action')}
      lead={<ClosedLead of="no-method" />}
      title={t('no-method.title')}
    />
  );
}
