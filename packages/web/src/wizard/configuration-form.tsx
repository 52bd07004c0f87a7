// The form: the fields of the specification, each of them a native control. It sends nothing anywhere.
import { captions, options } from '@brama/signin-button/options';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { textLink } from '../ui/text-link.ts';
import { usePassing } from '../ui/use-passing.ts';
import { AppIdField } from './app-id-field.tsx';
import { CheckField, ChoiceField } from './choice-field.tsx';
import { type Configuration, longest } from './configuration.ts';
import type { KnownApplications } from './known-applications.ts';

type FormProps = {
  configuration: Configuration;
  change: (changed: Partial<Configuration>) => void;
  reset: () => void;
  known: KnownApplications;
  ref: Ref<HTMLFormElement>;
};
type FieldsProps = Pick<FormProps, 'configuration' | 'change'>;

/** More than this wraps on a phone. */
const comfortableCaption = 40;
/** The list begins with what is usual, the largest; a row reads better from small to large. */
const sizesUpwards = options.size.values.toReversed();

function LookFields({ configuration, change }: FieldsProps) {
  const { t } = useTranslation('button-wizard');
  const { size, color, logoAlignment, locale } = configuration;
  return (
    <>
      <ChoiceField
        choices={sizesUpwards.map((value) => ({
          value,
          label: t(`button-configuration.fields.size.${value}`),
        }))}
        legend={t('button-configuration.fields.size.label')}
        name="size"
        onChoose={(value) => change({ size: value })}
        value={size}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <ChoiceField
          choices={options.color.values.map((value) => ({
            value,
            label: t(`button-configuration.fields.color.${value}`),
          }))}
          legend={t('button-configuration.fields.color.label')}
          name="color"
          onChoose={(value) => change({ color: value })}
          value={color}
        />
        <ChoiceField
          choices={options.logoAlignment.values.map((value) => ({
            value,
            label: t(`button-configuration.fields.logo-alignment.${value}`),
          }))}
          legend={t('button-configuration.fields.logo-alignment.label')}
          name="logoAlignment"
          onChoose={(value) => change({ logoAlignment: value })}
          value={logoAlignment}
        />
      </div>
      <ChoiceField
        choices={options.locale.values.map((value) => ({
          value,
          label: t(`button-configuration.fields.locale.${value}`),
        }))}
        legend={t('button-configuration.fields.locale.label')}
        name="locale"
        onChoose={(value) => change({ locale: value })}
        value={locale}
      />
    </>
  );
}

function TextFields({ configuration, change }: FieldsProps) {
  const { t } = useTranslation('button-wizard');
  const { caption, className, locale } = configuration;
  const isLong = [...caption.trim()].length > comfortableCaption;
  return (
    <>
      <Field
        autoComplete="off"
        hint={
          isLong
            ? t('button-configuration.fields.caption.long')
            : t('button-configuration.fields.caption.hint', { default: captions[locale] })
        }
        id="caption"
        label={t('button-configuration.fields.caption.label')}
        maxLength={longest.caption}
        name="caption"
        onChange={({ target }) => change({ caption: target.value })}
        value={caption}
      />
      <Field
        autoCapitalize="none"
        autoComplete="off"
        hint={t('button-configuration.fields.class-name.hint')}
        id="class-name"
        label={t('button-configuration.fields.class-name.label')}
        maxLength={longest.className}
        name="className"
        onChange={({ target }) => change({ className: target.value })}
        spellCheck={false}
        value={className}
      />
    </>
  );
}

export function ConfigurationForm({ configuration, change, reset, known, ref }: FormProps) {
  const { t } = useTranslation('button-wizard');
  const [wasReset, setWasReset] = usePassing<true>();
  const fields = { configuration, change };
  return (
    <Card className="with-script sm:p-6">
      <form aria-labelledby="configuration" onSubmit={(event) => event.preventDefault()} ref={ref}>
        <div className="-mt-2 mb-3 flex flex-wrap items-center justify-between gap-x-4">
          <h2 className="font-semibold text-lg leading-snug tracking-tight" id="configuration">
            {t('button-configuration.title')}
          </h2>
          <button
            className={`${textLink} inline-flex min-h-11 items-center`}
            onClick={() => {
              reset();
              setWasReset(true);
            }}
            type="button"
          >
            {t('button-configuration.reset')}
          </button>
          <span className="sr-only" role="status">
            {wasReset ? t('button-configuration.was-reset') : null}
          </span>
        </div>
        <div className="grid gap-5">
          <AppIdField {...fields} known={known} />
          <LookFields {...fields} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextFields {...fields} />
            <CheckField
              checked={configuration.fullWidth}
              hint={t('button-configuration.fields.full-width.hint')}
              id="full-width"
              name="fullWidth"
              label={t('button-configuration.fields.full-width.label')}
              onCheck={(fullWidth) => change({ fullWidth })}
            />
            <CheckField
              checked={configuration.devMode}
              hint={t('button-configuration.fields.dev-mode.hint')}
              id="dev-mode"
              name="devMode"
              label={t('button-configuration.fields.dev-mode.label')}
              onCheck={(devMode) => change({ devMode })}
            />
          </div>
        </div>
      </form>
    </Card>
  );
}
