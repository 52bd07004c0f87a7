// The page after a declined device sign-in: the user declined, or may not use the application.
import { useTranslation } from '../i18n/use-translation.ts';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ClosedGate } from '../ui/pictures/closed-gate.tsx';

export function Screen() {
  const { t } = useTranslation('interaction');
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHeading lead={t('device-refused.text')}>{t('device-refused.title')}</PageHeading>
    </Column>
  );
}
