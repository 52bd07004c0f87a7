// The page to which Google redirects. While our server checks the response, a spinner, a heading and links appear after
// 0.2, 1 and 15 seconds. The HTML contains them and CSS shows them, so they appear even if scripts fail.
import { paths } from '@brama/contract/paths';
import { Alert } from '@brama/ui/alert.tsx';
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { Spinner } from '@brama/ui/loading/spinner.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { type MouseEvent, StrictMode, useEffect, useState, useSyncExternalStore } from 'react';
import { usePageProps } from '../../browser/page-props.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { finishOnce, leaveFor } from './finish.ts';
import { googleCallback } from './google-callback.ts';
import { afresh, attemptOf } from './next-page.ts';

export function Screen() {
  return (
    <StrictMode>
      <div className="with-script">
        <Finishing />
      </div>
      <noscript>
        <Form />
      </noscript>
    </StrictMode>
  );
}

function Finishing() {
  const { t } = useTranslation('google-auth');
  const language = useLanguage();
  const [unreached, setUnreached] = useState(false);
  useEffect(() => {
    void finishOnce(language).then((end) => setUnreached(end === 'no-connection'));
  }, [language]);
  if (unreached) return <NoConnection />;
  return (
    <Column short>
      <div className="grid justify-items-center gap-5 text-center" role="status">
        <span className="late text-brand [--late:200ms]" data-late="200">
          <Spinner size={48} />
        </span>
        <h1 className="late font-medium text-md [--late:1s]" data-late="1000">
          {t('checking')}
        </h1>
        <div className="late [--late:15s]" data-late="15000">
          <p className="mb-5 text-text-2">{t('slow')}</p>
          <NextSteps className="justify-center" />
        </div>
      </div>
    </Column>
  );
}

function NoConnection() {
  const { t } = useTranslation(['google-auth', 'common']);
  return (
    <Column short>
      <PageHead>{t('google-auth:page-title')}</PageHead>
      <div className="mt-5 mb-6" role="alert">
        <Alert
          kind="error"
          prefix={t('common:error-prefix')}
          title={t('google-auth:no-connection.title')}
        >
          <p>{t('google-auth:no-connection.text')}</p>
        </Alert>
      </div>
      <NextSteps />
    </Column>
  );
}

const neverChanges = () => () => undefined;

/** Links to a new attempt and to the other sign-in methods. Before hydration both lead to the sign-in page. */
function NextSteps({ className = '' }: { className?: string }) {
  const { t } = useTranslation('google-auth');
  const language = useLanguage();
  const home = `/${language}/`;
  const attempt = attemptOf(
    useSyncExternalStore(
      neverChanges,
      () => googleCallback()?.state,
      () => null,
    ),
  );
  const again = (event: MouseEvent) => {
    event.preventDefault();
    leaveFor(afresh(attempt, language));
  };
  const leave = (event: MouseEvent) => {
    event.preventDefault();
    leaveFor({ href: home + attempt.carried });
  };
  return (
    <div className={`flex flex-wrap items-center gap-x-6 gap-y-3 ${className}`}>
      <a className={buttonClass('primary')} href={home} onClick={again}>
        {t('again')}
      </a>
      {attempt.purpose === 'link' ? null : (
        <a className={`${textLink} inline-flex min-h-11 items-center`} href={home} onClick={leave}>
          {t('other-ways')}
        </a>
      )}
    </div>
  );
}

/** For browsers without JavaScript: a form that sends Google's response to our server. */
function Form() {
  const { t } = useTranslation('google-auth');
  const { code, state, issuer } = usePageProps('google-auth');
  return (
    <Column short>
      <PageHead lead={t('without-script.text')}>{t('page-title')}</PageHead>
      <form action={paths.googleAuth} className="mt-7" method="post">
        <input name="code" type="hidden" value={code} />
        <input name="state" type="hidden" value={state} />
        <input name="iss" type="hidden" value={issuer} />
        <Button look="primary" type="submit">
          {t('without-script.action')}
        </Button>
      </form>
    </Column>
  );
}
