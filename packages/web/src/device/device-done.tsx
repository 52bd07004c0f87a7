// The page after the user has confirmed the sign-in of a device.
import { useTranslation } from '../i18n/use-translation.ts';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { OpenGate } from '../ui/pictures/open-gate.tsx';

export function Screen() {
  const { t } = useTranslation('interaction');
  return (
    <Column short>
      <OpenGate className="mb-6" />
      <PageHeading lead={t('device-done.text')}>{t('device-done.title')}</PageHeading>
      <p className="mt-4 text-text-2">{t('device-done.note')}</p>
    </Column>
  );
}
