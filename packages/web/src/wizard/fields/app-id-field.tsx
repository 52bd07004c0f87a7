// The field for the application id, with a remark about the id, and before it the choice between an own id and the sandbox.

import { Field } from '@brama/ui/field.tsx';
import { CircleAlert } from '@brama/ui/icons/circle-alert.ts';
import { CircleCheck } from '@brama/ui/icons/circle-check.ts';
import { useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type Configuration, longest } from '../configuration.ts';
import { ChoiceField } from './choice-field.tsx';
import { type KnownApplications, recognise } from './known-applications.ts';
import type { IdState } from './use-registered.ts';

type BeginFieldProps = {
  configuration: Configuration;
  change: (changed: Partial<Configuration>) => void;
  known: KnownApplications;
};
type AppIdFieldProps = BeginFieldProps & { idState: IdState };

const fieldId = 'app-id';

export function focusAppId() {
  document.getElementById(fieldId)?.focus();
}

/** What is said below the field, and whether it is good news. */
type Remark = { isGood: boolean; text: string };

function useRemark({
  configuration: { appId },
  known,
  idState,
}: AppIdFieldProps): Remark | undefined {
  const { t } = useTranslation('button-wizard');
  const recognised = recognise(appId, known);
  if (recognised)
    return { isGood: true, text: t(`known.${recognised.kind}`, { app: recognised.title }) };
  return idState && { isGood: idState === 'registered', text: t(`known.${idState}`) };
}

/** Reserves two lines, so that a later remark does not shift the layout. */
function Below(props: AppIdFieldProps) {
  const remark = useRemark(props);
  const Icon = remark?.isGood ? CircleCheck : CircleAlert;
  return (
    <div className="with-script min-h-11 pt-1.5 text-sm">
      <p
        className={`flex gap-2 empty:hidden ${remark?.isGood ? 'text-text-2' : 'text-warning-ink'}`}
        role="status"
      >
        {remark ? (
          <>
            <Icon
              aria-hidden="true"
              className={`mt-0.5 shrink-0 ${remark.isGood ? 'text-success-ink' : ''}`}
              size={18}
            />
            <span className="min-w-0 wrap-anywhere">{remark.text}</span>
          </>
        ) : null}
      </p>
    </div>
  );
}

/** The sandbox and an own id, as equal choices. Before the server has replied, and without a sandbox, only the own id can be chosen. */
export function BeginField({ configuration: { appId }, change, known }: BeginFieldProps) {
  const { t } = useTranslation('button-wizard');
  const sandbox = known?.sandbox;
  const isSandbox = recognise(appId, known)?.kind === 'sandbox';
  // the own id comes back after a look at the sandbox
  const own = useRef('');
  return (
    <ChoiceField
      choices={[
        { value: 'own', label: t('begin.own') },
        { value: 'sandbox', label: t('begin.sandbox'), isDisabled: !sandbox },
      ]}
      hint={t(known && !sandbox ? 'trial.no-sandbox' : 'begin.hint')}
      legend={t('begin.legend')}
      name="begin"
      onChoose={(value) => {
        if (value === 'own') return change({ appId: own.current });
        own.current = appId;
        if (sandbox) change({ appId: sandbox.id });
      }}
      value={isSandbox ? 'sandbox' : 'own'}
    />
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
