// The page after a wrong or expired device code: shows the reason and the field again.

import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { DeviceCodeForm } from './device-code-form.tsx';

export function Screen() {
  const { t } = useTranslation('interaction');
  const { action, error, typed } = usePageProps('device-again');
  return (
    <Column short>
      <PageHeading lead={t('device.text')}>{t('device-again.title')}</PageHeading>
      <DeviceCodeForm action={action} error={error} typed={typed} />
    </Column>
  );
}
