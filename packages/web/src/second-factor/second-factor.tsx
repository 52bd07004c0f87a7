// The pages on which a user enters a second factor. The form for the code is a plain form, with and without JavaScript.
import { usePageProps } from '../browser/page-props.ts';
import { appCode, writtenCode } from '../frame/code-shapes.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { CodeForm } from './code-form.tsx';
import { Passkey } from './passkey.tsx';
import { VerifyPage } from './verify-page.tsx';

/** The checkbox “Don’t ask for a code in this browser”. Absent on shared computers, and where no browser is remembered. */
function RememberBrowser() {
  const { t } = useTranslation('second-factor');
  const { rememberDays, remember } = usePageProps('second-factor');
  if (rememberDays === 0) return null;
  return (
    <div className="mb-5">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
        <input
          aria-describedby="remember-hint"
          className="size-5 shrink-0 accent-brand"
          defaultChecked={remember}
          id="remember"
          name="remember"
          type="checkbox"
          value="true"
        />
        {t('second-factor.remember', { count: rememberDays })}
      </label>
      <p className="-mt-1.5 ps-8 text-muted text-sm" id="remember-hint">
        {t('second-factor.remember-hint')}
      </p>
    </div>
  );
}

/** For the code of the authenticator app, or a passkey. */
export function SecondFactor() {
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
          label={t('second-factor.label')}
          message={message}
          shape={appCode}
        >
          <RememberBrowser />
        </CodeForm>
      ) : null}
      {hasPasskey ? <Passkey isOnly={!hasApp} /> : null}
    </VerifyPage>
  );
}

/** For a recovery code. */
export function SecondFactorRecovery() {
  const { t } = useTranslation('second-factor');
  const { message } = usePageProps('second-factor-recovery');
  return (
    <VerifyPage lead={t('second-factor-recovery.text')} title={t('second-factor-recovery.title')}>
      <CodeForm
        autoComplete="off"
        hint={t('second-factor-recovery.hint')}
        label={t('second-factor-recovery.label')}
        message={message}
        shape={writtenCode}
      />
    </VerifyPage>
  );
}
