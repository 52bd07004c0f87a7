// The pages after the sign-in of a device.

import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { ClosedGate } from '@brama/ui/pictures/closed-gate.tsx';
import { OpenGate } from '@brama/ui/pictures/open-gate.tsx';
import { useTranslation } from '../i18n/use-translation.ts';

/** The user has confirmed it. */
export function DeviceDone() {
  const { t } = useTranslation('interaction');
  return (
    <Column short>
      <OpenGate className="mb-6" />
      <PageHead lead={t('device-done.text')}>{t('device-done.title')}</PageHead>
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
      <PageHead lead={t('device-refused.text')}>{t('device-refused.title')}</PageHead>
    </Column>
  );
}
