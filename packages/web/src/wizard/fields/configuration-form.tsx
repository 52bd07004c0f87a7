// The form with the fields of the specification as native controls. Only the id is visible at first. The form sends
// nothing.
import { captions, options } from '@brama/signin-button/options';
import { Card } from '@brama/ui/card.tsx';
import { Field } from '@brama/ui/field.tsx';
import { useTemporary } from '@brama/ui/hooks/use-temporary.ts';
import { textLink } from '@brama/ui/text-link.ts';
import type { Ref } from 'react';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type Configuration, longest } from '../configuration.ts';
import { type Background, BackgroundFields } from '../preview/background-fields.tsx';
import { AppIdField, BeginField } from './app-id-field.tsx';
import { CheckField, ChoiceField } from './choice-field.tsx';
import { Disclosure } from './disclosure.tsx';
import type { KnownApplications } from './known-applications.ts';
import type { IdState } from './use-registered.ts';

type FormProps = {
  configuration: Configuration;
  change: (changed: Partial<Configuration>) => void;
  reset: () => void;
  known: KnownApplications;
  idState: IdState;
  background: Background;
  setBackground: (background: Background) => void;
  ref: Ref<HTMLFormElement>;
};
type FieldsProps = Pick<FormProps, 'configuration' | 'change'>;

/** Longer captions wrap on a phone. */
const comfortableCaption = 40;
/** The options list starts with the default, the largest; the form shows sizes from small to large. */
const sizesUpwards = options.size.values.toReversed();
/** `_parent` is left out: it is usually another frame, or the whole window, which `_top` covers. */
const targets = options.target.values.filter((value) => value !== '_parent');

/** The default of a button is Ukrainian, also on the English page. So the page says it, and offers its own language. */
function OtherLanguage({ configuration: { locale }, change }: FieldsProps) {
  const { t } = useTranslation('button-wizard');
  const language = useLanguage();
  return (
    <p className="min-h-11 text-sm text-text-2">
      {t(`button-language.${locale}`)}{' '}
      {locale === language ? null : (
        <button
          className={`${textLink} min-h-11`}
          onClick={() => change({ locale: language })}
          type="button"
        >
          {t('button-language.change')}
        </button>
      )}
    </p>
  );
}

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

function CaptionFields({ configuration, change }: FieldsProps) {
  const { t } = useTranslation('button-wizard');
  const { caption, fullWidth, locale } = configuration;
  const isLong = [...caption.trim()].length > comfortableCaption;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
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
      <CheckField
        checked={fullWidth}
        hint={t('button-configuration.fields.full-width.hint')}
        id="full-width"
        label={t('button-configuration.fields.full-width.label')}
        name="fullWidth"
        onCheck={(checked) => change({ fullWidth: checked })}
      />
    </div>
  );
}

function DeveloperFields({ configuration, change }: FieldsProps) {
  const { t } = useTranslation('button-wizard');
  const { className, devMode, target } = configuration;
  return (
    <>
      <ChoiceField
        choices={targets.map((value) => ({
          value,
          label: t(`button-configuration.fields.target.${value || 'automatic'}`),
        }))}
        hint={t('button-configuration.fields.target.hint')}
        legend={t('button-configuration.fields.target.label')}
        name="target"
        onChoose={(value) => change({ target: value })}
        value={target}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          autoCapitalize="none"
          autoComplete="off"
          hint={t('button-configuration.fields.class-name.hint')}
          id="class-name"
          label={t('button-configuration.fields.class-name.label')}
          maxLength={longest.className}
          name="className"
          onChange={(event) => change({ className: event.target.value })}
          spellCheck={false}
          value={className}
        />
        <CheckField
          checked={devMode}
          hint={t('button-configuration.fields.dev-mode.hint')}
          id="dev-mode"
          label={t('button-configuration.fields.dev-mode.label')}
          name="devMode"
          onCheck={(checked) => change({ devMode: checked })}
        />
      </div>
    </>
  );
}

export function ConfigurationForm(props: FormProps) {
  const { configuration, change, reset, known, idState, background, setBackground, ref } = props;
  const { t } = useTranslation('button-wizard');
  const [wasReset, setWasReset] = useTemporary<true>();
  const fields = { configuration, change };
  return (
    <Card className="with-script pb-0 sm:p-6 sm:pb-0">
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
        <div className="mb-5">
          <BeginField {...fields} known={known} />
        </div>
        <AppIdField {...fields} idState={idState} known={known} />
        <OtherLanguage {...fields} />
        <Disclosure title={t('button-configuration.groups.look')}>
          <LookFields {...fields} />
          <CaptionFields {...fields} />
        </Disclosure>
        <Disclosure title={t('button-configuration.groups.developers')}>
          <DeveloperFields {...fields} />
        </Disclosure>
        <Disclosure title={t('button-configuration.groups.preview')}>
          <BackgroundFields
            configuration={configuration}
            setBackground={setBackground}
            background={background}
          />
        </Disclosure>
      </form>
    </Card>
  );
}
