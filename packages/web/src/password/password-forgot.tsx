// The page for a forgotten password, where the user enters a username or email. A plain form, with and without
// JavaScript.
import { recoveryPath } from '@brama/contract/recovery/paths';
import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { Field } from '@brama/ui/field.tsx';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useState } from 'react';
import { usePageAddress } from '../browser/page-address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { FormMessage } from '../frame/form-message.tsx';
import { useErrorTitle } from '../frame/navigation/use-page-title.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';

export function Screen() {
  const { t } = useTranslation('password');
  const language = useLanguage();
  const { carried } = usePageAddress();
  const { message, username, secured } = usePageProps('password-forgot');
  const [sent, setSent] = useState(false);
  useErrorTitle(t('password-forgot.title'), message !== '');
  // after Back the browser may restore the page with its state
  usePageRestored(() => setSent(false));
  return (
    <Column>
      <div className="mb-7">
        <PageHead lead={t('password-forgot.text')}>{t('password-forgot.title')}</PageHead>
      </div>
      <div role="status">
        {secured ? (
          <Alert className="mb-6" kind="success" title={t('password-forgot.secured.title')}>
            <p>{t('password-forgot.secured.text')}</p>
          </Alert>
        ) : null}
      </div>
      <FormMessage message={message} title={t('not-sent')} />
      <form method="post" onSubmit={() => setSent(true)}>
        <Field
          autoCapitalize="none"
          autoComplete="username"
          autoCorrect="off"
          defaultValue={username}
          id="username"
          label={t('password-forgot.label')}
          maxLength={256}
          name="username"
          readOnly={sent}
          required
          spellCheck={false}
          type="text"
        />
        <div className="mt-6 grid gap-2">
          <Button className="min-h-13" look="primary" pending={sent} type="submit">
            {t('password-forgot.action')}
          </Button>
          <a
            className={`${textLink} inline-flex min-h-11 items-center justify-self-start`}
            href={`/${language}/${carried}`}
          >
            {t('password-forgot.back')}
          </a>
        </div>
      </form>
      <p className="mt-1">
        <a
          className={`${textLink} inline-flex min-h-11 items-center`}
          href={`/${language}/${recoveryPath}${carried}`}
        >
          {t('password-forgot.other')}
        </a>
      </p>
    </Column>
  );
}
