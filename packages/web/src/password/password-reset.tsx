// The page where a user sets a new password with the code from an email. The link in the email holds the code behind
// `#`: JavaScript moves it into the form. Without JavaScript the user types the code.
import { passwordPath } from '@brama/contract/paths';
import { Button } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { Field } from '@brama/ui/field.tsx';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useEffect, useState } from 'react';
import { usePageAddress } from '../browser/page-address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { FormMessage } from '../frame/form-message.tsx';
import { takeEmailCode } from '../frame/navigation/take-email-code.ts';
import { useErrorTitle } from '../frame/navigation/use-page-title.ts';
import { PasswordField } from '../frame/password-field.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';

export function Screen() {
  const { t } = useTranslation('password');
  const language = useLanguage();
  const { carried, path, query } = usePageAddress();
  const { message, minLength, code } = usePageProps('password-reset');
  const least = t('characters', { count: minLength });
  const [interactive, setInteractive] = useState(false);
  const [visible, setVisible] = useState(false);
  const [sent, setSent] = useState(false);
  const [brought, setBrought] = useState<string>();

  useEffect(() => {
    setInteractive(true);
    // `code` comes from the server after a rejected password: the user must not type it again
    setBrought(takeEmailCode() ?? (code || undefined));
  }, [code]);
  useErrorTitle(t('password-reset.title'), message !== '');
  usePageRestored(() => setSent(false));

  return (
    <Column>
      <div className="mb-7">
        <PageHead lead={t('password-reset.text')}>{t('password-reset.title')}</PageHead>
      </div>
      <FormMessage message={message} title={t('not-saved')} />
      <form
        // without the fragment, which browsers add to every redirect: the code must not follow the user
        action={`/${language}/${path}${query}`}
        method="post"
        onSubmit={() => {
          setVisible(false);
          setSent(true);
        }}
      >
        {brought === undefined ? (
          <Field
            autoCapitalize="none"
            autoComplete="one-time-code"
            autoCorrect="off"
            className="mb-5"
            defaultValue={code}
            hint={t('password-reset.hint')}
            id="code"
            label={t('password-reset.label')}
            maxLength={256}
            name="code"
            readOnly={sent}
            required
            spellCheck={false}
            type="text"
          />
        ) : (
          <input name="code" type="hidden" value={brought} />
        )}
        <PasswordField
          hint={t('hint', { least })}
          id="new-password"
          interactive={interactive}
          label={t('new')}
          name="newPassword"
          onToggle={() => setVisible(!visible)}
          readOnly={sent}
          visible={visible}
        />
        <div className="mt-6 grid gap-2">
          <Button className="min-h-13" look="primary" pending={sent} type="submit">
            {t('submit')}
          </Button>
          <a
            className={`${textLink} inline-flex min-h-11 items-center justify-self-start`}
            href={`/${language}/${passwordPath}/forgot${carried}`}
          >
            {t('password-reset.again')}
          </a>
        </div>
      </form>
    </Column>
  );
}
