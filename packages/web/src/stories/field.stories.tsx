// Fields and messages.
import Eye from 'lucide-react/icons/eye';
import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/alert.tsx';
import { Field } from '../ui/field.tsx';
import { Specimen, Specimens } from './story.tsx';

const kinds = ['error', 'success', 'warning', 'info'] as const;
const hint = 'Лише літери, цифри та дефіс.';

export function FieldSpecimens() {
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
    <Specimens title="Field">
      <Specimen caption="empty">
        <Field id="field-empty" label="Логін" />
      </Specimen>
      <Specimen caption="hint">
        <Field defaultValue="kampus" hint={hint} id="field-hint" label="Ідентифікатор сервісу" />
      </Specimen>
      <Specimen caption="error, with hint">
        <Field
          defaultValue="kam pus"
          error="Ідентифікатор не може містити пробілів."
          errorPrefix={t('error-prefix')}
          hint={hint}
          id="field-error"
          label="Ідентифікатор сервісу"
        />
      </Specimen>
      <Specimen caption="control inside">
        <Field defaultValue="brama" id="field-inside" inside={toggle} label="Пароль" />
      </Specimen>
      <Specimen caption="read-only">
        <Field defaultValue="o.shevchenko" id="field-read-only" label="Логін" readOnly={true} />
      </Specimen>
      <Specimen caption="disabled">
        <Field defaultValue="o.shevchenko" disabled={true} id="field-disabled" label="Логін" />
      </Specimen>
    </Specimens>
  );
}

export function AlertSpecimens() {
  const { t } = useTranslation('common');
  return (
    <Specimens title="Alert">
      {kinds.map((kind) => (
        <Specimen caption={kind} key={kind}>
          <Alert
            kind={kind}
            prefix={kind === 'error' ? t('error-prefix') : undefined}
            title={t('broken.title')}
          >
            <p>{t('broken.description')}</p>
          </Alert>
        </Specimen>
      ))}
      <Specimen caption="title alone">
        <Alert kind="info" title={t('states.slow')} />
      </Specimen>
    </Specimens>
  );
}
