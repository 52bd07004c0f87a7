// The application takes people only by ways to sign in that are off here: nobody can help that by signing in,
// so the page says whom to tell, and the way on tells the application.
import { useTranslation } from 'react-i18next';
import { ClosedLead, ClosedPage } from '../interaction/closed-page.tsx';

export function Screen() {
  const { t } = useTranslation('answers');
  return (
    <ClosedPage
      action={t('no-method.action')}
      lead={<ClosedLead of="no-method" />}
      title={t('no-method.title')}
    />
  );
}
