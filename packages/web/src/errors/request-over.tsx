// The request of an application that waited for this sign-in is over: one click begins it again.
import { useTranslation } from 'react-i18next';
import { AppsLink } from '../interaction/apps-link.tsx';
import { ClosedWay } from '../interaction/closed-page.tsx';

export function Screen() {
  const { t } = useTranslation('answers');
  return (
    <ClosedWay
      action={t('request-over.action')}
      lead={t('request-over.text')}
      title={t('request-over.title')}
    >
      <AppsLink />
    </ClosedWay>
  );
}
