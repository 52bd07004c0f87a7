// The page where a user enters the code shown by a device without a keyboard.

import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { DeviceCodeForm } from './device-code-form.tsx';

export function Screen() {
  const { t } = useTranslation('interaction');
  const { action } = usePageProps('device');
  return (
    <Column short>
      <PageHeading lead={t('device.text')}>{t('device.title')}</PageHeading>
      <DeviceCodeForm action={action} />
    </Column>
  );
}
