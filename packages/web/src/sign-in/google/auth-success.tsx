// The end of a sign-in in this browser, e.g. on a phone. It shows success only after the server has confirmed it.

import { Alert } from '@brama/ui/alert.tsx';
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { Spinner } from '@brama/ui/loading/spinner.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { ClosedGate } from '@brama/ui/pictures/closed-gate.tsx';
import { OpenGate } from '@brama/ui/pictures/open-gate.tsx';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { usePageAddress } from '../../browser/page-address.ts';
import { ErrorText } from '../../frame/errors/error-text.tsx';
import { ScriptFailure } from '../../frame/errors/script-failure.tsx';
import { usePageTitle } from '../../frame/navigation/use-page-title.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSignInCheck } from '../../session/use-sign-in-check.ts';
import { Celebration } from './celebration.tsx';

function Asking() {
  const { t } = useTranslation('auth-success');
  const language = useLanguage();
  usePageTitle(t('page-title'));
  const { carried } = usePageAddress();
  return (
    <>
      <ClosedGate className="mb-6" />
      <PageHead>{t('page-title')}</PageHead>
      <ScriptFailure>
        <p className="with-script text-text-2">{t('asking')}</p>
        <p className="with-script late mt-7 text-brand">
          <Spinner size={32} />
        </p>
      </ScriptFailure>
      <noscript>
        <p className="text-text-2">{t('without-script.text')}</p>
        <a className={`${buttonClass('primary')} mt-7`} href={`/${language}/${carried}`}>
          {t('without-script.action')}
        </a>
      </noscript>
    </>
  );
}

function SignedIn() {
  const { t } = useTranslation('auth-success');
  const language = useLanguage();
  const { carried } = usePageAddress();
  usePageTitle(t('signed-in.title'));
  return (
    <>
      <OpenGate className="mb-6" />
      <PageHead lead={t('signed-in.description')}>{t('signed-in.title')}</PageHead>
      <a className={`${buttonClass('primary')} mt-7`} href={`/${language}/apps${carried}`}>
        {t('signed-in.action')}
      </a>
      <Celebration />
    </>
  );
}

function SignedOut() {
  const { t } = useTranslation('auth-success');
  const language = useLanguage();
  const { carried } = usePageAddress();
  usePageTitle(t('signed-out.title'));
  return (
    <>
      <ClosedGate className="mb-6" />
      <PageHead lead={t('signed-out.description')}>{t('signed-out.title')}</PageHead>
      <a className={`${buttonClass('primary')} mt-7`} href={`/${language}/${carried}`}>
        {t('signed-out.action')}
      </a>
    </>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['auth-success', 'common']);
  usePageTitle(t('auth-success:failed.title'), t('common:error-prefix'));
  return (
    <>
      <ClosedGate className="mb-6" />
      <PageHead>{t('auth-success:page-title')}</PageHead>
      <Alert
        className="mt-5 mb-7"
        kind="error"
        prefix={t('common:error-prefix')}
        title={t('auth-success:failed.title')}
      >
        <ErrorText error={error} />
      </Alert>
      <Button icon={<RefreshCw aria-hidden="true" size={18} />} look="primary" onClick={onRetry}>
        {t('common:actions.retry')}
      </Button>
    </>
  );
}

export function Screen() {
  const { check, askAgain } = useSignInCheck();
  return (
    <Column short>
      <div aria-busy={check.kind === 'asking'} role="status">
        {check.kind === 'asking' && <Asking />}
        {check.kind === 'signed-in' && <SignedIn />}
        {check.kind === 'signed-out' && <SignedOut />}
        {check.kind === 'failed' && <Failed error={check.error} onRetry={askAgain} />}
      </div>
    </Column>
  );
}
