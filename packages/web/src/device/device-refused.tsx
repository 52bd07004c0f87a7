// The device was not let in: by the person, or because the application is not open to them.
import { useTranslation } from 'react-i18next';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ClosedGate } from '../ui/pictures/closed-gate.tsx';

export function Screen() {
  const { t } = useTranslation('answers');
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHeading lead={t('device-refused.text')}>{t('device-refused.title')}</PageHeading>
    </Column>
  );
}
