// The page where a user enters the code shown by a device without a keyboard. A plain form, so that it works without JavaScript.

import { Button } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { Field } from '@brama/ui/field.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';

type Props = { action: string; typed?: string; error?: string };

function DeviceCodeForm({ action, typed, error }: Props) {
  const { t } = useTranslation('interaction');
  return (
    <form action={action} className="mt-7" method="post">
      <Field
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        autoFocus
        className="device-code"
        defaultValue={typed}
        error={error}
        hint={t('device.hint')}
        id="user-code"
        label={t('device.label')}
        maxLength={32}
        name="user_code"
        placeholder="XXXX-XXXX"
        required
        spellCheck={false}
      />
      <Button className="mt-6" look="primary" type="submit">
        {t('device.action')}
      </Button>
    </form>
  );
}

export function Device() {
  const { t } = useTranslation('interaction');
  const { action } = usePageProps('device');
  return (
    <Column short>
      <PageHead lead={t('device.text')}>{t('device.title')}</PageHead>
      <DeviceCodeForm action={action} />
    </Column>
  );
}

/** The page after a wrong or expired code: shows the reason and the field again. */
export function DeviceAgain() {
  const { t } = useTranslation('interaction');
  const { action, error, typed } = usePageProps('device-again');
  return (
    <Column short>
      <PageHead lead={t('device.text')}>{t('device-again.title')}</PageHead>
      <DeviceCodeForm action={action} error={error} typed={typed} />
    </Column>
  );
}
