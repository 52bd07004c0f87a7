// The field for the application id, with a remark about the id and an offer to use the sandbox.

import { Field } from '@brama/ui/field.tsx';
import { CircleCheck } from '@brama/ui/icons/circle-check.ts';
import { textLink } from '@brama/ui/text-link.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type Configuration, longest } from '../configuration.ts';
import { type KnownApplications, recognise } from './known-applications.ts';

type AppIdFieldProps = {
  configuration: Configuration;
  change: (changed: Partial<Configuration>) => void;
  known: KnownApplications;
};

const fieldId = 'app-id';

export function focusAppId() {
  document.getElementById(fieldId)?.focus();
}

/** Reserves two lines, so that a later remark does not shift the layout. */
function Below({ configuration: { appId }, change, known }: AppIdFieldProps) {
  const { t } = useTranslation('button-wizard');
  const sandbox = known?.sandbox;
  const recognised = recognise(appId, known);
  return (
    <div className="with-script flex min-h-11 flex-wrap items-center gap-x-6 pt-1.5 text-sm">
      <p className="flex gap-2 text-text-2 empty:hidden" role="status">
        {recognised ? (
          <>
            <CircleCheck
              aria-hidden="true"
              className="mt-0.5 shrink-0 text-success-ink"
              size={18}
            />
            <span className="min-w-0 wrap-anywhere">
              {t(`known.${recognised.kind}`, { app: recognised.title })}
            </span>
          </>
        ) : null}
      </p>
      {sandbox && !recognised ? (
        <button
          className={`${textLink} min-h-11 text-start`}
          onClick={() => {
            change({ appId: sandbox.id });
            // the button that had the focus disappears
            focusAppId();
          }}
          type="button"
        >
          {t('known.use-sandbox')}
        </button>
      ) : null}
      {known && !sandbox ? <p className="pb-3 text-muted">{t('trial.no-sandbox')}</p> : null}
    </div>
  );
}

export function AppIdField(props: AppIdFieldProps) {
  const { t } = useTranslation(['button-wizard', 'common']);
  const { appId } = props.configuration;
  // no alert and no focus change: an empty field is not yet an error
  const isEmpty = appId.trim() === '';
  return (
    <Field
      autoCapitalize="none"
      autoComplete="off"
      below={<Below {...props} />}
      error={isEmpty ? t('button-configuration.fields.app-id.error') : undefined}
      errorPrefix={t('common:error-prefix')}
      hint={t('button-configuration.fields.app-id.hint')}
      id={fieldId}
      label={t('button-configuration.fields.app-id.label')}
      maxLength={longest.appId}
      name="appId"
      onBlur={() => props.change({ appId: appId.trim() })}
      onChange={({ target }) => props.change({ appId: target.value })}
      required
      spellCheck={false}
      value={appId}
    />
  );
}
