// Somebody signs in on a device without a keyboard, and types here the code it shows.
import { useTranslation } from 'react-i18next';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { DeviceCodeForm } from './device-code-form.tsx';

export function Screen() {
  const { t } = useTranslation('answers');
  return (
    <Column short>
      <PageHeading lead={t('device.text')}>{t('device.title')}</PageHeading>
      <DeviceCodeForm />
    </Column>
  );
}
