// Fields and messages.

import { Alert } from '@brama/ui/alert.tsx';
import { Field } from '@brama/ui/field.tsx';
import Eye from 'lucide-react/icons/eye';
import { useTranslation } from '../i18n/use-translation.ts';
import { Story, StoryGroup } from './story.tsx';

const kinds = ['error', 'success', 'warning', 'info'] as const;
const hint = 'Лише літери, цифри та дефіс.';

export function FieldStories() {
  const { t } = useTranslation('common');
  const toggle = (
    <button
      aria-label="Показати"
      className="absolute inset-y-1 end-1 grid w-11 place-items-center rounded-chip text-text-2 hover:text-ink"
      type="button"
    >
      <Eye aria-hidden="true" size={22} />
    </button>
  );
  return (
    <StoryGroup title="Field">
      <Story caption="empty">
        <Field id="field-empty" label="Логін" />
      </Story>
      <Story caption="hint">
        <Field defaultValue="kampus" hint={hint} id="field-hint" label="Ідентифікатор сервісу" />
      </Story>
      <Story caption="error, with hint">
        <Field
          defaultValue="kam pus"
          error="Ідентифікатор не може містити пробілів."
          errorPrefix={t('error-prefix')}
          hint={hint}
          id="field-error"
          label="Ідентифікатор сервісу"
        />
      </Story>
      <Story caption="control inside">
        <Field defaultValue="brama" id="field-inside" inside={toggle} label="Пароль" />
      </Story>
      <Story caption="read-only">
        <Field defaultValue="o.shevchenko" id="field-read-only" label="Логін" readOnly={true} />
      </Story>
      <Story caption="disabled">
        <Field defaultValue="o.shevchenko" disabled={true} id="field-disabled" label="Логін" />
      </Story>
    </StoryGroup>
  );
}

export function AlertStories() {
  const { t } = useTranslation('common');
  return (
    <StoryGroup title="Alert">
      {kinds.map((kind) => (
        <Story caption={kind} key={kind}>
          <Alert
            kind={kind}
            prefix={kind === 'error' ? t('error-prefix') : undefined}
            title={t('broken.title')}
          >
            <p>{t('broken.description')}</p>
          </Alert>
        </Story>
      ))}
      <Story caption="title alone">
        <Alert kind="info" title={t('states.slow')} />
      </Story>
    </StoryGroup>
  );
}
