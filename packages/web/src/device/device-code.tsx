// The page where a user enters the code shown by a device without a keyboard. A plain form, so that it works without JavaScript.

import { Button } from '@brama/ui/button.tsx';
import { CodeField } from '@brama/ui/code-field.tsx';
import { Column } from '@brama/ui/column.tsx';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { useState } from 'react';
import { usePageProps } from '../browser/page-props.ts';
import { deviceCode } from '../frame/code-shapes.ts';
import { useTranslation } from '../i18n/use-translation.ts';

type Props = { action: string; typed?: string; error?: string };

function DeviceCodeForm({ action, typed, error }: Props) {
  const { t } = useTranslation('interaction');
  const [sent, setSent] = useState(false);
  // after Back the browser may restore the page with its state
  usePageRestored(() => setSent(false));
  return (
    <form action={action} method="post" onSubmit={() => setSent(true)}>
      <CodeField
        autoComplete="off"
        autoFocus
        defaultValue={typed}
        error={error}
        hint={t('device.hint')}
        id="user-code"
        label={t('device.label')}
        name="user_code"
        placeholder="XXXX-XXXX"
        readOnly={sent}
        shape={deviceCode}
      />
      <Button className="mt-6 min-h-13 w-full" look="primary" pending={sent} type="submit">
        {t('device.action')}
      </Button>
    </form>
  );
}

export function Device() {
  const { t } = useTranslation('interaction');
  const { action } = usePageProps('device');
  return (
    <Column>
      <div className="mb-7">
        <PageHead lead={t('device.text')}>{t('device.title')}</PageHead>
      </div>
      <DeviceCodeForm action={action} />
    </Column>
  );
}

/** The page after a wrong or expired code: shows the reason and the field again. */
export function DeviceAgain() {
  const { t } = useTranslation('interaction');
  const { action, error, typed } = usePageProps('device-again');
  return (
    <Column>
      <div className="mb-7">
        <PageHead lead={t('device.text')}>{t('device-again.title')}</PageHead>
      </div>
      <DeviceCodeForm action={action} error={error} typed={typed} />
    </Column>
  );
}
