// The form with a large field for the code that a device shows. A plain form, so that it works without JavaScript.
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

type Props = { action: string; typed?: string; error?: string };

export function DeviceCodeForm({ action, typed, error }: Props) {
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
