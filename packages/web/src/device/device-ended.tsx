// The pages after the sign-in of a device.

import { useTranslation } from '../i18n/use-translation.ts';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ClosedGate } from '../ui/pictures/closed-gate.tsx';
import { OpenGate } from '../ui/pictures/open-gate.tsx';

/** The user has confirmed it. */
export function DeviceDone() {
  const { t } = useTranslation('interaction');
  return (
    <Column short>
      <OpenGate className="mb-6" />
      <PageHeading lead={t('device-done.text')}>{t('device-done.title')}</PageHeading>
      <p className="mt-4 text-text-2">{t('device-done.note')}</p>
    </Column>
  );
}

/** The user has declined it, or may not use the application. */
export function DeviceRefused() {
  const { t } = useTranslation('interaction');
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHeading lead={t('device-refused.text')}>{t('device-refused.title')}</PageHeading>
    </Column>
  );
}
