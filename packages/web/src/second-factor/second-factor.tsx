// The page on which a user enters the code of the authenticator app, or confirms with a passkey. The form for the code is a
// plain form, with and without JavaScript.
import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { CodeForm } from './code-form.tsx';
import { Passkey } from './passkey.tsx';
import { RememberBrowser } from './remember-browser.tsx';
import { VerifyPage } from './verify-page.tsx';

export function Screen() {
  const { t } = useTranslation('second-factor');
  const { hasApp, hasPasskey, isSignedIn, message } = usePageProps('second-factor');
  const text = isSignedIn ? 'second-factor.text-signed-in' : 'second-factor.text';
  return (
    <VerifyPage
      lead={t(hasApp ? text : 'second-factor.text-passkey')}
      title={t('second-factor.title')}
    >
      {hasApp ? (
        <CodeForm
          autoComplete="one-time-code"
          hint={t('second-factor.hint')}
          inputMode="numeric"
          label={t('second-factor.label')}
          message={message}
        >
          <RememberBrowser />
        </CodeForm>
      ) : null}
      {hasPasskey ? <Passkey isOnly={!hasApp} /> : null}
    </VerifyPage>
  );
}
