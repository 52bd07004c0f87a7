// Asks for the settings of a new installation and for its first administrators. One plain form, with and without JavaScript.

import { setupExamples } from '@brama/contract/setup/examples';
import { logoFileField } from '@brama/contract/setup/logo-file-field';
import type { SetupField } from '@brama/contract/setup/pages';
import { Button } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { Field } from '@brama/ui/field.tsx';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { usePageAddress } from '../browser/page-address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { FormMessage } from '../frame/form-message.tsx';
import { useErrorTitle } from '../frame/navigation/use-page-title.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';

type Hinted = 'logo' | 'colour' | 'proxies' | 'smtpUrl';

const examples: Record<Hinted, string> = {
  logo: '',
  colour: setupExamples.colour,
  proxies: '',
  smtpUrl: setupExamples.smtpUrl,
};

/** Whether the form is on its way. */
const Sent = createContext(false);

export function Screen() {
  const { t } = useTranslation('setup');
  const { message, address, database, folder } = usePageProps('setup-form');
  const { path } = usePageAddress();
  const language = useLanguage();
  const [sent, setSent] = useState(false);
  useErrorTitle(t('setup-form.title'), message !== '');
  usePageRestored(() => setSent(false));
  return (
    <Column>
      <div className="mb-7">
        <PageHead lead={t('setup-form.text', { address })}>{t('setup-form.title')}</PageHead>
        <p className="mt-3 wrap-anywhere text-text-2">
          {t(`setup-form.${database}`, { folder, command: setupExamples.terminal })}
        </p>
      </div>
      <FormMessage message={message} title={t('not-accepted')} />
      <form
        action={`/${language}/${path}`}
        encType="multipart/form-data"
        method="post"
        onSubmit={() => setSent(true)}
      >
        <Sent value={sent}>
          <Settings />
          <Group name="first">
            <Input isRequired name="username" />
            <Input isRequired name="fullName" />
            <Input isRequired name="email" type="email" />
          </Group>
          <Group name="second">
            <Input name="secondUsername" />
            <Input name="secondFullName" />
            <Input name="secondEmail" type="email" />
          </Group>
        </Sent>
        <Button className="mt-6 min-h-13 w-full" look="primary" pending={sent} type="submit">
          {t('setup-form.action')}
        </Button>
      </form>
    </Column>
  );
}

/** A field that neither the environment nor the settings file has. */
function Asked(props: InputProps) {
  const { fields } = usePageProps('setup-form');
  return fields.includes(props.name) ? <Input {...props} /> : null;
}

/** What neither the environment nor the settings file has. */
function Settings() {
  const { fields } = usePageProps('setup-form');
  const has = (...names: SetupField[]) => names.some((name) => fields.includes(name));
  return (
    <>
      {has('organisationUk', 'organisationEn', 'logo', 'colour') ? (
        <Group name="organisation">
          <Asked isRequired name="organisationUk" />
          <Asked isRequired name="organisationEn" />
          {has('logo') ? <LogoFile /> : null}
          <Asked hint="logo" name="logo" />
          <Asked hint="colour" name="colour" />
        </Group>
      ) : null}
      {has('proxies') ? (
        <Group name="server">
          <Input hint="proxies" name="proxies" />
        </Group>
      ) : null}
      {has('smtpUrl') ? (
        <Group name="mail">
          <Input hint="smtpUrl" name="smtpUrl" />
          <Input name="smtpPassword" type="password" />
          <Input name="mailFrom" />
        </Group>
      ) : null}
    </>
  );
}

type GroupName = 'organisation' | 'server' | 'mail' | 'first' | 'second';

function Group({ name, children }: { name: GroupName; children: ReactNode }) {
  const { t } = useTranslation('setup');
  return (
    <fieldset className="mb-8 flex flex-col gap-5">
      <legend className="mb-4 font-semibold text-lg">{t(`groups.${name}.title`)}</legend>
      <p className="-mt-2 text-text-2">{t(`groups.${name}.text`)}</p>
      {children}
    </fieldset>
  );
}

/** Browsers do not keep a chosen file when a form is refused. A field for a file matches `:read-only`, but can be changed. */
function LogoFile() {
  const { t } = useTranslation('setup');
  const { wrong } = usePageProps('setup-form');
  return (
    <Field
      accept=".svg,.png,.webp,image/svg+xml,image/png,image/webp"
      aria-invalid={wrong === 'logo' || undefined}
      className="[&_input]:read-only:bg-surface! [&_input]:read-only:text-ink! [&_input]:file:me-3 [&_input]:file:underline [&_input]:py-3"
      hint={t('hints.logoFile')}
      id={logoFileField}
      label={t('fields.logoFile')}
      name={logoFileField}
      type="file"
    />
  );
}

type InputProps = {
  name: SetupField;
  type?: 'text' | 'email' | 'password';
  isRequired?: boolean;
  hint?: Hinted;
};

function Input({ name, type = 'text', isRequired = false, hint }: InputProps) {
  const { t } = useTranslation('setup');
  const { typed, wrong } = usePageProps('setup-form');
  return (
    <Field
      aria-invalid={wrong === name || undefined}
      autoCapitalize="none"
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      autoCorrect="off"
      defaultValue={typed[name] ?? ''}
      hint={hint && t(`hints.${hint}`, { example: examples[hint] })}
      id={name}
      label={t(`fields.${name}`)}
      maxLength={name.startsWith('organisation') ? 200 : 254}
      name={name}
      readOnly={useContext(Sent)}
      required={isRequired}
      spellCheck={false}
      type={type}
    />
  );
}
