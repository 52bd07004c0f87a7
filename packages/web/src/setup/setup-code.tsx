// Asks for the one-time code that opens the set-up of a new installation.

import { setupExamples } from '@brama/contract/setup/examples';
import { Button } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { Field } from '@brama/ui/field.tsx';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { useState } from 'react';
import { usePageAddress } from '../browser/page-address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { FormMessage } from '../frame/form-message.tsx';
import { useErrorTitle } from '../frame/navigation/use-page-title.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';

export function Screen() {
  const { t } = useTranslation('setup');
  const { state, address } = usePageProps('setup-code');
  if (state === 'code') return <CodeForm />;
  return (
    <Column short>
      <PageHead lead={t(`setup-code.${state}`, { address })}>{t('setup-code.title')}</PageHead>
    </Column>
  );
}

function CodeForm() {
  const { t } = useTranslation('setup');
  const { message } = usePageProps('setup-code');
  const { path } = usePageAddress();
  const language = useLanguage();
  const [sent, setSent] = useState(false);
  useErrorTitle(t('setup-code.title'), message !== '');
  usePageRestored(() => setSent(false));
  return (
    <Column>
      <div className="mb-7">
        <PageHead lead={t('setup-code.text', { command: setupExamples.command })}>
          {t('setup-code.title')}
        </PageHead>
      </div>
      <FormMessage message={message} title={t('not-accepted')} />
      <form action={`/${language}/${path}`} method="post" onSubmit={() => setSent(true)}>
        <Field
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          hint={t('setup-code.hint')}
          id="code"
          label={t('setup-code.label')}
          maxLength={256}
          name="code"
          readOnly={sent}
          required
          spellCheck={false}
          type="text"
        />
        <Button className="mt-6 min-h-13 w-full" look="primary" pending={sent} type="submit">
          {t('setup-code.action')}
        </Button>
      </form>
    </Column>
  );
}
