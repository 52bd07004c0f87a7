// The page on which a user turns on two-step verification with an authenticator app. A plain form, with and without JavaScript.
// A sign-in that waits for it may add a passkey instead, with JavaScript.

import { userHashParameter } from '@brama/contract/paths';
import { skipPath } from '@brama/contract/second-factor/second-factor';
import { Button } from '@brama/ui/button.tsx';
import { CodeField } from '@brama/ui/code-field.tsx';
import { Column } from '@brama/ui/column.tsx';
import { useIsBeforeHydration } from '@brama/ui/hooks/use-is-before-hydration.ts';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useEffect, useRef, useState } from 'react';
import { usePageAddress } from '../../browser/page-address.ts';
import { usePageProps } from '../../browser/page-props.ts';
import { appCode } from '../../frame/code-shapes.ts';
import { FormMessage } from '../../frame/form-message.tsx';
import { useErrorTitle } from '../../frame/navigation/use-page-title.ts';
import { moment } from '../../i18n/moment.ts';
import { Trans } from '../../i18n/trans.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { UserGate } from '../../session/user-gate.tsx';
import { AppSteps } from './app-steps.tsx';
import { AddPasskeyInstead } from './passkey-instead.tsx';

const pageId = 'second-factor-set-up';
const link = `${textLink} inline-flex min-h-11 items-center`;

export function Screen() {
  const { userHash } = usePageProps(pageId);
  if (userHash === '') return <SetUp />;
  return (
    // a missing session does not replace the page: the server answers the form
    <UserGate onSignedOut={() => undefined} userHash={userHash}>
      <SetUp />
    </UserGate>
  );
}

function SetUp() {
  const { t } = useTranslation(pageId);
  const { message, codeError, offersPasskey, userHash } = usePageProps(pageId);
  useErrorTitle(t('set-up.title'), message !== '' || codeError !== '');
  return (
    <Column>
      <PageHead lead={t('set-up.text')}>{t('set-up.title')}</PageHead>
      <Why />
      <div className="mt-6">
        <FormMessage message={message} title={t('set-up.failed')} />
      </div>
      <AppSteps>
        <CodeForm />
      </AppSteps>
      {offersPasskey ? <AddPasskeyInstead /> : null}
      {userHash === '' ? <Alternatives /> : null}
    </Column>
  );
}

/** Why the page is shown, and for whom. */
function Why() {
  const { t } = useTranslation(pageId);
  const { userHash, dueAt, replaces, username } = usePageProps(pageId);
  const language = useLanguage();
  const timeZone = useIsBeforeHydration() ? 'Europe/Kyiv' : undefined;
  const when = dueAt === null ? '' : moment(dueAt, language, timeZone);
  return (
    <>
      {userHash === '' ? (
        <p className="mt-3 font-medium">
          {dueAt === null ? (
            t('set-up.required')
          ) : (
            <Trans
              components={{ time: <time dateTime={dueAt} /> }}
              text={t('set-up.due')}
              values={{ when }}
            />
          )}
        </p>
      ) : null}
      {replaces ? <p className="mt-3 font-medium">{t('set-up.replaces')}</p> : null}
      <p className="mt-3 text-text-2 wrap-anywhere">{t('set-up.user', { username })}</p>
    </>
  );
}

function CodeForm() {
  const { t } = useTranslation([pageId, 'common']);
  const { userHash, enrolment, codeError } = usePageProps(pageId);
  const language = useLanguage();
  const field = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState(false);
  // after Back the browser may restore the page with its state
  usePageRestored(() => setSent(false));
  useEffect(() => {
    if (codeError !== '') field.current?.focus();
  }, [codeError]);
  return (
    <form aria-busy={sent} method="post" onSubmit={() => setSent(true)}>
      {userHash === '' ? null : <input name={userHashParameter} type="hidden" value={userHash} />}
      <input name="enrolment" type="hidden" value={enrolment} />
      <CodeField
        autoComplete="one-time-code"
        error={codeError === '' ? undefined : codeError}
        errorPrefix={t('common:error-prefix')}
        hint={t(`${pageId}:set-up.code.hint`)}
        id="code"
        label={t(`${pageId}:set-up.code.label`)}
        name="code"
        readOnly={sent}
        ref={field}
        shape={appCode}
      />
      <div className="mt-6 grid gap-2">
        <Button
          className="min-h-13"
          look="primary"
          pending={sent}
          pendingLabel={t(`${pageId}:set-up.submitting`)}
          type="submit"
        >
          {t(`${pageId}:set-up.submit`)}
        </Button>
        {userHash === '' ? null : (
          <a className={`${link} justify-self-start`} href={`/${language}/account#sign-in-methods`}>
            {t(`${pageId}:set-up.cancel`)}
          </a>
        )}
      </div>
    </form>
  );
}

/** “Not now”, while the policy allows it, and the way to another account. */
function Alternatives() {
  const { t } = useTranslation(pageId);
  const { dueAt, enrolment } = usePageProps(pageId);
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-t pt-5">
      {dueAt === null ? null : (
        <form action={`/${language}/${skipPath}${carried}`} method="post">
          <input name="enrolment" type="hidden" value={enrolment} />
          <Button look="secondary" type="submit">
            {t('set-up.not-now')}
          </Button>
        </form>
      )}
      <a className={link} href={`/${language}/${carried}`}>
        {t('set-up.another-user')}
      </a>
    </div>
  );
}
